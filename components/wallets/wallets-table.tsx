import { calledOf } from '#components/customers/customer-labels.ts'
import { createdColumn } from '#components/shared/columns.tsx'
import { Count } from '#components/ui/count.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedWallet } from '#lib/domain/wallets/schema.ts'
import { phoneText } from '#lib/values/phone.ts'

/** The list of wallets: whose it is first, as the head of its row and the way to the wallet. */
export function WalletsTable({
  wallets,
  currency,
  kit,
}: {
  wallets: ListedWallet[]
  currency: string
  kit?: TableKit
}) {
  return (
    <DataTable
      kit={kit}
      caption="Wallets, newest first"
      columns={columnsOf(currency)}
      rows={wallets}
      rowKey={(wallet) => wallet.customer_id}
      rowHref={(wallet) => `/customers/${wallet.customer_id}?tab=wallet`}
    />
  )
}

function columnsOf(currency: string): Column<ListedWallet>[] {
  return [
    {
      key: 'customer',
      header: 'Customer',
      strong: true,
      place: 'title',
      cell: (wallet) => (
        <Truncate
          text={calledOf({ ...wallet, id: wallet.customer_id })}
          width="max-w-[calc(14rem+var(--spare)/4)]"
        />
      ),
    },
    {
      key: 'contact',
      header: 'Phone',
      soft: true,
      place: 'status',
      cell: (wallet) => (
        <span className="num">{wallet.contact === null ? '—' : phoneText(wallet.contact)}</span>
      ),
    },
    {
      key: 'balance',
      header: 'Balance',
      align: 'end',
      strong: true,
      place: 'amount',
      cell: (wallet) => <Money amount={wallet.balance} currency={currency} />,
    },
    {
      key: 'returning',
      header: 'Pending returns',
      align: 'end',
      soft: true,
      show: '60rem',
      cell: (wallet) => <Money amount={wallet.returning_amount} currency={currency} />,
    },
    {
      key: 'month',
      header: 'Added this month',
      align: 'end',
      soft: true,
      show: '52rem',
      cell: (wallet) => <Money amount={wallet.monthly_usage} currency={currency} />,
    },
    {
      key: 'entries',
      header: 'Entries',
      align: 'end',
      soft: true,
      place: 'detail',
      cell: (wallet) => <Entries count={wallet.entries} />,
    },
    {
      key: 'last',
      header: (
        <>
          Last entry, <ZoneName />
        </>
      ),
      align: 'end',
      soft: true,
      show: '60rem',
      cell: (wallet) => <Time at={wallet.last_entry_at === 0 ? null : wallet.last_entry_at} />,
    },
    createdColumn(),
  ]
}

/** A figure alone needs its column header, which a phone does not show. */
function Entries({ count }: { count: number }) {
  return (
    <>
      <Count of={count} />
      <span className="hidden text-ink-2 folded:inline">{count === 1 ? ' entry' : ' entries'}</span>
    </>
  )
}
