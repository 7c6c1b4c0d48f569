import { notFound, redirect } from 'next/navigation'
import { newKey } from '#app/checkout/form-state.ts'
import { remembered } from '#app/checkout/payer-cookie.ts'
import { readOrder, stepTitle } from '#app/checkout/queries.ts'
import { orderUrl, type SearchParams, single, stepUrl, walletUrl } from '#app/checkout/urls.ts'
import { enterCodeAction, payFromWalletAction, requestCodeAction } from '#app/checkout/wallet-actions.ts'
import { MethodTabs } from '#components/checkout/method-tabs.tsx'
import { CheckoutOrderHead } from '#components/checkout/order-head.tsx'
import { WalletSteps } from '#components/checkout/wallet-steps.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import { getWalletDetailsForPayer } from '#lib/domain/wallets/fetch.ts'
import type { WalletForPayer } from '#lib/domain/wallets/schema.ts'
import { pageLanguage } from '#lib/surfaces/language.ts'
import { readAsPayer, walletBrowser } from '#lib/surfaces/payer.ts'

export const generateMetadata = stepTitle('wallet.title')

type PageProps = { params: Promise<{ order_id: string }>; searchParams: SearchParams }

const NOTHING: WalletForPayer = {
  step: 'ask',
  ended: null,
  tries_left: null,
  test_password: null,
  balance: null,
}

/**
 * Pays an order from a Counterfoil wallet: phone number, one-time password, then the balance. Someone who only has the
 * URL of the order learns nothing about a wallet before the password. `?change=1` starts over.
 */
export default async function WalletPage({ params, searchParams }: PageProps) {
  const [{ order_id }, query, language] = await Promise.all([params, searchParams, pageLanguage()])
  const order = await readOrder(order_id)
  const robot = single(query.robot) === '1'
  if (order.settled_by) redirect(stepUrl('receipt', order.id, order.settled_by.id, robot))
  if (!order.own_wallet) notFound()
  const browser = await walletBrowser()
  const startsOver = browser === null || single(query.change) === '1'
  const wallet = startsOver
    ? NOTHING
    : await readAsPayer(getWalletDetailsForPayer, order.id, { order_id, browser })
  const { contact = '' } = await remembered()
  return (
    <PaperCard>
      <CheckoutOrderHead language={language} order={order} amount={order.amount_due} />
      <Tear />
      <CardPart>
        {order.payable && (
          <MethodTabs
            language={language}
            method="wallet"
            order={order}
            hrefOf={(method) => orderUrl(order.id, { method, robot })}
          />
        )}
        <WalletSteps
          language={language}
          order={order}
          wallet={wallet}
          contact={contact}
          robot={robot}
          newKey={newKey}
          actions={{
            askForCode: requestCodeAction,
            enterCode: enterCodeAction,
            payFromWallet: payFromWalletAction,
          }}
          hrefs={{
            again: walletUrl(order.id, { robot }),
            change: walletUrl(order.id, { change: true, robot }),
            other: order.payable ? orderUrl(order.id, { robot }) : null,
          }}
        />
      </CardPart>
    </PaperCard>
  )
}
