import { Count } from '#components/ui/count.tsx'
import { ChevronLeft, ChevronRight, ChevronsLeft } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { hrefWith, type Query } from '#components/ui/query.ts'
import type { StatementLine } from '#lib/domain/wallets/schema.ts'

type StatementPagerProps = {
  path: string
  query: Query
  statement: { items: StatementLine[]; has_newer: boolean; has_older: boolean; sums: { entries: number } }
  count: number
}

/** Pages by the numbers of the entries at their edges: the same cost at any depth. */
export function StatementPager({ path, query, statement, count }: StatementPagerProps) {
  const { items, has_newer, has_older, sums } = statement
  const [first, last] = [items[0], items.at(-1)]
  const to = (change: Record<string, number | null>) =>
    hrefWith(path, query, { below: null, above: null, ...change })
  return (
    <nav
      aria-label="Pages"
      className="print:hidden flex flex-wrap items-center gap-2 px-1 py-2.5 text-table text-ink-2"
    >
      <span className="num mr-auto">
        {items.length} of <Count of={sums.entries} /> entries · {count} per page
      </span>
      {has_newer && first && (
        <>
          <LinkButton href={to({})} size="icon" aria-label="First page">
            <ChevronsLeft aria-hidden="true" />
          </LinkButton>
          <LinkButton href={to({ above: first.seq })} rel="prev">
            <ChevronLeft aria-hidden="true" /> Newer
          </LinkButton>
        </>
      )}
      {has_older && last && (
        <LinkButton href={to({ below: last.seq })} rel="next">
          Older <ChevronRight aria-hidden="true" />
        </LinkButton>
      )}
    </nav>
  )
}
