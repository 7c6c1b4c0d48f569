import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { WalletForPayer } from '#lib/domain/wallets/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import { decimalOf, formatMoney } from '#lib/values/money-text.ts'
import { OtpForm, type OtpState } from './otp-form.tsx'
import { RequestCodeForm } from './request-code-form.tsx'
import { WalletPayForm } from './wallet-pay-form.tsx'
import type { OpenState, RequestCodeState } from './wallet-state.ts'

type Action<State> = (before: State, form: FormData) => Promise<State>

type WalletOrder = {
  id: string
  merchant_name: string
  currency: string
  amount_due: number
  amount_least: number
  /** How the customer of the order is reached, masked; null when it has none. */
  customer: { email: string | null; contact: string | null } | null
}

type WalletStepsProps = {
  language: Language
  order: WalletOrder
  wallet: WalletForPayer
  /** The number that was typed before, in this browser. */
  contact: string
  robot: boolean
  newKey: () => string
  actions: {
    askForCode: Action<RequestCodeState>
    enterCode: Action<OtpState>
    payFromWallet: Action<OpenState>
  }
  /** The page once more, the page for another number, and the other ways to pay, where there are any. */
  hrefs: { again: string; change: string; other: string | null }
}

/** The step of a payment from a wallet that the payer is at. */
export function WalletSteps(props: WalletStepsProps) {
  return (
    <div className="mt-4">
      {props.wallet.step === 'ask' && <Ask {...props} />}
      {props.wallet.step === 'code' && <Code {...props} />}
      {props.wallet.step === 'open' && <Open {...props} />}
    </div>
  )
}

function Ask({ language, order, wallet, contact, robot, newKey, actions }: WalletStepsProps) {
  const t = textOf(language)
  const { customer, merchant_name } = order
  const known = customer?.contact ?? customer?.email
  return (
    <>
      <h2 className="mb-1 text-lead font-semibold">{t('wallet.ask_title', { merchant: merchant_name })}</h2>
      <p className="mb-4 text-ink-2">
        {known
          ? t.rich('wallet.ask_note_for', {
              known: () => <span className="num whitespace-nowrap">{known}</span>,
            })
          : t('wallet.ask_note')}
      </p>
      {wallet.ended && (
        <div className="mb-3">
          <Notice tone="wait" role="status" title={t(`wallet.ended_${wallet.ended}`)}>
            {t('wallet.ended_note')}
          </Notice>
        </div>
      )}
      <RequestCodeForm
        language={language}
        action={actions.askForCode}
        initial={{ contact, error: null, title: null, key: newKey() }}
        orderId={order.id}
        asksNumber={customer === null}
        label={t('wallet.send')}
        robot={robot}
      />
    </>
  )
}

function Code({ language, order, wallet, robot, newKey, actions, hrefs }: WalletStepsProps) {
  const t = textOf(language)
  const email = order.customer?.email
  const left = wallet.tries_left ?? 0
  const wrong = left < 5 ? t('errors.otp_wrong', { count: left }) : null
  return (
    <>
      <h2 className="mb-1 text-lead font-semibold">{t('otp.title')}</h2>
      <p className="mb-4 text-ink-2">
        {t.rich(order.customer === null ? 'wallet.code_note_number' : 'wallet.code_note', {
          merchant: order.merchant_name,
          email: () => (email ? <span className="wrap-anywhere">{email}</span> : t('wallet.owners_email')),
        })}
      </p>
      <OtpForm
        language={language}
        action={actions.enterCode}
        initial={{ error: wrong, key: newKey() }}
        orderId={order.id}
        hint={
          wallet.test_password === null
            ? t('wallet.code_hint')
            : t('wallet.code_test', { otp: wallet.test_password })
        }
        robot={robot}
      />
      <div className="mt-2 grid gap-2">
        <RequestCodeForm
          language={language}
          action={actions.askForCode}
          initial={{ contact: '', error: null, title: null, key: newKey() }}
          orderId={order.id}
          asksNumber={false}
          label={t('wallet.send_new')}
          look="quiet"
          robot={robot}
        />
        {order.customer === null && (
          <LinkButton href={hrefs.change} variant="quiet" size="large" className="w-full">
            {t('wallet.other_number')}
          </LinkButton>
        )}
      </div>
    </>
  )
}

function Open(props: WalletStepsProps) {
  const { language, order, wallet, robot, newKey, actions, hrefs } = props
  const t = textOf(language)
  const { balance } = wallet
  if (balance === null) return <NoWallet {...props} />
  const max = Math.min(balance, order.amount_due)
  const can = balance >= order.amount_least
  return (
    <>
      <h2 className="mb-3 text-lead font-semibold">
        {t('wallet.open_title', { merchant: order.merchant_name })}
      </h2>
      <WalletBalance language={language} balance={balance} due={order.amount_due} currency={order.currency} />
      {balance < order.amount_due && <TopUp {...props} balance={balance} />}
      {can ? (
        <WalletPayForm
          // Another balance is another form: what can be paid has changed.
          language={language}
          key={`${balance} ${order.amount_due}`}
          action={actions.payFromWallet}
          initial={{
            amount: decimalOf(max, order.currency),
            error: null,
            title: null,
            note: null,
            key: newKey(),
          }}
          order={order}
          max={max}
          robot={robot}
        />
      ) : (
        <LinkButton href={hrefs.again} variant="primary" size="large" className="mt-4 w-full">
          {t('wallet.refresh')}
        </LinkButton>
      )}
      <Otherwise {...props} />
    </>
  )
}

function TopUp({ language, order, balance }: WalletStepsProps & { balance: number }) {
  const t = textOf(language)
  const money = (amount: number) => formatMoney(amount, order.currency)
  const missing = money(order.amount_due - balance)
  return (
    <div className="mt-4">
      <Notice tone="wait" role="status" title={t('wallet.top_up', { amount: missing })}>
        {balance >= order.amount_least
          ? t('wallet.top_up_part')
          : t('wallet.top_up_ask', { merchant: order.merchant_name })}
      </Notice>
    </div>
  )
}

/** Shown only after the correct OTP: in test mode for a number without a wallet. */
function NoWallet(props: WalletStepsProps) {
  const t = textOf(props.language)
  const merchant = props.order.merchant_name
  return (
    <>
      <Notice tone="wait" role="status" title={t('wallet.none', { merchant })}>
        {t('wallet.none_note', { merchant })}
      </Notice>
      <Otherwise {...props} />
    </>
  )
}

function Otherwise({ language, order, hrefs }: WalletStepsProps) {
  const t = textOf(language)
  return (
    <div className="mt-2 grid gap-2">
      {hrefs.other && (
        <LinkButton href={hrefs.other} variant="quiet" size="large" className="w-full">
          {t('wallet.other_way')}
        </LinkButton>
      )}
      {order.customer === null && (
        <LinkButton href={hrefs.change} variant="quiet" size="large" className="w-full">
          {t('wallet.other_number')}
        </LinkButton>
      )}
    </div>
  )
}

type WalletBalanceProps = { balance: number; due: number; currency: string; language: Language }

/** The wallet's balance, the order's amount, and the rest or shortfall. */
function WalletBalance({ balance, due, currency, language }: WalletBalanceProps) {
  const t = textOf(language)
  const lines: [term: string, amount: number][] = [
    [t('wallet.balance'), balance],
    [t('wallet.due'), due],
    balance >= due ? [t('wallet.after'), balance - due] : [t('wallet.missing'), due - balance],
  ]
  return (
    <dl className="grid gap-1.5">
      {lines.map(([term, amount], index) => (
        <div
          key={term}
          className={`flex items-baseline justify-between gap-3 ${index === 2 ? 'border-t border-line pt-1.5 font-semibold' : ''}`}
        >
          <dt className={index === 2 ? '' : 'text-ink-2'}>{term}</dt>
          <dd className="num">
            <Money amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
