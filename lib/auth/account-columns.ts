import type { Columns } from '#lib/database/query.ts'
import type { accounts, merchants } from '#lib/generated/prisma/client.ts'
import type { Account } from '#lib/pipeline/operation.ts'

/** The tables that an Account is read from, named `account` and `merchant`, for the platform itself. */
export const ALL_ACCOUNT_TABLES =
  'accounts account JOIN merchants merchant ON merchant.id = account.merchant_id'

/** The same for everyone else: the accounts of a closed merchant are there no more. */
export const ACCOUNT_TABLES = `${ALL_ACCOUNT_TABLES} AND account.closed_at IS NULL`

/** The same, joined to a table with an `account_id`. */
export function accountJoins(table: string): string {
  return `JOIN (${ACCOUNT_TABLES}) ON account.id = ${table}.account_id`
}

/** The columns of ACCOUNT_TABLES that make an Account. */
export const ACCOUNT_COLUMNS = `account.id AS account_id, account.merchant_id, merchant.name AS merchant_name, account.mode,
  account.country, account.currency, account.fee_basis_points, account.tax_basis_points,
  account.authorization_window_seconds, account.capabilities, merchant.billing_label, account.wallet_max_balance,
  account.wallet_monthly_limit, account.payout_fee, account.erasing_at,
  (SELECT jsonb_build_object('id', acquirer.id, 'version', acquirer.version, 'direct', acquirer.direct_since IS NOT NULL,
     'capabilities', acquirer.capabilities)
   FROM acquirers acquirer WHERE acquirer.account_id = account.id AND acquirer.state = 'active') AS acquirer`

export type AccountRow = {
  account_id: string
  merchant_name: string
  acquirer: Account['acquirer'] | null
} & Columns<merchants, 'billing_label'> &
  Columns<
    accounts,
    | 'merchant_id'
    | 'mode'
    | 'country'
    | 'currency'
    | 'fee_basis_points'
    | 'tax_basis_points'
    | 'authorization_window_seconds'
    | 'capabilities'
    | 'wallet_max_balance'
    | 'wallet_monthly_limit'
    | 'payout_fee'
    | 'erasing_at'
  >

export function accountOf(row: AccountRow): Account {
  return {
    id: row.account_id,
    merchant_id: row.merchant_id,
    merchant_name: row.merchant_name,
    mode: row.mode === 'live' ? 'live' : 'test',
    country: row.country,
    currency: row.currency,
    fee_basis_points: Number(row.fee_basis_points),
    tax_basis_points: Number(row.tax_basis_points),
    authorization_window_seconds: Number(row.authorization_window_seconds),
    capabilities: row.capabilities,
    billing_label: row.billing_label,
    wallet_max_balance: Number(row.wallet_max_balance),
    wallet_monthly_limit: Number(row.wallet_monthly_limit),
    payout_fee: Number(row.payout_fee),
    erasing: row.erasing_at !== null,
    acquirer: row.acquirer ?? null,
  }
}
