import type { ListedFundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { timestampColumns } from './shared.ts'

/** The columns of the file of fund accounts: of the account number, only the last four digits. */
export function columnsOf(zone: string): [name: string, cell: (account: ListedFundAccount) => CsvCell][] {
  return [
    ['fund_account_id', (account) => account.id],
    ...timestampColumns<ListedFundAccount>('created', zone, (account) => account.created_at),
    ['status', (account) => (account.active ? 'active' : 'inactive')],
    ['customer_id', (account) => account.customer_id],
    ['customer_name', (account) => account.customer_name],
    ['holder', (account) => account.name],
    ['bank', (account) => account.bank_name],
    ['ifsc', (account) => account.ifsc],
    ['account_last4', (account) => account.number_last4],
    ['created_by', (account) => creatorText(account.created_by)],
  ]
}
