import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { PURPOSES, type Purpose } from '#lib/domain/documents/schema.ts'
import { PURPOSE_WORDS } from './document-words.ts'

type Counts = { total: number; by_purpose: Partial<Record<Purpose, number>> }

/** The purposes, with how many there are in all; the other filters stay as they are. */
export function DocumentTabs({ path, query, counts }: { path: string; query: Query; counts: Counts }) {
  const groups = [
    { label: 'All', purpose: null, count: counts.total },
    ...PURPOSES.map((purpose) => ({
      label: PURPOSE_WORDS[purpose],
      purpose,
      count: counts.by_purpose[purpose] ?? 0,
    })),
  ]
  const tabs = groups.map(({ label, purpose, count }) => ({
    href: hrefWith(path, query, { ...PLACE, purpose }),
    label,
    count: new Intl.NumberFormat('en-IN').format(count),
    current: (query.purpose ?? null) === purpose,
  }))
  return <Tabs label="Purpose" tabs={tabs} />
}
