import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Tabs } from '#components/ui/tabs.tsx'
import { PURPOSES } from '#lib/domain/documents/schema.ts'
import { PURPOSE_WORDS } from './document-labels.ts'

/** The purposes, each with how many documents it has under the other filters, which stay as they are. */
export function DocumentTabs({
  path,
  query,
  counts,
}: {
  path: string
  query: Query
  counts: Record<string, number>
}) {
  const groups = [
    { label: 'All', purpose: null, count: counts.all },
    ...PURPOSES.map((purpose) => ({
      label: PURPOSE_WORDS[purpose],
      purpose,
      count: counts[purpose],
    })),
  ]
  const tabs = groups.map(({ label, purpose, count }) => ({
    href: hrefWith(path, query, { ...PLACE, purpose }),
    label,
    count: new Intl.NumberFormat('en-IN').format(count ?? 0),
    current: (query.purpose ?? null) === purpose,
  }))
  return <Tabs label="Purpose" tabs={tabs} />
}
