import { Notice } from '#components/ui/notice.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { ActionForm, type FormAction } from './action-form.tsx'

type StandingNoticeProps = {
  webhook: ListedWebhook
  mayWrite: boolean
  enable: FormAction
  resume: FormAction
  idempotencyKey: string
}

/** Why nothing, or not everything, arrives at an endpoint, with the one step that changes it. */
export function StandingNotice({ webhook, mayWrite, enable, resume, idempotencyKey }: StandingNoticeProps) {
  const { id, state } = webhook
  if (state === 'active') return null
  if (state === 'failing')
    return (
      <Notice tone="wait" title="Its last attempts failed">
        {webhook.last_error ?? 'It did not answer.'} Everything is tried again; after 24 hours without one
        success it is disabled. Failing since <Time at={webhook.failing_since} form="full" />.
      </Notice>
    )
  const disabled = state === 'disabled'
  return (
    <Notice
      tone={disabled ? 'bad' : 'plain'}
      title={disabled ? 'Disabled: nothing is sent' : 'Paused: nothing is sent'}
    >
      <p>
        {disabled ? webhook.disabled_reason : 'What waited when it was paused is still waiting.'} Since{' '}
        <Time at={disabled ? webhook.disabled_at : webhook.paused_at} form="full" />.
      </p>
      {mayWrite && (
        <ActionForm
          action={disabled ? enable : resume}
          idempotencyKey={idempotencyKey}
          hidden={{ id }}
          className="mt-2.5 flex flex-wrap gap-2"
        >
          <SubmitButton name="replay" value="true" pendingText="Starting…">
            {disabled ? 'Enable and send what it missed' : 'Resume and send what it missed'}
          </SubmitButton>
          <SubmitButton name="replay" value="false" variant="default" pendingText="Starting…">
            {disabled ? 'Enable from now on' : 'Resume from now on'}
          </SubmitButton>
        </ActionForm>
      )}
    </Notice>
  )
}
