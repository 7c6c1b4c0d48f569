import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { copiedText } from '#components/ui/looks.ts'
import { Money } from '#components/ui/money.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedPayout } from '#lib/domain/payouts/schema.ts'
import { durationText } from '#lib/values/time-text.ts'
import { bankWords } from './payout-labels.ts'

/** The list of payouts: the id first, as the head of its row and the way to the payout. */
export function PayoutsTable({
  payouts,
  now,
  kit,
}: {
  payouts: ListedPayout[]
  now: number
  kit?: TableKit
}) {
  return (
    <DataTable
      kit={kit}
      caption="Payouts, newest first"
      columns={columnsOf(now)}
      rows={payouts}
      rowKey={(payout) => payout.id}
      rowHref={(payout) => `/payouts/${payout.id}`}
    />
  )
}

function columnsOf(now: number): Column<ListedPayout>[] {
  return [
    idColumn('Payout'),
    amountColumn(),
    {
      key: 'fees',
      header: 'Fees + tax',
      align: 'end',
      soft: true,
      show: '60rem',
      cell: ({ fees, tax, currency }) => <Money amount={fees + tax} currency={currency} />,
    },
    statusColumn(({ status }) => <StatusPill kind="payout" status={status} />),
    {
      key: 'age',
      header: 'Age',
      soft: true,
      show: '52rem',
      cell: (payout) => <Age payout={payout} now={now} />,
    },
    {
      key: 'customer',
      header: 'Customer',
      soft: true,
      show: '52rem',
      cell: ({ customer_id, customer_name }) => (
        <Link
          href={`/customers/${customer_id}`}
          title={customer_id}
          className={`inline-block max-w-[calc(9cqi+var(--spare)/4)] truncate align-bottom link${customer_name === null ? ' mono' : ''}`}
        >
          {customer_name ?? `…${customer_id.slice(-6)}`}
        </Link>
      ),
    },
    {
      key: 'bank',
      header: 'To',
      soft: true,
      place: 'detail',
      cell: (payout) => <Bank payout={payout} />,
    },
    {
      key: 'purpose',
      header: 'Purpose',
      soft: true,
      show: '76rem',
      cell: ({ purpose }) => <Truncate text={purpose} width="max-w-24" />,
    },
    {
      key: 'reference',
      header: 'Reference',
      soft: true,
      show: '72rem',
      cell: ({ reference_id }) => <Truncate text={reference_id ?? '—'} width="max-w-24" />,
    },
    { key: 'utr', header: 'UTR', soft: true, show: '60rem', cell: ({ utr }) => <Utr utr={utr} /> },
    createdColumn(),
  ]
}

/** How long it has been on its way, or how long it took. */
function Age({ payout: { status, created_at, finished_at }, now }: { payout: ListedPayout; now: number }) {
  const took = durationText(Math.max(0, (finished_at ?? now) - created_at))
  const words =
    status === 'processing' ? 'Processing for' : `${status === 'reversed' ? 'Reversed' : 'Processed'} after`
  return (
    <span className="num" title={`${words} ${took}`} data-hint="">
      {status === 'processing' ? took : `took ${took}`}
    </span>
  )
}

/** A click copies it. */
function Utr({ utr }: { utr: string | null }) {
  if (utr === null) return <>—</>
  return (
    <button
      type="button"
      data-copy={utr}
      title={utr}
      aria-label={`UTR ${utr}, copy`}
      className={`${copiedText} mono max-w-20 truncate`}
    >
      {utr}
    </button>
  )
}

/** A long name of a bank gives way, the end of the number does not. */
function Bank({ payout }: { payout: ListedPayout }) {
  return (
    <span title={bankWords(payout)} className="num inline-flex max-w-full gap-1 align-bottom">
      <span className="max-w-20 truncate">{payout.bank_name}</span>
      ••••{payout.number_last4}
    </span>
  )
}
