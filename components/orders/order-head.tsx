import { CopyButton } from '#components/ui/copy-button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Copy, MailIcon } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { SlipHead } from '#components/ui/slip.tsx'
import { StatusPill } from '#components/ui/status-pill.tsx'
import type { OrderDetails } from '#lib/domain/orders/schema.ts'
import { AuthorizedMark, Receipt, StuckMark } from './order-marks.tsx'

type OrderHeadProps = {
  order: OrderDetails
  now: number
  /** The request that fetches it, as a command. */
  curl: string
  mayWrite: boolean
}

/** The amount of an order, its status, and its actions. */
export function OrderHead({ order, now, curl, mayWrite }: OrderHeadProps) {
  return (
    <SlipHead
      amount={<Money amount={order.amount} currency={order.currency} />}
      actions={
        <>
          {order.status !== 'paid' && (
            <Permitted allowed={mayWrite} permission="orders:write" label="Email payment link">
              <LinkButton href={`/orders/${order.id}/send`}>
                <MailIcon aria-hidden="true" /> Email payment link
              </LinkButton>
            </Permitted>
          )}
          <CopyButton value={curl}>Copy curl</CopyButton>
          <Permitted allowed={mayWrite} permission="orders:write" label="Duplicate">
            <LinkButton href={`/orders/new?from=${order.id}`}>
              <Copy aria-hidden="true" /> Duplicate
            </LinkButton>
          </Permitted>
        </>
      }
    >
      <StatusPill kind="order" status={order.status} />
      {order.status === 'attempted' && order.authorized && <AuthorizedMark />}
      {order.stuck && <StuckMark order={order} now={now} />}
      {order.receipt !== null && (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          Receipt <Receipt order={order} width="max-w-full" />
        </span>
      )}
    </SlipHead>
  )
}
