import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { roleWord } from '#components/team/role-labels.ts'
import { TeamTable } from '#components/team/team-table.tsx'
import { TeamTabs } from '#components/team/team-tabs.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { UserPlus } from '#components/ui/icons.tsx'
import { inviteUser } from '#lib/domain/invitations/invite.ts'
import { listRoles } from '#lib/domain/roles/list.ts'
import { listTeamForDashboard, TEAM_FILTERS } from '#lib/domain/users/list.ts'
import { read } from '#lib/surfaces/page.ts'
import { Id } from '#lib/values/id.ts'

async function roleTitles(): Promise<Record<string, string>> {
  const { items } = await read(listRoles, {})
  return Object.fromEntries(items.map(({ id, name }) => [id, roleWord(name)]))
}

export const teamList = staffList({
  path: '/settings/team',
  title: 'Team',
  noun: 'person',
  nouns: 'people',
  cursor: Id('user'),
  operation: listTeamForDashboard,
  exported: true,
  tabs: {
    label: 'Status',
    chips: true,
    of: [
      { count: 'all', label: 'All' },
      { count: 'active', label: 'Active', set: { status: 'active' } },
      { count: 'disabled', label: 'Disabled', set: { status: 'disabled' } },
    ],
  },
  filters: TEAM_FILTERS,
  choices: roleTitles,
  lead: () => 'The people who can sign in, in test and live mode.',
  top: () => <TeamTabs current="/settings/team" />,
  table: (people, _, kit) => <TeamTable kit={kit} people={people} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/settings/team' }} draw={draw} />
      <Create
        draw={draw}
        permission={inviteUser.permission}
        href="/settings/team/invite"
        label="Invite person"
        icon={<UserPlus aria-hidden="true" />}
      />
    </>
  ),
  nothing: () => (
    <NothingYet title="No people yet">
      Invite the people who work with payments, orders and refunds.
    </NothingYet>
  ),
  keyOf: ({ id }) => id,
})
