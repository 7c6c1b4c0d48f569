import { type Step, Stepper } from '#components/shared/stepper.tsx'
import { MoneyStrip } from '#components/ui/money-strip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { OrderDetails } from '#lib/domain/orders/schema.ts'
import { DueBar } from './due-bar.tsx'

type OrderProgressProps = { order: OrderDetails; firstAttemptAt: number | null; paidAt: number | null }

/** How far an order has come: in steps, and in money. */
export function OrderProgress({ order, firstAttemptAt, paidAt }: OrderProgressProps) {
  return (
    <>
      <Stepper label="Order progress" steps={stepsOf(order, firstAttemptAt, paidAt)} />
      <MoneyStrip
        currency={order.currency}
        items={[
          { label: 'Amount', amount: order.amount },
          { label: 'Paid', amount: order.amount_paid },
          { label: 'Due', amount: order.amount_due, net: true },
        ]}
      />
      <div className="-mt-5.5 mb-6">
        <DueBar wide amount={order.amount} paid={order.amount_paid} />
      </div>
    </>
  )
}

/** An order stays paid when its payment is refunded later, so there is no fourth step. */
function stepsOf(
  { status, attempts, created_at }: OrderDetails,
  firstAttemptAt: number | null,
  paidAt: number | null,
): Step[] {
  return [
    {
      label: 'Created',
      state: status === 'created' ? 'now' : 'done',
      note: <Time at={created_at} focusable />,
    },
    {
      label: 'Attempted',
      state: status === 'created' ? 'ahead' : status === 'attempted' ? 'now' : 'done',
      note: firstAttemptAt !== null && (
        <>
          {attempts > 1 && `${attempts} times, first `}
          <Time at={firstAttemptAt} focusable />
        </>
      ),
    },
    {
      label: 'Paid',
      state: status === 'paid' ? 'done' : 'ahead',
      note: paidAt !== null && <Time at={paidAt} focusable />,
    },
  ]
}
