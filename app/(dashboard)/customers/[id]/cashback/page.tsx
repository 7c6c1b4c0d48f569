import type { Metadata } from 'next'
import { waitingFor } from '#app/(dashboard)/approvals/waiting.ts'
import { WaitingHere } from '#components/approvals/waiting-notice.tsx'
import { FormPage } from '#components/shared/form-page.tsx'
import { TransferForm } from '#components/transfers/transfer-form.tsx'
import { roomOf, TransferSummary } from '#components/transfers/transfer-summary.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { ALL_APPROVALS } from '#lib/domain/approvals/schema.ts'
import { fetchBalance } from '#lib/domain/balance/fetch.ts'
import { createTransfer } from '#lib/domain/transfers/create.ts'
import { getWalletDetails } from '#lib/domain/wallets/fetch.ts'
import type { WalletDetails } from '#lib/domain/wallets/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'
import { zoneText } from '#lib/values/time-text.ts'
import { giveCashbackAction } from './actions.ts'

type Props = PageProps<'/customers/[id]/cashback'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Add cashback · ${(await params).id} · Customers` }
}

export default async function CashbackPage({ params }: Props) {
  const { id } = await params
  const [{ permissions }, { grouping, time_zone }, wallet, balance, waiting] = await Promise.all([
    requireStaff(),
    currentPreferences(),
    read(getWalletDetails, { id }),
    tryRead(fetchBalance, {}),
    waitingFor(id),
  ])
  if (!wallet.served) return <NoWallets title="Add cashback" />
  const money = (amount: number) => formatMoney(amount, wallet.currency, grouping)
  const available = balance.ok ? balance.value.balance : null
  const max = Math.min(roomOf(wallet), available === null ? Number.MAX_SAFE_INTEGER : Number(available))
  return (
    <FormPage
      title="Add cashback"
      crumbs={<Crumbs href="/customers" label="Customers" id={id} />}
      back={{ href: `/customers/${id}?tab=wallet`, label: 'Back to the customer' }}
      disabledReason={disabledReasonOf(wallet, permissions.has(createTransfer.permission))}
    >
      <TransferForm
        from="balance"
        initial={openForm()}
        action={giveCashbackAction}
        hidden={{ customer_id: id }}
        currency={wallet.currency}
        zone={zoneText(time_zone, Math.floor(Date.now() / 1000))}
        hint={`Up to ${money(max)}.`}
        label="Add cashback"
        pendingText="Adding…"
        cancelHref={`/customers/${id}?tab=wallet`}
        summary={
          <>
            <WaitingHere approvals={waiting} all={permissions.has(ALL_APPROVALS)} />
            <TransferSummary wallet={wallet} balance={available} />
          </>
        }
        consequence={
          <p className="text-table text-ink-2">
            The amount is deducted from your balance. The customer can spend it immediately, unless the
            transfer is on hold. Unspent money can be reversed.
          </p>
        }
      />
    </FormPage>
  )
}

function disabledReasonOf(wallet: WalletDetails, allowed: boolean): string | null {
  if (!allowed) return missingPermission(createTransfer.permission)
  if (wallet.exists || wallet.possible) return null
  return "Wallets need a valid Indian mobile number. Edit the customer's phone first."
}
