import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { WalletForPayer } from '#lib/domain/wallets/schema.ts'
import { decimalOf, formatMoney } from '#lib/values/money-text.ts'
import { OtpForm, type OtpState } from './otp-form.tsx'
import { RequestCodeForm } from './request-code-form.tsx'
import { WalletBalance } from './wallet-balance.tsx'
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

const ENDED = {
  time: 'The last OTP has expired.',
  tries: 'Too many incorrect OTPs.',
}

function Ask({ order, wallet, contact, robot, newKey, actions }: WalletStepsProps) {
  const { customer, merchant_name } = order
  const known = customer?.contact ?? customer?.email
  return (
    <>
      <h2 className="mb-1 text-lead font-semibold">Pay from your {merchant_name} wallet</h2>
      <p className="mb-4 text-ink-2">
        We email an OTP to the owner of the wallet
        {known && (
          <>
            {' '}
            for <span className="num whitespace-nowrap">{known}</span>
          </>
        )}
        . The balance is shown only after the OTP is entered.
      </p>
      {wallet.ended && (
        <div className="mb-3">
          <Notice tone="wait" role="status" title={ENDED[wallet.ended]}>
            Request a new one. The order is kept.
          </Notice>
        </div>
      )}
      <RequestCodeForm
        action={actions.askForCode}
        initial={{ contact, error: null, title: null, key: newKey() }}
        orderId={order.id}
        asksNumber={customer === null}
        label="Send OTP"
        robot={robot}
      />
    </>
  )
}

function Code({ order, wallet, robot, newKey, actions, hrefs }: WalletStepsProps) {
  const email = order.customer?.email
  const left = wallet.tries_left ?? 0
  const wrong = left < 5 ? `Incorrect OTP. ${left === 1 ? '1 attempt' : `${left} attempts`} left.` : null
  return (
    <>
      <h2 className="mb-1 text-lead font-semibold">Enter the OTP</h2>
      <p className="mb-4 text-ink-2">
        If there is a wallet{order.customer === null && ' for this number'} at {order.merchant_name}, we sent
        an OTP to {email ? <span className="wrap-anywhere">{email}</span> : "the owner's email"}. It expires
        in 10 minutes.
      </p>
      <OtpForm
        action={actions.enterCode}
        initial={{ error: wrong, key: newKey() }}
        orderId={order.id}
        hint={
          wallet.test_password === null
            ? 'Six digits. Never share it with anyone.'
            : `Test mode: the OTP is ${wallet.test_password}. The email is in the dashboard's outbox.`
        }
        robot={robot}
      />
      <div className="mt-2 grid gap-2">
        <RequestCodeForm
          action={actions.askForCode}
          initial={{ contact: '', error: null, title: null, key: newKey() }}
          orderId={order.id}
          asksNumber={false}
          label="Send a new OTP"
          look="quiet"
          robot={robot}
        />
        {order.customer === null && (
          <LinkButton href={hrefs.change} prefetch={false} variant="quiet" size="large" className="w-full">
            Use another number
          </LinkButton>
        )}
      </div>
    </>
  )
}

function Open(props: WalletStepsProps) {
  const { order, wallet, robot, newKey, actions, hrefs } = props
  const { balance } = wallet
  if (balance === null) return <NoWallet {...props} />
  const most = Math.min(balance, order.amount_due)
  const can = balance >= order.amount_least
  return (
    <>
      <h2 className="mb-3 text-lead font-semibold">Your {order.merchant_name} wallet</h2>
      <WalletBalance balance={balance} due={order.amount_due} currency={order.currency} />
      {balance < order.amount_due && <TopUp {...props} balance={balance} />}
      {can ? (
        <WalletPayForm
          // Another balance is another form: what can be paid has changed.
          key={`${balance} ${order.amount_due}`}
          action={actions.payFromWallet}
          initial={{
            amount: decimalOf(most, order.currency),
            error: null,
            title: null,
            note: null,
            key: newKey(),
          }}
          order={order}
          most={most}
          robot={robot}
        />
      ) : (
        <LinkButton
          href={hrefs.again}
          prefetch={false}
          variant="primary"
          size="large"
          className="mt-4 w-full"
        >
          Refresh
        </LinkButton>
      )}
      <Otherwise {...props} />
    </>
  )
}

function TopUp({ order, balance }: WalletStepsProps & { balance: number }) {
  const money = (amount: number) => formatMoney(amount, order.currency)
  const missing = money(order.amount_due - balance)
  return (
    <div className="mt-4">
      <Notice tone="wait" role="status" title={`Top-up needed: ${missing} missing`}>
        {balance >= order.amount_least
          ? 'You can pay part of it from the wallet now, and the rest with another method.'
          : `Ask ${order.merchant_name} to top up your wallet, then refresh, or pay with another method. You were not charged.`}
      </Notice>
    </div>
  )
}

/** Shown only after the correct OTP: in test mode for a number without a wallet. */
function NoWallet(props: WalletStepsProps) {
  return (
    <>
      <Notice
        tone="wait"
        role="status"
        title={`There is no wallet for this number at ${props.order.merchant_name}`}
      >
        No email was sent. {props.order.merchant_name} opens a wallet when it first adds money to it.
      </Notice>
      <Otherwise {...props} />
    </>
  )
}

function Otherwise({ order, hrefs }: WalletStepsProps) {
  return (
    <div className="mt-2 grid gap-2">
      {hrefs.other && (
        <LinkButton href={hrefs.other} prefetch={false} variant="quiet" size="large" className="w-full">
          Pay another way
        </LinkButton>
      )}
      {order.customer === null && (
        <LinkButton href={hrefs.change} prefetch={false} variant="quiet" size="large" className="w-full">
          Use another number
        </LinkButton>
      )}
    </div>
  )
}
