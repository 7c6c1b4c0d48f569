import { columnsOf as apiKeys } from '#components/api-keys/csv-columns.ts'
import { columnsOf as approvals } from '#components/approvals/csv-columns.ts'
import { columnsOf as audit } from '#components/audit/csv-columns.ts'
import { columnsOf as balance } from '#components/balance/csv-columns.ts'
import { feeColumns, monthColumns } from '#components/balance/month-columns.ts'
import { columnsOf as bankLines } from '#components/bank-statements/csv-columns.ts'
import { columnsOf as batches } from '#components/batches/csv-columns.ts'
import { columnsOf as bills } from '#components/bills/csv-columns.ts'
import { columnsOf as clients } from '#components/clients/csv-columns.ts'
import { columnsOf as connectedApps } from '#components/connected-apps/csv-columns.ts'
import { columnsOf as customers } from '#components/customers/csv-columns.ts'
import { columnsOf as documents } from '#components/documents/csv-columns.ts'
import { columnsOf as events } from '#components/events/csv-columns.ts'
import { columnsOf as fundAccounts } from '#components/fund-accounts/csv-columns.ts'
import { columnsOf as logs } from '#components/logs/csv-columns.ts'
import { columnsOf as outbox } from '#components/mails/csv-columns.ts'
import { columnsOf as orders } from '#components/orders/csv-columns.ts'
import { columnsOf as payments } from '#components/payments/csv-columns.ts'
import { columnsOf as payouts } from '#components/payouts/csv-columns.ts'
import { columnsOf as refunds } from '#components/refunds/csv-columns.ts'
import { columnsOf as settlements } from '#components/settlements/csv-columns.ts'
import { columnsOf as team } from '#components/team/csv-columns.ts'
import { columnsOf as invitations } from '#components/team/invitation-csv-columns.ts'
import { columnsOf as transfers } from '#components/transfers/csv-columns.ts'
import { columnsOf as wallets } from '#components/wallets/csv-columns.ts'
import { columnsOf as webhooks } from '#components/webhooks/csv-columns.ts'
import type { ExportedList } from '#lib/domain/exports/lists.ts'
import type { CsvColumn } from '#lib/exports/file.ts'

// biome-ignore lint/suspicious/noExplicitAny: the columns of a list are of its rows, whichever these are.
type Columns = (zone: string, currency: string) => readonly CsvColumn<any>[]

export const EXPORT_COLUMNS: Record<ExportedList, Columns> = {
  'api-keys': apiKeys,
  approvals,
  balance,
  'balance/fees': feeColumns,
  'balance/months': monthColumns,
  batches,
  bills,
  'connected-apps': connectedApps,
  'connected-apps/clients': clients,
  customers,
  documents,
  events,
  'fund-accounts': fundAccounts,
  logs,
  orders,
  outbox,
  payments,
  payouts,
  refunds,
  'settings/audit': audit,
  'settings/team': team,
  'settings/team/invitations': invitations,
  settlements,
  'settlements/bank-statements': bankLines,
  transfers,
  wallets,
  webhooks,
}

/** The cursor of the next page: the ID of a row of whichever list, which of a wallet is that of its customer. */
export function cursorOf(list: string, row: Record<string, unknown>): string {
  return String(list === 'wallets' ? row.customer_id : row.id)
}
