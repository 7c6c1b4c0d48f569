import { Count } from '#components/ui/count.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { BalanceMonth, MovementGroup } from '#lib/domain/balance/schema.ts'
import { feesOf, GROUP_LABELS, groupTotal, monthTitle, movementsHref } from './movement-labels.ts'

/** The months of the balance: what each began with, what changed it, and what it closed with. */
export function MonthsTable({ months }: { months: BalanceMonth[] }) {
  return (
    <DataTable
      caption="Months of the balance, newest first"
      columns={COLUMNS}
      rows={months}
      rowKey={({ month }) => month}
      rowHref={({ month }) => `/balance/months/${month}`}
    />
  )
}

const COLUMNS: Column<BalanceMonth>[] = [
  { key: 'month', header: 'Month', place: 'title', cell: ({ month }) => monthTitle(month) },
  figure('opening', 'Opening', ({ opening }) => opening, {
    show: '52rem',
    place: 'note',
    label: 'Opening',
  }),
  ofGroup('payments', { place: 'detail', label: GROUP_LABELS.payments }),
  figure('fees', 'Fees + tax', (month) => -feesOf(month).fee, { show: '52rem' }),
  ofGroup('refunds'),
  ofGroup('transfers'),
  ofGroup('settlements'),
  figure('closing', 'Closing', ({ closing }) => closing, {
    strong: true,
    place: 'amount',
    label: 'Closing',
  }),
  {
    key: 'status',
    header: 'Status',
    place: 'status',
    cell: ({ closed_at }) => <MonthPill closed={closed_at !== null} />,
  },
]

export function MonthPill({ closed }: { closed: boolean }) {
  return closed ? (
    <Pill tone="good" icon={glyphs.check} hint="The month is over. Its figures never change.">
      Closed
    </Pill>
  ) : (
    <Pill tone="plain" icon={glyphs.ring} hint="The month closes an hour after its end.">
      Open
    </Pill>
  )
}

function ofGroup(group: MovementGroup, look: Partial<Column<BalanceMonth>> = {}): Column<BalanceMonth> {
  return {
    ...figure(group, GROUP_LABELS[group], (month) => groupTotal(month, group), { show: '60rem', ...look }),
    cell: (month) => (
      <Link href={movementsHref(month, { group })} className="hover:underline">
        <Money amount={groupTotal(month, group)} currency={month.currency} />
      </Link>
    ),
  }
}

function figure(
  key: string,
  header: string,
  of: (month: BalanceMonth) => bigint,
  look: Partial<Column<BalanceMonth>>,
): Column<BalanceMonth> {
  return {
    key,
    header,
    align: 'end',
    ...look,
    cell: (month) => <Money amount={of(month)} currency={month.currency} />,
  }
}

/** The fees of each month and the tax on them, as they are booked. */
export function FeesTable({ months }: { months: BalanceMonth[] }) {
  return (
    <DataTable
      caption="Fees and tax by month, newest first"
      columns={FEE_COLUMNS}
      rows={months}
      rowKey={({ month }) => month}
      rowHref={(month) => movementsHref(month, { group: 'payments' })}
    />
  )
}

const FEE_COLUMNS: Column<BalanceMonth>[] = [
  { key: 'month', header: 'Month', place: 'title', cell: ({ month }) => monthTitle(month) },
  {
    key: 'count',
    header: 'Payments',
    align: 'end',
    soft: true,
    place: 'detail',
    label: 'Payments',
    cell: (month) => <Count of={feesOf(month).count} />,
  },
  figure('amount', 'Captured', (month) => feesOf(month).amount, { place: 'note', label: 'Captured' }),
  figure('net', 'Fees', (month) => feesOf(month).net, { show: '52rem' }),
  figure('tax', 'Tax', (month) => feesOf(month).tax, { show: '52rem' }),
  figure('total', 'Fees with tax', (month) => feesOf(month).fee, {
    strong: true,
    place: 'amount',
    label: 'Fees with tax',
  }),
  {
    key: 'rate',
    header: 'Rate',
    align: 'end',
    soft: true,
    show: '60rem',
    cell: (month) => rateText(feesOf(month)),
  },
  {
    key: 'status',
    header: 'Status',
    place: 'status',
    cell: ({ closed_at }) => <MonthPill closed={closed_at !== null} />,
  },
]

/** The fee with its tax in percent of what was captured. */
function rateText({ fee, amount }: { fee: bigint; amount: bigint }): string {
  if (amount === 0n) return '—'
  return `${(Number((fee * 100_000n) / amount) / 1000).toFixed(2)}%`
}
