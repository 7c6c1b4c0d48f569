import { Copy } from 'lucide-react'
import { type Step, Stepper } from '#components/record/stepper.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Money } from '#components/ui/money.tsx'
import { MoneyStrip } from '#components/ui/money-strip.tsx'
import { SlipHead } from '#components/ui/slip.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ViewedOrder } from '#lib/domain/orders/schema.ts'
import { DueBar } from './due-bar.tsx'
import { HeldMark, Receipt, StuckMark } from './order-marks.tsx'

type OrderHeadProps = {
  order: ViewedOrder
  now: number
  /** The request that fetches it, as a command. */
  curl: string
  mayWrite: boolean
  firstAttemptAt: number | null
  paidAt: number | null
}

/** What an order is about: how much, how far it has come, and what can be done. */
export function OrderHead({ order, now, curl, mayWrite, firstAttemptAt, paidAt }: OrderHeadProps) {
  return (
    <>
      <SlipHead
        amount={<Money amount={order.amount} currency={order.currency} />}
        actions={
          <>
            <CopyButton value={curl}>Copy curl</CopyButton>
            <Permitted allowed={mayWrite} permission="orders:write" label="Duplicate">
              <LinkButton href={`/orders/new?from=${order.id}`} prefetch={false}>
                <Copy aria-hidden="true" /> Duplicate
              </LinkButton>
            </Permitted>
          </>
        }
      >
        <StatusPill kind="order" status={order.status} />
        {order.status === 'attempted' && order.authorized && <HeldMark />}
        {order.stuck && <StuckMark order={order} now={now} />}
        {order.receipt !== null && (
          <span className="inline-flex items-center gap-1.5">
            Receipt <Receipt order={order} />
          </span>
        )}
      </SlipHead>
      <Stepper label="How far the order has come" steps={stepsOf(order, firstAttemptAt, paidAt)} />
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

function stepsOf(order: ViewedOrder, firstAttemptAt: number | null, paidAt: number | null): Step[] {
  const { status, attempts } = order
  return [
    { label: 'Created', state: status === 'created' ? 'now' : 'done', note: <Time at={order.created_at} focusable /> },
    {
      label: 'Attempted',
      state: status === 'created' ? 'ahead' : status === 'attempted' ? 'now' : 'done',
      note: firstAttemptAt === null ? null : <>{attempts > 1 ? `${attempts} times, first ` : ''}<Time at={firstAttemptAt} focusable /></>,
    },
    { label: 'Paid', state: status === 'paid' ? 'done' : 'ahead', note: paidAt === null ? null : <Time at={paidAt} focusable /> },
  ]
}
