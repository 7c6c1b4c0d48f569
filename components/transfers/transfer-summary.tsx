import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { WalletDetails } from '#lib/domain/wallets/schema.ts'
import { phoneText } from '#lib/values/phone.ts'

type TransferSummaryProps = {
  wallet: WalletDetails
  /** The source payment, and its remaining amount. */
  payment?: { id: string; amount: number; left: number }
  /** The balance of the account, or null without the permission to see it. */
  balance: bigint | null
}

/** Where the money comes from, who gets it, and how much there is and may be. */
export function TransferSummary({ wallet, payment, balance }: TransferSummaryProps) {
  const { currency } = wallet
  return (
    <>
      <DescriptionList>
        {payment && (
          <>
            <Entry term="Payment">
              <Id value={payment.id} href={`/payments/${payment.id}`} />
            </Entry>
            <Entry term="Remaining">
              <Money amount={payment.left} currency={currency} /> of{' '}
              <Money amount={payment.amount} currency={currency} />
            </Entry>
          </>
        )}
        <Entry term="To">
          {[wallet.name, wallet.contact && phoneText(wallet.contact)].filter(Boolean).join(' · ')}
        </Entry>
        <Entry term="Customer">
          <Id value={wallet.customer_id} href={`/customers/${wallet.customer_id}?tab=wallet`} />
        </Entry>
        <Entry term="Wallet">
          <Money amount={wallet.balance} currency={currency} />, available limit{' '}
          <Money amount={roomOf(wallet)} currency={currency} />
        </Entry>
        <Entry term="Balance">
          {balance === null ? (
            'Not visible to your role.'
          ) : (
            <>
              <Money amount={balance} currency={currency} /> of this account
            </>
          )}
        </Entry>
      </DescriptionList>
      {!wallet.exists && <Notice>This customer has no wallet yet. This transfer creates the wallet.</Notice>}
    </>
  )
}

/** The amount that a wallet can still take: within its balance and monthly limits. */
export function roomOf(wallet: WalletDetails): number {
  return Math.max(
    0,
    Math.min(
      wallet.max_balance - wallet.balance - wallet.returning_amount,
      wallet.monthly_limit - wallet.monthly_usage,
    ),
  )
}
