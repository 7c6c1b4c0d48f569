import { Fragment } from 'react'
import { Count } from '#components/ui/count.tsx'
import { NothingFound } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import type { CurrencyTotals } from '#lib/values/money.ts'
import { formatMoney, type Grouping } from '#lib/values/money-text.ts'
import { listCountText } from './count-text.ts'

/**
 * The sums of a list in display order, each with its label. With `less` it is shown less another, where that is not empty.
 * One that stands `alone` is of money that did not move: it is shown only where no other sum is.
 */
export type SumLabels = readonly (readonly [
  name: string,
  label: string,
  less?: string | undefined,
  alone?: 'alone',
])[]

type ResultLineProps = { total: number; totals: CurrencyTotals[]; noun: string; sums: SumLabels }

/** The sums that are shown: those that are not empty, or else the first. */
function shownSums(totals: CurrencyTotals[], sums: SumLabels) {
  const all = totals.flatMap(({ currency, amounts }) =>
    sums
      .filter(([, , less]) => less === undefined || (amounts[less] ?? 0n) !== 0n)
      .map(([name, label, less = '', alone]) => {
        const amount = (amounts[name] ?? 0n) - (amounts[less] ?? 0n)
        return { label, currency, amount, alone: alone === 'alone' }
      }),
  )
  const [first] = all
  const filled = all.filter(({ amount }) => amount !== 0n)
  const moved = filled.filter(({ alone }) => !alone)
  if (moved.length > 0) return first?.amount === 0n ? [first, ...moved] : moved
  return filled.length > 0 ? filled : all.slice(0, 1)
}

/**
 * The exact count and sums of a filter: "142 payments · ₹3,41,250.00 captured · ₹500.00 refunded". Each sum has a
 * label and one currency.
 */
export function ResultLine({ total, totals, noun, sums }: ResultLineProps) {
  return (
    <>
      <CountLine total={total} noun={noun} />
      {shownSums(totals, sums).map(({ label, currency, amount }) => (
        <Fragment key={`${currency} ${label}`}>
          {' '}
          <span className="whitespace-nowrap">
            · <Money amount={amount} currency={currency} /> {label}
          </span>
        </Fragment>
      ))}
    </>
  )
}

type SelectedText = {
  total: number
  totals: CurrencyTotals[]
  sums?: SumLabels | undefined
  grouping: Grouping
  /** On how many pages they were selected. */
  pages?: number | undefined
}

/** The same of selected rows, as text: "3 selected · ₹1,500.00 captured". */
export function selectedText({ total, totals, sums = [], grouping, pages }: SelectedText): string {
  const amounts = shownSums(totals, sums).map(
    ({ label, currency, amount }) => `${formatMoney(amount, currency, grouping)} ${label}`,
  )
  return [listCountText(total, pages, grouping), ...amounts].join(' · ')
}

/** The exact count of a filter, where there are no sums: "142 customers". */
export function CountLine({
  total,
  noun,
  nouns = `${noun}s`,
}: {
  total: number
  noun: string
  nouns?: string | undefined
}) {
  return <Count of={total} noun={noun} nouns={nouns} />
}

type UncountedLineProps = {
  max: number
  noun: string
  nouns: string | undefined
  /** Null while they are counted. */
  exactHref: string | null
}

/** Where a filter finds more rows than are counted: "More than 10,000 payments". */
export function UncountedLine({ max, noun, nouns = `${noun}s`, exactHref }: UncountedLineProps) {
  return (
    <>
      More than <Count of={max} noun={noun} nouns={nouns} /> ·{' '}
      {exactHref === null ? (
        'counting…'
      ) : (
        <Link href={exactHref} className="link whitespace-nowrap">
          Count all
        </Link>
      )}
    </>
  )
}

/** Which rows of how many are shown: "26 to 50 of 142". @param total null where they are not all counted */
export function Shown({ above, count, total }: { above: number; count: number; total: number | null }) {
  return (
    <>
      <Count of={above + 1} /> to <Count of={above + count} />
      {total !== null && (
        <>
          {' '}
          of <Count of={total} />
        </>
      )}
    </>
  )
}

type UnreadableProps = {
  problems: string[]
  failed: { description: string; request_id: string } | null
  clearHref: string
}

/** No rows: those that a filter did not go through would be taken for those that it found. */
export function Unreadable({ problems, failed, clearHref }: UnreadableProps) {
  if (problems.length === 0)
    return <Failure requestId={failed?.request_id}>{failed?.description ?? ''}</Failure>
  return (
    <div role="alert">
      <NothingFound title="Invalid filter" clearHref={clearHref}>
        {problems.join(' ')}
      </NothingFound>
    </div>
  )
}
