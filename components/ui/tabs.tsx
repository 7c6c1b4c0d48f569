'use client'
import { type ReactNode, useContext } from 'react'
import { Link } from './link.tsx'
import { tabLine } from './looks.ts'
import { OpenPages } from './open-pages.ts'

export type Tab = {
  href: string
  label: ReactNode
  count?: ReactNode
  current?: boolean
  /** A sentence about what is behind it. */
  hint?: string
}

/** Views of one place, as links: each has its address. Those that the reader may not open are left out. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const mayOpen = useContext(OpenPages)
  const open = tabs.filter(({ href }) => mayOpen(href))
  if (open.length < Math.min(tabs.length, 2)) return null
  return (
    <nav aria-label={label} className={tabLine} data-list-control="tabs">
      {open.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? 'page' : undefined}
          scroll={false}
          {...(tab.hint === undefined ? {} : { title: tab.hint, 'data-hint': '' })}
          className="tab"
        >
          {tab.label}
          {tab.count !== undefined && <small>{tab.count}</small>}
        </Link>
      ))}
    </nav>
  )
}
