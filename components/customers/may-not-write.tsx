import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'

/** A form that this person may not send: why, and who can change that. */
export function MayNotWrite({ title, action }: { title: string; action: string }) {
  return (
    <>
      <PageHead title={title} />
      <NothingYet
        title="Your role cannot write customers"
        action={
          <DisabledAction
            variant="primary"
            reason="This needs the permission customers:write, which your role does not have."
          >
            {action}
          </DisabledAction>
        }
      >
        This needs the permission customers:write. An owner can give you a role that has it.
      </NothingYet>
    </>
  )
}
