import type { Metadata } from 'next'
import { paymentOf } from '#app/(dashboard)/payments/[id]/record.ts'
import { FormPage } from '#components/shared/form-page.tsx'
import { TransferForm } from '#components/transfers/transfer-form.tsx'
import { roomOf, TransferSummary } from '#components/transfers/transfer-summary.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { fetchBalance } from '#lib/domain/balance/fetch.ts'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'
import { transferPayment } from '#lib/domain/transfers/create.ts'
import { getWalletDetails } from '#lib/domain/wallets/fetch.ts'
import type { WalletDetails } from '#lib/domain/wallets/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { hasWallets } from '#lib/values/capability.ts'
import { Id } from '#lib/values/id.ts'
import { decimalOf, formatMoney } from '#lib/values/money-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'
import { zoneText } from '#lib/values/time-text.ts'
import { transferPaymentAction } from './actions.ts'

type Props = PageProps<'/payments/[id]/transfer'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Transfer to a wallet · ${(await params).id} · Payments` }
}

export default async function TransferPage({ params, searchParams }: Props) {
  const [{ id }, { customer }, { account, permissions }] = await Promise.all([
    params,
    searchParams,
    requireStaff(),
  ])
  const payment = await paymentOf(id)
  if (!hasWallets(account)) return <NoWallets title="Transfer to a wallet" />
  const typed = typeof customer === 'string' ? customer : (payment.customer_id ?? '')
  const recipient = typed === '' ? { problem: null } : await walletOf(typed)
  return (
    <FormPage
      title="Transfer to a wallet"
      crumbs={<Crumbs href="/payments" label="Payments" id={id} />}
      back={{ href: `/payments/${id}`, label: 'Back to the payment' }}
      disabledReason={
        permissions.has(transferPayment.permission)
          ? (payment.transfer_error?.description ?? null)
          : missingPermission(transferPayment.permission)
      }
    >
      {'wallet' in recipient ? (
        <Transfer payment={payment} left={payment.transferable} wallet={recipient.wallet} />
      ) : (
        <RecipientForm typed={typed} problem={recipient.problem} />
      )}
    </FormPage>
  )
}

async function Transfer({
  payment,
  left,
  wallet,
}: {
  payment: PaymentDetails
  left: number
  wallet: WalletDetails
}) {
  const [{ grouping, time_zone }, balance] = await Promise.all([
    currentPreferences(),
    tryRead(fetchBalance, {}),
  ])
  const { id, amount, currency } = payment
  const available = balance.ok ? balance.value.balance : null
  const max = Math.min(left, roomOf(wallet), available === null ? Number.MAX_SAFE_INTEGER : Number(available))
  return (
    <TransferForm
      from="payment"
      initial={openForm({ amount: decimalOf(max, currency) })}
      action={transferPaymentAction}
      hidden={{ id, customer: wallet.customer_id }}
      currency={currency}
      zone={zoneText(time_zone, Math.floor(Date.now() / 1000))}
      hint={`Up to ${formatMoney(max, currency, grouping)}.`}
      label="Transfer amount"
      pendingText="Transferring…"
      cancelHref={`/payments/${id}`}
      summary={
        <>
          <TransferSummary wallet={wallet} payment={{ id, amount, left }} balance={available} />
          <p className="text-table">
            <Link href={`/payments/${id}/transfer?customer=`} className="link">
              Change recipient
            </Link>
          </p>
        </>
      }
      consequence={
        <p className="text-table text-ink-2">
          The amount is deducted from your balance and added to the wallet, unless the transfer is on hold.
          Unspent money can be reversed. The payment can still be refunded from your balance.
        </p>
      }
    />
  )
}

async function walletOf(typed: string): Promise<{ wallet: WalletDetails } | { problem: string }> {
  const recipient = await recipientOf(typed)
  if ('problem' in recipient) return recipient
  const wallet = await tryRead(getWalletDetails, { id: recipient.id })
  if (!wallet.ok) return { problem: wallet.description }
  if (wallet.value.exists || wallet.value.possible) return { wallet: wallet.value }
  return { problem: 'Wallets need a valid Indian mobile number. This customer has none.' }
}

/** The customer that an id, an e-mail or a phone number names, or a sentence why there is none. */
async function recipientOf(typed: string): Promise<{ id: string } | { problem: string }> {
  const q = typed.trim()
  if (Id('customer').safeParse(q).success) return { id: q }
  const isMail = q.includes('@')
  if (!isMail && !/^\+?[\d\s()-]{7,}$/.test(q))
    return { problem: 'Enter a customer ID (cust_…), email or phone number.' }
  const found = await tryRead(listCustomersForDashboard, { q: q.slice(0, 100), count: 25 })
  if (!found.ok) return { problem: found.description }
  const same = found.value.items.filter(({ email }) => !isMail || email?.toLowerCase() === q.toLowerCase())
  const [first, second] = same
  if (!first) return { problem: `No customer found for ${q}.` }
  if (!second) return { id: first.id }
  const ids = same.map(({ id, name }) => (name === null ? id : `${name} (${id})`)).slice(0, 5)
  return { problem: `${q} matches more than one customer. Enter a customer ID: ${ids.join(', ')}.` }
}

/** Recipient: a plain form that asks for this very page with the customer in its address. */
function RecipientForm({ typed, problem }: { typed: string; problem: string | null }) {
  return (
    <form className="grid gap-4">
      <Field label="Recipient" required error={problem} hint="Customer ID, email or phone number.">
        {(control) => (
          <TextInput
            {...control}
            name="customer"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            defaultValue={typed}
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          Find customer
        </Button>
      </div>
    </form>
  )
}
