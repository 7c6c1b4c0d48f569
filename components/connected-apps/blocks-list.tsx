import { ButtonForm } from '#components/shared/form/action-button.tsx'
import { TextField } from '#components/shared/form/fields.tsx'
import { Submit } from '#components/shared/form/staff-form.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Block } from '#lib/domain/connected-apps/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'

type BlocksListProps = {
  blocks: Block[]
  mayWrite: boolean
  unblock: FormAction
  open: () => FormState
}

export function BlocksList({ blocks, mayWrite, unblock, open }: BlocksListProps) {
  if (blocks.length === 0) return <p className="text-ink-2">None. Block an app on its page.</p>
  return (
    <ul className="border-t border-line">
      {blocks.map((block) => (
        <li
          key={block.client_id}
          className="flex flex-wrap items-start justify-between gap-3 border-b border-line py-3"
        >
          <div className="min-w-0">
            <h3 className="font-[580] wrap-anywhere">{block.client_name}</h3>
            <p className="mono text-small wrap-anywhere text-ink-2">{block.client_id}</p>
            <p className="text-small wrap-anywhere text-ink-2">
              Blocked by {creatorText(block.created_by)}, <Time at={block.created_at} />
              {block.reason ? `: ${block.reason}` : '.'}
            </p>
          </div>
          <Permitted allowed={mayWrite} permission="apps:write" label="Unblock">
            <ButtonForm
              action={unblock}
              initial={open()}
              hidden={{ client_id: block.client_id }}
              className="flex flex-wrap items-end gap-2"
            >
              <TextField name="reason" label="Reason for unblocking" optional maxLength={300} />
              <Submit variant="default" pendingText="Unblocking…" aria-label={`Unblock ${block.client_name}`}>
                Unblock
              </Submit>
            </ButtonForm>
          </Permitted>
        </li>
      ))}
    </ul>
  )
}
