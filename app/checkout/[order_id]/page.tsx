import { redirect } from 'next/navigation'
import { payOrderAction } from '#app/checkout/actions.ts'
import { failedState, freshState } from '#app/checkout/form-state.ts'
import { type Given, givenIn } from '#app/checkout/given.ts'
import { hostedReturn, remembered } from '#app/checkout/payer-cookie.ts'
import { presetOf, scenariosOf } from '#app/checkout/presets.ts'
import { readOrder, readPayment } from '#app/checkout/queries.ts'
import { orderUrl, type SearchParams, single, stepUrl, walletUrl } from '#app/checkout/urls.ts'
import { MethodTabs } from '#components/checkout/method-tabs.tsx'
import { CheckoutOrderHead } from '#components/checkout/order-head.tsx'
import { PayForm } from '#components/checkout/pay-form.tsx'
import { methodsOf, type PayMethod, type PayState } from '#components/checkout/pay-state.ts'
import { TestDrawer } from '#components/checkout/test-drawer.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { WalletIcon } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'
import type { OrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import type { CheckoutReturn } from '#lib/domain/orders/open-checkout.ts'
import { BANKS, WALLETS } from '#lib/domain/payments/instrument.ts'
import { textOf } from '#lib/messages/text.ts'
import { pageLanguage } from '#lib/surfaces/language.ts'
import type { Language } from '#lib/values/language.ts'
import { decimalOf } from '#lib/values/money-text.ts'

type PageProps = { params: Promise<{ order_id: string }>; searchParams: SearchParams }

/**
 * Where an order is paid. `?method=` opens a method, `?failed=` shows why a payment failed, `?use=` fills in a test
 * instrument, `?prefill[email]=` and its like fill in details of the payer, `?notes[…]=` are notes of the payment, and `?robot=1`, which every page passes on, is for automated clients: the page moves no focus and does
 * not redirect.
 */
export default async function CheckoutPage({ params, searchParams }: PageProps) {
  const { order_id } = await params
  const [query, language] = await Promise.all([searchParams, pageLanguage()])
  const order = await readOrder(order_id)
  const robot = single(query.robot) === '1'
  if (order.settled_by) redirect(stepUrl('receipt', order.id, order.settled_by.id, robot))
  const hosted = await hostedReturn()
  const leave = leaveUrl(order, hosted, robot)
  if (!order.payable)
    return <NotHere {...{ language, order, robot }} leave={hosted === null ? null : leave} />

  const t = textOf(language)
  const methods = methodsOf(order)
  const method = methods.find((each) => each === single(query.method)) ?? methods[0] ?? 'card'
  const use = order.mode === 'test' ? single(query.use) : undefined
  const preset = presetOf(method, order, use)
  const given = givenIn(query)
  const initial = await beginning(language, order, method, single(query.failed), given)
  return (
    <PaperCard>
      <CheckoutOrderHead language={language} order={order} amount={order.amount_due} />
      <Tear />
      <CardPart>
        {order.open && <Unfinished language={language} order={order} open={order.open} robot={robot} />}
        <MethodTabs
          language={language}
          method={method}
          order={order}
          hrefOf={(each) => orderUrl(order.id, { method: each, robot }, given.search)}
        />
        {method === 'wallet' && order.own_wallet && (
          <OwnWalletLink
            language={language}
            href={walletUrl(order.id, { robot })}
            merchant={order.merchant_name}
          />
        )}
        {/* Filled in again when a link of the drawer was followed without script. */}
        <PayForm
          key={use ?? ''}
          language={language}
          action={payOrderAction}
          initial={initial}
          method={method}
          order={order}
          banks={BANKS}
          wallets={WALLETS}
          preset={presetFor(order, preset, initial.values)}
          robot={robot}
        />
        {leave !== null && (
          <DocumentButton href={leave} variant="quiet" size="large" className="mt-2 w-full">
            {t('pay.leave', { merchant: order.merchant_name })}
          </DocumentButton>
        )}
        {order.mode === 'test' && (
          <Drawer language={language} order={order} method={method} robot={robot} given={given} />
        )}
      </CardPart>
    </PaperCard>
  )
}

/**
 * Where a payer goes who does not pay. One whom a form of the merchant's site sent goes to its cancel_url; after a payment
 * that failed, to its callback_url with the error.
 */
function leaveUrl(order: OrderForPayer, hosted: CheckoutReturn | null, robot: boolean): string | null {
  if (hosted?.callback_url && order.failed) return stepUrl('return', order.id, order.failed.id, robot)
  if (hosted?.cancel_url) return hosted.cancel_url
  return hosted?.callback_url ? new URL(hosted.callback_url).origin : order.shop_url
}

/** The values of a test instrument: never the payer's own or known details. */
function presetFor(order: OrderForPayer, preset: ReturnType<typeof presetOf>, said: PayState['values']) {
  const { email, contact, ...instrument } = preset
  return {
    ...instrument,
    ...(email && !said.email && !order.customer?.email ? { email } : {}),
    ...(contact && !said.contact && !order.customer?.contact ? { contact } : {}),
  }
}

/** The initial values of the form: the payer's earlier input, and the reason of the last failure. */
async function beginning(
  language: Language,
  order: OrderForPayer,
  method: PayMethod,
  failed: string | undefined,
  given: Given,
): Promise<PayState> {
  const stored = await remembered()
  const { email, contact, ...prefilled } = given.values
  const values = {
    ...prefilled,
    // Known details stay with the merchant: the payer enters others themselves.
    ...(order.customer?.email ? {} : { email }),
    ...(order.customer?.contact ? {} : { contact }),
    ...stored,
    amount: decimalOf(order.amount_due, order.currency),
  } as PayState['values']
  const payment = failed && /^pay_\w{14}$/.test(failed) ? await readPayment(order.id, failed) : null
  return payment?.status === 'failed' && payment.method === method
    ? failedState(textOf(language), method, values, payment, order.collection)
    : freshState(method, values)
}

function Unfinished({
  language,
  order,
  open,
  robot,
}: {
  language: Language
  order: OrderForPayer
  open: NonNullable<OrderForPayer['open']>
  robot: boolean
}) {
  const t = textOf(language)
  return (
    <div className="mb-4">
      <Notice tone="wait" title={t('order.unfinished', { method: t(`order.by_${open.method}`) })}>
        {t.rich('order.continue', {
          link: (words) => (
            <Link href={stepUrl('wait', order.id, open.id, robot)} className="link">
              {words}
            </Link>
          ),
        })}
      </Notice>
    </div>
  )
}

type DrawerProps = {
  language: Language
  order: OrderForPayer
  method: PayMethod
  robot: boolean
  given: Given
}

function Drawer({ language, order, method, robot, given }: DrawerProps) {
  const label = textOf(language)(DRAWER_LABELS[method])
  const scenarios = scenariosOf(method, order)
  const ids = scenarios.flatMap((scenario) => scenario.presets.map((preset) => preset.id))
  const hrefs = Object.fromEntries(
    ids.map((id) => [id, orderUrl(order.id, { method, use: id, robot }, given.search)]),
  )
  return <TestDrawer language={language} label={label} scenarios={scenarios} hrefs={hrefs} />
}

const DRAWER_LABELS = {
  card: 'test_drawer.cards',
  upi: 'test_drawer.upi_ids',
  netbanking: 'test_drawer.outcomes',
  wallet: 'test_drawer.outcomes',
} as const satisfies Record<PayMethod, string>

type NotHereProps = { language: Language; order: OrderForPayer; robot: boolean; leave: string | null }

/** Live mode without an acquirer: there is no bank to pay through, and a wallet of the platform needs none. */
function NotHere({ language, order, robot, leave }: NotHereProps) {
  const t = textOf(language)
  return (
    <PaperCard>
      <CheckoutOrderHead language={language} order={order} amount={order.amount_due} />
      <Tear />
      <CardPart>
        <h2 className="text-lead font-semibold">{t('order.unavailable')}</h2>
        <p className="mt-1 text-ink-2">
          {t.rich('order.unavailable_note', {
            merchant: order.merchant_name,
            id: () => <span className="mono [overflow-wrap:anywhere]">{order.id}</span>,
          })}
        </p>
        {order.own_wallet && (
          <LinkButton href={walletUrl(order.id, { robot })} size="large" className="mt-4 w-full">
            {t('pay.from_wallet')}
          </LinkButton>
        )}
        {leave !== null && (
          <DocumentButton href={leave} variant="quiet" size="large" className="mt-2 w-full">
            {t('pay.leave', { merchant: order.merchant_name })}
          </DocumentButton>
        )}
      </CardPart>
    </PaperCard>
  )
}

type OwnWalletLinkProps = { href: string; merchant: string; language: Language }

/** The way to pay from a Counterfoil wallet, before those of others. */
function OwnWalletLink({ href, merchant, language }: OwnWalletLinkProps) {
  const t = textOf(language)
  return (
    <div className="mt-4">
      <LinkButton href={href} size="large" className="w-full whitespace-normal! h-auto! py-2.5">
        <WalletIcon aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">{t('pay.own_wallet', { merchant })}</span>
      </LinkButton>
      <p className="mt-3 flex items-center gap-3 text-small text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('pay.or_other_wallet')}
      </p>
    </div>
  )
}
