import type { ExportedList } from '#lib/domain/exports/lists.ts'
import { columnsOf as apiKeys } from '#lib/exports/columns/api-keys.ts'
import { columnsOf as approvals } from '#lib/exports/columns/approvals.ts'
import { columnsOf as audit } from '#lib/exports/columns/audit.ts'
import { columnsOf as balance } from '#lib/exports/columns/balance.ts'
import { columnsOf as bankLines } from '#lib/exports/columns/bank-statements.ts'
import { columnsOf as batches } from '#lib/exports/columns/batches.ts'
import { columnsOf as bills } from '#lib/exports/columns/bills.ts'
import { columnsOf as clients } from '#lib/exports/columns/clients.ts'
import { columnsOf as connectedApps } from '#lib/exports/columns/connected-apps.ts'
import { columnsOf as customers } from '#lib/exports/columns/customers.ts'
import { columnsOf as documents } from '#lib/exports/columns/documents.ts'
import { columnsOf as events } from '#lib/exports/columns/events.ts'
import { columnsOf as fundAccounts } from '#lib/exports/columns/fund-accounts.ts'
import { columnsOf as invitations } from '#lib/exports/columns/invitations.ts'
import { columnsOf as logs } from '#lib/exports/columns/logs.ts'
import { columnsOf as outbox } from '#lib/exports/columns/mails.ts'
import { feeColumns, monthColumns } from '#lib/exports/columns/months.ts'
import { columnsOf as orders } from '#lib/exports/columns/orders.ts'
import { columnsOf as payments } from '#lib/exports/columns/payments.ts'
import { columnsOf as payouts } from '#lib/exports/columns/payouts.ts'
import { columnsOf as refunds } from '#lib/exports/columns/refunds.ts'
import { columnsOf as settlements } from '#lib/exports/columns/settlements.ts'
import { columnsOf as team } from '#lib/exports/columns/team.ts'
import { columnsOf as transfers } from '#lib/exports/columns/transfers.ts'
import { columnsOf as wallets } from '#lib/exports/columns/wallets.ts'
import { columnsOf as webhooks } from '#lib/exports/columns/webhooks.ts'
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
