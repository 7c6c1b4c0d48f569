import Link from 'next/link'
import type { ReactNode } from 'react'

export type Tab = { href: string; label: ReactNode; count?: ReactNode; current?: boolean }

/** Views of one place, as links: each has its address. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="tabs" data-list-control="tabs">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? 'page' : undefined}
          scroll={false}
          prefetch={false}
        >
          {tab.label}
          {tab.count !== undefined && <small>{tab.count}</small>}
        </Link>
      ))}
    </nav>
  )
}
