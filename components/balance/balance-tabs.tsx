import { Tabs } from '#components/ui/tabs.tsx'

export function BalanceTabs({ current }: { current: 'movements' | 'months' | 'fees' }) {
  return (
    <Tabs
      label="Views of the balance"
      tabs={[
        { href: '/balance', label: 'Movements', current: current === 'movements' },
        { href: '/balance/months', label: 'Months', current: current === 'months' },
        { href: '/balance/fees', label: 'Fees and tax', current: current === 'fees' },
      ]}
    />
  )
}
