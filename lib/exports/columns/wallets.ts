import type { ListedWallet } from '#lib/domain/wallets/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { limitColumns, timestampColumns } from './shared.ts'

export function columnsOf(
  zone: string,
  currency: string,
): [name: string, cell: (wallet: ListedWallet) => CsvCell][] {
  const amount = (name: string, of: (wallet: ListedWallet) => number) => limitColumns(name, currency, of)
  return [
    ['customer_id', (wallet) => wallet.customer_id],
    ['name', (wallet) => wallet.name],
    ['email', (wallet) => wallet.email],
    ['contact', (wallet) => wallet.contact],
    ['currency', () => currency],
    ...amount('balance', (wallet) => wallet.balance),
    ...amount('may_come_back', (wallet) => wallet.returning_amount),
    ...amount('month_in', (wallet) => wallet.monthly_usage),
    ['entries', (wallet) => wallet.entries],
    ...timestampColumns<ListedWallet>('last_entry', zone, (wallet) =>
      wallet.last_entry_at === 0 ? null : wallet.last_entry_at,
    ),
    ...timestampColumns<ListedWallet>('created', zone, (wallet) => wallet.created_at),
  ]
}
