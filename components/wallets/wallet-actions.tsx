import { DisabledAction, Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { WalletDetails } from '#lib/domain/wallets/schema.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** The actions of a wallet; a disabled one says why. */
export function WalletActions({
  wallet,
  may,
}: {
  wallet: WalletDetails
  may: (permission: Permission) => boolean
}) {
  const { customer_id: id } = wallet
  const transfers = { allowed: may('transfers:write'), permission: 'transfers:write' as const }
  return (
    <>
      {wallet.exists && <LinkButton href={`/customers/${id}/statement`}>Statement</LinkButton>}
      <Permitted allowed={may('fund_accounts:read')} permission="fund_accounts:read" label="Fund accounts">
        <LinkButton href={`/fund-accounts?customer=${id}`}>Fund accounts</LinkButton>
      </Permitted>
      {wallet.exists && <PayOut wallet={wallet} may={may} />}
      {wallet.exists || wallet.possible ? (
        <>
          <Permitted {...transfers} label="Transfer from a payment">
            <LinkButton href={`/payments?customer=${id}&status=captured`}>Transfer from a payment</LinkButton>
          </Permitted>
          <Permitted {...transfers} label="Add cashback" variant="primary">
            <LinkButton href={`/customers/${id}/cashback`} variant="primary">
              Add cashback
            </LinkButton>
          </Permitted>
        </>
      ) : (
        <DisabledAction
          variant="primary"
          reason="Wallets need a valid Indian mobile number. Edit the customer first."
        >
          Add cashback
        </DisabledAction>
      )}
    </>
  )
}

function PayOut({ wallet, may }: { wallet: WalletDetails; may: (permission: Permission) => boolean }) {
  if (wallet.balance === 0) {
    return <DisabledAction reason="The wallet is empty.">Create payout</DisabledAction>
  }
  return (
    <Permitted allowed={may('payouts:write')} permission="payouts:write" label="Create payout">
      <LinkButton href={`/payouts/new?customer=${wallet.customer_id}`}>Create payout</LinkButton>
    </Permitted>
  )
}
