import { SORT } from '#components/ui/data-table.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { Select } from '#components/ui/select.tsx'

const ORDERS: Record<string, [sort: string, words: string][]> = {
  created: [
    ['', 'Newest first'],
    ['created', 'Oldest first'],
  ],
  amount: [
    ['-amount', 'Largest amount first'],
    ['amount', 'Smallest amount first'],
  ],
}

/** The order of a list as a choice beside its filters, for phones, where a table has no heads that sort it. */
export function sortChoice({ [SORT]: chosen = '' }: Query, by: readonly string[]): Filter {
  const orders = by.toReversed().flatMap((name) => ORDERS[name] ?? [])
  const [current] = orders.filter(([sort]) => sort === chosen)
  return {
    names: [SORT],
    label: 'Sort',
    value: current?.[1] ?? 'Newest first',
    control: (
      <Select small name={SORT} aria-label="Sort" defaultValue={current?.[0] ?? ''}>
        {orders.map(([sort, words]) => (
          <option key={sort} value={sort}>
            {words}
          </option>
        ))}
      </Select>
    ),
  }
}
