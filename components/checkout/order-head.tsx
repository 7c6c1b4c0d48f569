import { Money } from '#components/ui/money.tsx'
import { CardPart } from '#components/ui/slip.tsx'
import type { Logo } from '#lib/domain/merchants/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { logoPath } from '#lib/values/logo-path.ts'

type HeadOrder = {
  id: string
  merchant_name: string
  currency: string
  amount: number
  amount_paid: number
  receipt: string | null
  brand: { logo: Logo | null }
}

type OrderHeadProps = { order: HeadOrder; amount: number; language: Language }

/** The merchant and the amount: the upper part of every slip. */
export function CheckoutOrderHead({ order, amount, language }: OrderHeadProps) {
  const t = textOf(language)
  return (
    <CardPart>
      {order.brand.logo && <MerchantLogo logo={order.brand.logo} />}
      <p className="text-ink-2 [overflow-wrap:anywhere]">{order.merchant_name}</p>
      <h1 className="text-amount font-semibold tracking-[-0.025em] [overflow-wrap:anywhere]">
        {t.rich('order.heading', {
          merchant: order.merchant_name,
          amount: () => <Money amount={amount} currency={order.currency} />,
          hidden: (words) => <span className="sr-only">{words}</span>,
        })}
      </h1>
      <p className="text-ink-3 [overflow-wrap:anywhere]">
        {order.receipt === null ? (
          <span className="mono">{order.id}</span>
        ) : (
          t('order.receipt', { receipt: order.receipt })
        )}
      </p>
      {order.amount_paid > 0 && (
        <p className="mt-1 text-ink-2">
          {t.rich('order.partly_paid', {
            paid: () => <Money amount={order.amount_paid} currency={order.currency} />,
            amount: () => <Money amount={order.amount} currency={order.currency} />,
          })}
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
