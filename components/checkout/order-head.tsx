import { Money } from '#components/ui/money.tsx'
import { CardPart } from '#components/ui/slip.tsx'
import type { Logo } from '#lib/domain/merchants/schema.ts'
import { logoPath } from '#lib/values/logo-path.ts'
import type { Method } from './pay-state.ts'

type HeadOrder = {
  id: string
  merchant_name: string
  currency: string
  amount: number
  amount_paid: number
  receipt: string | null
  brand: { logo: Logo | null }
}

/** The merchant and the amount: the upper part of every slip. */
export function OrderHead({ order, amount }: { order: HeadOrder; amount: number }) {
  return (
    <CardPart>
      {order.brand.logo && <MerchantLogo logo={order.brand.logo} />}
      <p className="text-ink-2 [overflow-wrap:anywhere]">{order.merchant_name}</p>
      <h1 className="text-amount font-semibold tracking-[-0.025em] [overflow-wrap:anywhere]">
        <span className="sr-only">Pay </span>
        <Money amount={amount} currency={order.currency} />
        <span className="sr-only"> to {order.merchant_name}</span>
      </h1>
      <p className="text-ink-3 [overflow-wrap:anywhere]">
        {order.receipt === null ? <span className="mono">{order.id}</span> : <>Receipt {order.receipt}</>}
      </p>
      {order.amount_paid > 0 && (
        <p className="mt-1 text-ink-2">
          <Money amount={order.amount_paid} currency={order.currency} /> of{' '}
          <Money amount={order.amount} currency={order.currency} /> already paid.
        </p>
      )}
    </CardPart>
  )
}

/** The name stands below it, so the picture says nothing more. */
function MerchantLogo({ logo }: { logo: Logo }) {
  return (
    // biome-ignore lint/performance/noImgElement: the file is small and final; next/image would draw it a second time.
    <img
      src={logoPath(logo.hash)}
      width={logo.width}
      height={logo.height}
      alt=""
      className="mb-3 h-auto max-h-14 w-auto max-w-50 rounded-small"
    />
  )
}

/** "by card", "by UPI", "from a wallet": a method in a sentence. */
export function byMethod(method: Method | string): string {
  if (method === 'upi') return 'by UPI'
  if (method === 'wallet') return 'from a wallet'
  return `by ${method}`
}
