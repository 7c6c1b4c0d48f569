import type { Metadata } from 'next'
import { invitePersonAction } from '#app/(dashboard)/settings/team/actions.ts'
import { InviteForm } from '#components/team/invite-form.tsx'
import { rolesWithin } from '#components/team/role-options.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { inviteUser } from '#lib/domain/invitations/invite.ts'
import { listRoles } from '#lib/domain/roles/list.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read } from '#lib/surfaces/page.ts'

const TITLE = 'Invite person'

export const metadata: Metadata = { title: `${TITLE} · Team` }

export default async function InvitePage() {
  const { account, permissions } = await requireStaff()
  if (!permissions.has(inviteUser.permission)) deny()
  const { items } = await read(listRoles, {})
  return (
    <>
      <PageHead title={TITLE}>
        They can sign in to {account.merchant_name}, in test and live mode, once they accept.
      </PageHead>
      <InviteForm
        action={invitePersonAction}
        initial={openForm({ role: 'viewer' })}
        roles={rolesWithin(items, permissions)}
      />
    </>
  )
}
