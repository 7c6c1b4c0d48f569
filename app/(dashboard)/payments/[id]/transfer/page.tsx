import type { Metadata } from 'next'
import { paymentOf } from '#app/(dashboard)/payments/[id]/record.ts'
import { FormPage } from '#components/shared/form-page.tsx'
import { RecipientForm } from '#components/transfers/recipient-form.tsx'
import { TransferForm } from '#components/transfers/transfer-form.tsx'
import { roomOf, TransferSummary } from '#components/transfers/transfer-summary.tsx'
import { Link } from '#components/ui/link.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { fetchBalance } from '#lib/domain/merchants/fetch-balance.ts'
import type { PaymentDetails } from '#lib/domain/payments/schema.ts'
import { transferPayment } from '#lib/domain/transfers/create.ts'
import { getWalletDetails } from '#lib/domain/wallets/get-details.ts'
import type { WalletDetails } from '#lib/domain/wallets/schema.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { hasWallets } from '#lib/values/capability.ts'
import { decimalOf, formatMoney } from '#lib/values/money-text.ts'
import { zoneText } from '#lib/values/time-text.ts'
import { transferToWallet } from './actions.ts'
import { recipientOf } from './recipient.ts'

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
  const held = balance.ok ? balance.value.balance : null
  const max = Math.min(left, roomOf(wallet), held === null ? Number.MAX_SAFE_INTEGER : Number(held))
  return (
    <TransferForm
      from="payment"
      initial={openForm({ amount: decimalOf(max, currency) })}
      action={transferToWallet}
      hidden={{ id, customer: wallet.customer_id }}
      currency={currency}
      zone={zoneText(time_zone, Math.floor(Date.now() / 1000))}
      hint={`Up to ${formatMoney(max, currency, grouping)}.`}
      label="Transfer amount"
      pendingText="Transferring…"
      cancelHref={`/payments/${id}`}
      summary={
        <>
          <TransferSummary wallet={wallet} payment={{ id, amount, left }} balance={held} />
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
