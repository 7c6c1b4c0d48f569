import { Tabs } from '#components/ui/tabs.tsx'

const TABS = [
  { href: '/connected-apps', label: 'Connected' },
  { href: '/connected-apps?ended=1', label: 'Disconnected' },
  { href: '/connected-apps/clients', label: 'Registered clients' },
  { href: '/connected-apps/policy', label: 'Policy' },
]

/** What there is about programs: those that act, those that did, those made by hand, and which may connect. */
export function AppTabs({ current }: { current: string }) {
  return <Tabs label="Connected apps" tabs={TABS.map((tab) => ({ ...tab, current: tab.href === current }))} />
}
