import { Tabs } from '#components/ui/tabs.tsx'

const TABS = [
  { href: '/connected-apps', label: 'Connected' },
  { href: '/connected-apps?ended=1', label: 'Disconnected' },
  { href: '/connected-apps/clients', label: 'Registered clients' },
  { href: '/connected-apps/policy', label: 'Policy' },
]

/** Connected and disconnected apps, registered clients, and the policy. */
export function AppTabs({ current }: { current: string }) {
  return <Tabs label="Connected apps" tabs={TABS.map((tab) => ({ ...tab, current: tab.href === current }))} />
}
