import { Tabs } from '#components/ui/tabs.tsx'

const TABS = [
  { href: '/settings/team', label: 'People' },
  { href: '/settings/team/invitations', label: 'Invitations' },
  { href: '/settings/team/roles', label: 'Roles' },
]

/** The people, the invitations, and the permissions of each role. */
export function TeamTabs({ current }: { current: string }) {
  return <Tabs label="Team" tabs={TABS.map((tab) => ({ ...tab, current: tab.href === current }))} />
}
