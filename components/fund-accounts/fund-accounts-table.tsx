import { MoneyButton } from '#components/shared/form/money-button.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Link } from '#components/ui/link.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { AccountNumber } from './account-number.tsx'

type FundAccountsTableProps = {
  kit?: TableKit
  accounts: ListedFundAccount[]
  may: (permission: Permission) => boolean
  reveal: FormAction<string>
  setActive: FormAction
  open: () => FormState<never>
}

/** The list of fund accounts. They have no page of their own, so what can be done is in the row. */
export function FundAccountsTable({ accounts, kit, ...rest }: FundAccountsTableProps) {
  return (
    <DataTable
      kit={kit}
      caption="Fund accounts, newest first"
      columns={columnsOf(rest)}
      rows={accounts}
      rowKey={(account) => account.id}
    />
  )
}

function columnsOf({
  may,
  reveal,
  setActive,
  open,
}: Omit<FundAccountsTableProps, 'accounts'>): Column<ListedFundAccount>[] {
  const reveals = may('fund_accounts:read')
  return [
    {
      key: 'customer',
      header: 'Customer',
      place: 'title',
      cell: ({ customer_id, customer_name }) => (
        <Link
          href={`/customers/${customer_id}`}
          title={customer_name === null ? customer_id : `${customer_name} · ${customer_id}`}
          className={`inline-block max-w-[calc(min(10rem,18cqi)+var(--spare)/4)] truncate align-bottom link${customer_name === null ? ' mono' : ''}`}
        >
          {customer_name ?? `…${customer_id.slice(-6)}`}
        </Link>
      ),
    },
    {
      key: 'holder',
      header: 'Holder',
      show: '52rem',
      cell: ({ name }) => <Truncate text={name} width="max-w-32" />,
    },
    {
      key: 'bank',
      header: 'Bank',
      place: 'detail',
      soft: true,
      cell: ({ bank_name }) => <Truncate text={bank_name} width="max-w-32" />,
    },
    { key: 'ifsc', header: 'IFSC', mono: true, soft: true, show: '60rem', cell: ({ ifsc }) => ifsc },
    {
      key: 'number',
      header: 'Account',
      place: 'amount',
      cell: ({ id, number_last4 }) => (
        <AccountNumber
          id={id}
          last4={number_last4}
          reveal={reveals ? { action: reveal, initial: open() } : undefined}
        />
      ),
    },
    {
      key: 'active',
      header: 'Status',
      place: 'status',
      cell: ({ active }) =>
        active ? (
          <Pill tone="good" icon={glyphs.check} hint="Payouts to this account are allowed.">
            Active
          </Pill>
        ) : (
          <Pill
            tone="plain"
            icon={glyphs.ring}
            hint="Payouts to this account are rejected until it is activated."
          >
            Inactive
          </Pill>
        ),
    },
    {
      key: 'created',
      header: (
        <>
          Created, <ZoneName />
        </>
      ),
      align: 'end',
      soft: true,
      sorted: 'descending',
      show: '84rem',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      place: 'note',
      cell: (account) => <Actions account={account} may={may} setActive={setActive} open={open} />,
    },
  ]
}

type ActionsProps = { account: ListedFundAccount } & Pick<
  FundAccountsTableProps,
  'may' | 'setActive' | 'open'
>

function Actions({ account: { id, customer_id, active, number_last4 }, may, setActive, open }: ActionsProps) {
  return (
    <span className="inline-flex items-center gap-2">
      {active && may('payouts:write') && (
        <Link href={`/payouts/new?customer=${customer_id}&account=${id}`} className="link">
          Create payout<span className="sr-only"> to the account ending {number_last4}</span>
        </Link>
      )}
      <Permitted
        allowed={may('fund_accounts:write')}
        permission="fund_accounts:write"
        label={active ? 'Deactivate' : 'Activate'}
        variant="quiet"
        size="small"
      >
        <MoneyButton
          returnTo={`/fund-accounts?id=${id}`}
          action={setActive}
          initial={open()}
          hidden={{ id, active: String(!active) }}
          variant="quiet"
          size="small"
          pendingText={active ? 'Deactivating…' : 'Activating…'}
        >
          {active ? 'Deactivate' : 'Activate'}
          <span className="sr-only"> the account ending {number_last4}</span>
        </MoneyButton>
      </Permitted>
    </span>
  )
}
