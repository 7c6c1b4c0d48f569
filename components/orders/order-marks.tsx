import { Link } from '#components/ui/link.tsx'
import { Pill, pillLook } from '#components/ui/pill.tsx'
import { hrefWith } from '#components/ui/query.ts'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedOrder } from '#lib/domain/orders/schema.ts'
import { durationText } from '#lib/values/time-text.ts'

/** The status in a row. It splits the attempted orders: authorized at the bank, or abandoned by the payer. */
export function OrderState({ order, now }: { order: ListedOrder; now: number }) {
  if (order.status === 'attempted' && order.authorized) return <AuthorizedMark />
  if (order.stuck) return <StuckMark order={order} now={now} />
  return <StatusPill kind="order" status={order.status} />
}

export function AuthorizedMark() {
  return (
    <Pill
      tone="hold"
      icon={glyphs.clock}
      hint="A payment of this order is authorized. Capture it before the authorization expires."
    >
      Authorized
    </Pill>
  )
}

export function StuckMark({ order, now }: { order: ListedOrder; now: number }) {
  const quiet = order.last_attempt_at === null ? 'a while' : durationText(now - order.last_attempt_at)
  return (
    <Pill
      tone="wait"
      icon={glyphs.sand}
      hint={`Attempted ${quiet} ago and not paid. Send the checkout link again.`}
    >
      Stuck
    </Pill>
  )
}

type ReceiptProps = {
  order: Pick<ListedOrder, 'receipt' | 'same_receipt'>
  /** The most of it that is shown, as a class. */
  width: string
}

/** The receipt, and a way to the others when several orders have it. */
export function Receipt({ order, width }: ReceiptProps) {
  if (order.receipt === null) return <>—</>
  const text = <Truncate text={order.receipt} width={width} />
  if (order.same_receipt < 2) return text
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      {text}
      <Link
        href={hrefWith('/orders', { receipt: order.receipt })}
        className={pillLook('wait')}
        title={`${order.same_receipt} orders have the receipt ${order.receipt}. One may be a duplicate.`}
        data-hint=""
      >
        <span aria-hidden="true">×{order.same_receipt}</span>
        <span className="sr-only">{order.same_receipt} orders with this receipt</span>
      </Link>
    </span>
  )
}
