import type { ReactNode } from 'react'
import { change, changeInPoints, NO_PREVIOUS, percent, verdictOn } from '#components/charts/scale.ts'
import { Count } from '#components/ui/count.tsx'
import { ArrowDown, ArrowUp } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { hrefWith } from '#components/ui/query.ts'
import type { OverviewTotals } from '#lib/domain/overview/schema.ts'
import { PAYMENT_STATUSES } from '#lib/domain/payments/schema.ts'
import { missingPermission } from '#lib/values/permissions.ts'
import type { Range } from './range.ts'

type Balance = { currency: string; balance: bigint; authorized: bigint; refunds_pending: bigint }

type TilesProps = {
  totals: { current: OverviewTotals; previous: OverviewTotals }
  /** Null without the permission to see it. */
  balance: Balance | null
  range: Range
  currency: string
}

/** The figures of a range beside those of as much of the stretch before it. */
export function Tiles({ totals: { current, previous }, balance, range, currency }: TilesProps) {
  const payments = hrefWith('/payments', { ...range.query, captured: '1' })
  const refunds = { ...range.query, status: 'pending,processed' }
  return (
    <section
      aria-label={`Figures, ${range.words}`}
      className="mb-8 grid grid-cols-3 border-y border-line max-desk:grid-cols-2"
    >
      <BalanceTile balance={balance} />
      <Tile
        label="Collected"
        href={payments}
        note={
          <Against change={change(current.collected, previous.collected)} range={range}>
            <Money amount={previous.collected} currency={currency} />
          </Against>
        }
      >
        <Money amount={current.collected} currency={currency} />
      </Tile>
      <Tile
        label="Refunded"
        href={hrefWith('/refunds', { ...refunds, captured: '1' })}
        note={
          <>
            {percent(current.refunded, current.collected)} of collected ·{' '}
            <Comparison change={change(current.refunded, previous.refunded)} good="less" />
            {current.returned > 0n && (
              <>
                {' '}
                · Not included:{' '}
                <NoteLink href={hrefWith('/refunds', { ...refunds, captured: '0' })}>
                  <Money amount={current.returned} currency={currency} /> never captured
                </NoteLink>
              </>
            )}
          </>
        }
      >
        <Money amount={current.refunded} currency={currency} />
      </Tile>
      <Tile
        label="Captured payments"
        href={payments}
        note={
          <Against change={change(current.captured_count, previous.captured_count)} range={range}>
            <Count of={previous.captured_count} />
          </Against>
        }
      >
        <Count of={current.captured_count} />
      </Tile>
      <Tile
        label="Success rate"
        href={hrefWith('/payments', { ...range.query, status: ENDED })}
        note={
          <>
            <Count of={current.succeeded_count} /> of <Count of={current.ended_count} noun="attempt" /> ·{' '}
            <Comparison change={changeInPoints(successOf(current), successOf(previous))} good="more" />
          </>
        }
      >
        {percent(current.succeeded_count, current.ended_count)}
      </Tile>
      <Tile
        label="Average payment"
        href={payments}
        note={
          <Against change={change(averageOf(current) ?? 0, averageOf(previous) ?? 0)} range={range}>
            <Money amount={averageOf(previous)} currency={currency} />
          </Against>
        }
      >
        <Money amount={averageOf(current)} currency={currency} />
      </Tile>
    </section>
  )
}

/** A change, and what it is compared with if there is such a figure. */
function Against({ change, range, children }: { change: string; range: Range; children: ReactNode }) {
  return (
    <>
      <Comparison change={change} good="more" />
      {change !== NO_PREVIOUS && (
        <>
          {' '}
          vs {range.before}, {children}
        </>
      )}
    </>
  )
}

/** Every attempt that has ended: those that the success rate counts. */
const ENDED = PAYMENT_STATUSES.filter((status) => status !== 'created').join(',')

function successOf({ succeeded_count, ended_count }: OverviewTotals): [part: number, whole: number] {
  return [succeeded_count, ended_count]
}

/** Rounded half up to the subunit; null while there is nothing to average. */
function averageOf({ collected, captured_count }: OverviewTotals): number | null {
  const count = BigInt(captured_count)
  return captured_count === 0 ? null : Number((2n * collected + count) / (2n * count))
}

function BalanceTile({ balance }: { balance: Balance | null }) {
  if (balance === null) {
    return (
      <Tile label="Balance" note={missingPermission('balance:read')}>
        <span className="text-ink-3">—</span>
      </Tile>
    )
  }
  const { currency, authorized, refunds_pending } = balance
  return (
    <Tile
      label="Balance"
      href="/balance"
      note={
        <>
          Not included:{' '}
          <NoteLink href="/payments?status=authorized">
            <Money amount={authorized} currency={currency} /> authorized
          </NoteLink>
          . Already deducted:{' '}
          <NoteLink href="/refunds?status=pending">
            <Money amount={refunds_pending} currency={currency} /> in pending refunds
          </NoteLink>
          .
        </>
      }
    >
      <Money amount={balance.balance} currency={currency} />
    </Tile>
  )
}

/** A figure in the note of a tile with rows of its own: above the link of the tile. */
function NoteLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="relative z-1 hover:underline">
      {children}
    </Link>
  )
}

function Tile({
  label,
  href,
  note,
  children,
}: {
  label: string
  href?: string
  note: ReactNode
  children: ReactNode
}) {
  return (
    <div className="relative border-line py-3.5 pr-4 not-nth-[3n+1]:border-l not-nth-[3n+1]:pl-4 nth-[n+4]:border-t max-desk:not-nth-[3n+1]:border-l-0 max-desk:not-nth-[3n+1]:pl-0 max-desk:even:border-l max-desk:even:pl-4 max-desk:nth-[n+3]:border-t">
      <h3 className="text-small text-ink-2">
        {href ? (
          <Link href={href} className="after:absolute after:inset-0 hover:underline">
            {label}
          </Link>
        ) : (
          label
        )}
      </h3>
      <p className="num my-0.5 text-title font-semibold tracking-[-0.02em] wrap-anywhere [&_data]:whitespace-normal">
        {children}
      </p>
      <p className="num text-small text-ink-2">{note}</p>
    </div>
  )
}

type ComparisonProps = {
  /** How the figure has changed: "+12%", "−2.1 points", "no change". */
  change: string
  /** Which direction is good news: more is collected, or less refunded. */
  good: 'more' | 'less'
}

/** A change with its verdict: an arrow, a word for screen readers, and a colour that only repeats them. */
function Comparison({ change, good }: ComparisonProps) {
  const verdict = verdictOn(change, good)
  if (verdict === null) return <>{change}</>
  const Mark = change.startsWith('+') ? ArrowUp : ArrowDown
  return (
    <span
      data-verdict={verdict}
      className={`inline-flex items-center gap-1 align-bottom whitespace-nowrap ${verdict === 'better' ? 'text-good' : 'text-bad'}`}
    >
      <Mark aria-hidden="true" className="size-3.5 flex-none" />
      <span>
        {change}
        <span className="sr-only"> ({verdict})</span>
      </span>
    </span>
  )
}
