import { Export, readTrend, staffList } from '#app/(dashboard)/list-page.tsx'
import { ResultLine } from '#components/shared/list/list-result.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { NoWallets } from '#components/wallets/no-wallets.tsx'
import { WalletPicture } from '#components/wallets/wallet-picture.tsx'
import { WalletsTable } from '#components/wallets/wallets-table.tsx'
import { listWalletsForDashboard, WALLET_FILTERS } from '#lib/domain/wallets/list.ts'
import { fetchWalletTrend } from '#lib/domain/wallets/trend.ts'
import { hasWallets } from '#lib/values/capability.ts'

export const walletList = staffList({
  path: '/wallets',
  title: 'Wallets',
  noun: 'wallet',
  cursor: 'customer',
  keyOf: ({ customer_id }) => customer_id,
  operation: listWalletsForDashboard,
  exported: true,
  instead: (account) => !hasWallets(account) && <NoWallets title="Wallets" />,
  filters: WALLET_FILTERS,
  picture: async (_, draw) => {
    const trend = await readTrend(fetchWalletTrend, {}, draw)
    return trend && <WalletPicture trend={trend} currency={draw.currency} />
  },
  result: ({ total, balance }, { currency }) => (
    <ResultLine
      total={total}
      totals={[{ currency, amounts: { balance } }]}
      noun="wallet"
      sums={[['balance', 'in balances']]}
    />
  ),
  lead: () => (
    <>
      Discontinued for new accounts.{' '}
      <Link href="/docs/wallets-discontinued" className="link">
        Learn more
      </Link>
    </>
  ),
  table: (wallets, { currency }, kit) => <WalletsTable kit={kit} wallets={wallets} currency={currency} />,
  actions: (draw) => (
    <>
      <LinkButton href="/transfers?status=created">On hold</LinkButton>
      <LinkButton href="/transfers">Transfers</LinkButton>
      <Export list={{ path: '/wallets' }} draw={draw} />
    </>
  ),
  nothing: () => (
    <NothingYet
      title="No wallets yet"
      action={
        <LinkButton href="/customers" variant="primary">
          View customers
        </LinkButton>
      }
    >
      The first transfer to a customer with a valid Indian mobile number creates the wallet. Open a customer
      to add cashback, or a captured payment to transfer money.
    </NothingYet>
  ),
})
