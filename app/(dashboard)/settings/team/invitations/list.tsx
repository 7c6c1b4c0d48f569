import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import type { Draw } from '#components/shared/list/list.ts'
import { InvitationsTable } from '#components/team/invitations-table.tsx'
import { INVITATION_LOOKS } from '#components/team/role-labels.ts'
import { TeamTabs } from '#components/team/team-tabs.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { UserPlus } from '#components/ui/icons.tsx'
import { inviteUser } from '#lib/domain/invitations/invite.ts'
import { INVITATION_FILTERS, listInvitationsForDashboard } from '#lib/domain/invitations/list.ts'
import { INVITATION_STATUSES } from '#lib/domain/invitations/schema.ts'

export const invitationList = staffList({
  path: '/settings/team/invitations',
  title: 'Team',
  noun: 'invitation',
  cursor: 'invitation',
  operation: listInvitationsForDashboard,
  exported: true,
  tabs: {
    label: 'Status',
    chips: true,
    of: [
      { count: 'all', label: 'All' },
      ...INVITATION_STATUSES.map((group) => ({
        count: group,
        label: INVITATION_LOOKS[group].word,
        set: { group },
      })),
    ],
  },
  filters: INVITATION_FILTERS,
  lead: () => 'The people who can sign in, in test and live mode.',
  top: () => <TeamTabs current="/settings/team/invitations" />,
  table: (invitations, _, kit) => <InvitationsTable kit={kit} invitations={invitations} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/settings/team/invitations' }} draw={draw} />
      <Invite draw={draw} />
    </>
  ),
  nothing: (draw) => (
    <>
      <NothingYet title="No invitations yet" action={<Invite draw={draw} />}>
        An invitation is a link for one person, with a role. It expires after 7 days.
      </NothingYet>
    </>
  ),
})

function Invite({ draw }: { draw: Draw }) {
  return (
    <Create
      draw={draw}
      permission={inviteUser.permission}
      href="/settings/team/invite"
      label="Invite person"
      icon={<UserPlus aria-hidden="true" />}
    />
  )
}
