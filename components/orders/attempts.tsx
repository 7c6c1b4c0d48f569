import { methodInTable } from '#components/payments/method-labels.ts'
import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { RefundBadge, StatusPill } from '#components/ui/status-pill.tsx'
import { reasonWord } from '#lib/domain/payments/schema/failure-messages.ts'
import type { Payment } from '#lib/domain/payments/schema.ts'

/** Every payment attempt of an order, newest first. Its head has the color of the slip. */
export function OrderAttempts({ payments }: { payments: Payment[] }) {
  return (
    <section aria-labelledby="attempts" className="mb-6 [--paper:var(--surface)]">
      <h2 id="attempts" className="mb-1 text-table font-semibold">
        Attempts
      </h2>
      {payments.length === 0 ? (
        <p className="mt-2 text-ink-2">No payment attempts yet. Send the checkout link to the payer.</p>
      ) : (
        <DataTable
          caption="Payments of this order, newest first"
          columns={COLUMNS}
          rows={payments}
          rowKey={(payment) => payment.id}
          rowHref={(payment) => `/payments/${payment.id}`}
        />
      )}
    </section>
  )
}

const COLUMNS: Column<Payment>[] = [
  idColumn('Payment'),
  amountColumn(),
  statusColumn((payment) => <Outcome payment={payment} />),
  {
    key: 'method',
    header: 'Method',
    soft: true,
    place: 'detail',
    cell: (payment) =>
      methodInTable({ ...payment, last4: payment.card?.last4, network: payment.card?.network }),
  },
  createdColumn(),
]

/** The state, and why it failed in words. */
function Outcome({ payment }: { payment: Payment }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <StatusPill kind="payment" status={payment.status} />
      {payment.status !== 'refunded' && <RefundBadge status={payment.refund_status} />}
      {payment.error_reason && (
        <span className="text-small text-ink-2" title={payment.error_description ?? undefined} data-hint="">
          {reasonWord(payment.error_reason)}
        </span>
      )}
    </span>
  )
}
