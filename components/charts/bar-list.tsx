import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { Chart } from './chart.tsx'
import { percent } from './scale.ts'

type BarItem = {
  name: string
  label: string
  href: string
  value: number
  shown: ReactNode
  note: ReactNode
}

type BarListProps = {
  id: string
  title: string
  note: string
  head: string[]
  items: BarItem[]
  empty: string
  tone?: 'accent' | 'ink'
}

/** Parts of a whole, largest first, each with its bar and a way to the list behind it. */
export function BarList({ id, title, note, head, items, empty, tone = 'accent' }: BarListProps) {
  const max = Math.max(1, ...items.map(({ value }) => value))
  const all = items.reduce((sum, { value }) => sum + value, 0)
  const rows = items.map((item) => ({
    key: item.name,
    cells: [item.label, item.shown, item.note, percent(item.value, all)],
  }))
  return (
    <Chart id={id} title={title} note={note} table={{ head, rows }}>
      {items.length === 0 ? (
        <p className="border-y border-line py-2.5 text-ink-2">{empty}</p>
      ) : (
        <ul className="grid gap-0.5">
          {items.map((item) => (
            <li key={item.name}>
              <Link href={item.href} className="group block rounded-small py-1.5 hover:bg-sunken">
                <span className="flex items-baseline justify-between gap-3 text-table">
                  <span className="truncate">{item.label}</span>
                  <span className="num flex-none">
                    <span className="mr-2 text-small text-ink-2">{item.note}</span>
                    <span className="font-[580]">{item.shown}</span>
                  </span>
                </span>
                <svg aria-hidden="true" width="100%" height="4" className="mt-1 block">
                  <rect width="100%" height="4" className="fill-line" />
                  <rect
                    width={`${(item.value / max) * 100}%`}
                    height="4"
                    className={tone === 'ink' ? 'fill-ink-3' : 'fill-accent'}
                  />
                </svg>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Chart>
  )
}
