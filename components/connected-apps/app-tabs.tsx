import { Tabs } from '#components/ui/tabs.tsx'

const TABS = [
  { href: '/connected-apps', label: 'Apps' },
  { href: '/connected-apps/clients', label: 'Registered clients' },
  { href: '/connected-apps/policy', label: 'Policy' },
]

/** Connected apps, registered clients, and the policy. */
export function AppTabs({ current }: { current: string }) {
  return <Tabs label="Connected apps" tabs={TABS.map((tab) => ({ ...tab, current: tab.href === current }))} />
}
