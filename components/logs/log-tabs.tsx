import { Tabs } from '#components/ui/tabs.tsx'

export function LogTabs({ current }: { current: 'requests' | 'errors' }) {
  return (
    <Tabs
      label="Views of the log"
      tabs={[
        { href: '/logs', label: 'Requests', current: current === 'requests' },
        { href: '/logs/errors', label: 'Errors, grouped', current: current === 'errors' },
        { href: '/settings/retention', label: 'Retention', current: false },
      ]}
    />
  )
}
