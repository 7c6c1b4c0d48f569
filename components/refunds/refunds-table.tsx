import { bankReferences } from '#components/payments/bank-references.ts'
import { customerText } from '#components/payments/contact-text.ts'
import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { copiedText } from '#components/ui/looks.ts'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import { reasonOf } from '#lib/domain/refunds/schema/reasons.ts'
import type { RefundOfPayer } from '#lib/domain/refunds/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { durationText } from '#lib/values/time-text.ts'
import { ageOf, speedWords } from './refund-labels.ts'

/** The list of refunds: the id first, as the head of its row and the way to the refund. */
export function RefundsTable({
  refunds,
  now,
  kit,
}: {
  refunds: RefundOfPayer[]
  now: number
  kit?: TableKit
}) {
  return (
    <DataTable
      kit={kit}
      caption="Refunds, newest first"
      columns={columnsOf(now)}
      rows={refunds}
      rowKey={(refund) => refund.id}
      rowHref={(refund) => `/refunds/${refund.id}`}
    />
  )
}

function columnsOf(now: number): Column<RefundOfPayer>[] {
  return [
    idColumn('Refund'),
    amountColumn(),
    statusColumn((refund) => <StatusPill kind="refund" status={refund.status} />),
    {
      key: 'customer',
      header: 'Customer',
      soft: true,
      show: '60rem',
      cell: (refund) => <Truncate text={customerText(refund) ?? '—'} width="max-w-[12cqi]" />,
    },
    {
      key: 'age',
      header: 'Age',
      soft: true,
      place: 'detail',
      cell: (refund) => <Age refund={refund} now={now} />,
    },
    {
      key: 'payment',
      header: 'Payment',
      soft: true,
      show: '52rem',
      cell: (refund) => <PaymentLink id={refund.payment_id} />,
    },
    { key: 'speed', header: 'Speed', soft: true, show: '84rem', cell: speedWords },
    {
      key: 'reference',
      header: 'Bank reference',
      soft: true,
      show: '52rem',
      cell: (refund) => <Reference refund={refund} />,
    },
    {
      key: 'by',
      header: 'Requested by',
      soft: true,
      show: '84rem',
      cell: (refund) => (
        <Truncate
          text={creatorText(refund.created_by).replace(/^the key /, '')}
          width="max-w-[calc(6rem+var(--spare)/2)]"
        />
      ),
    },
    {
      key: 'reason',
      header: 'Reason',
      soft: true,
      show: '70rem',
      cell: (refund) => <Truncate text={reasonOf(refund) ?? '—'} width="max-w-24" />,
    },
    createdColumn(),
  ]
}

/** A pending refund is measured against its expected working days; a finished one shows its duration. */
function Age({ refund, now }: { refund: RefundOfPayer; now: number }) {
  if (refund.status !== 'pending') {
    if (refund.finished_at === null) return <>—</>
    const took = durationText(Math.max(0, refund.finished_at - refund.created_at))
    return (
      <span
        className="num"
        title={`${refund.status === 'failed' ? 'Failed' : 'Processed'} after ${took}`}
        data-hint=""
      >
        took {took}
      </span>
    )
  }
  const { day, max, overdue } = ageOf(refund, now)
  if (overdue) {
    return (
      <Pill
        tone="bad"
        icon={glyphs.sand}
        hint={`Working day ${day}: expected within ${max}. Contact the bank with the payment's reference.`}
      >
        Overdue, day {day}
      </Pill>
    )
  }
  return (
    <span className="num" title="Working days, Monday to Friday" data-hint="">
      day {day} of {max}
    </span>
  )
}

function PaymentLink({ id }: { id: string }) {
  return (
    <Link href={`/payments/${id}`} title={id} className="id-link">
      {`…${id.slice(-6)}`}
    </Link>
  )
}

/** A click copies the whole of it. */
function Reference({ refund }: { refund: RefundOfPayer }) {
  const [reference] = bankReferences(refund.acquirer_data)
  if (!reference) return <>—</>
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="text-small text-ink-3">{reference.label}</span>
      <button
        type="button"
        data-copy={reference.value}
        title={reference.value}
        aria-label={`${reference.label} ${reference.value}, copy`}
        className={`${copiedText} mono max-w-26 truncate`}
      >
        {reference.value}
      </button>
    </span>
  )
}
