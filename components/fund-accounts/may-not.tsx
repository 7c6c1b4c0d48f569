import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import type { Permission } from '#lib/permissions.ts'

type MayNotProps = { title: string; cannot: string; action: string; permission: Permission }

/** A form that this person may not send: why, and who can change that. */
export function MayNot({ title, cannot, action, permission }: MayNotProps) {
  return (
    <>
      <PageHead title={title} />
      <NothingYet
        title={cannot}
        action={
          <DisabledAction
            variant="primary"
            reason={`This needs the permission ${permission}, which your role does not have.`}
          >
            {action}
          </DisabledAction>
        }
      >
        This needs the permission {permission}. An owner can give you a role that has it.
      </NothingYet>
    </>
  )
}
