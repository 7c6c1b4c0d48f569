import type { z } from 'zod'
import { exportKeys } from '#lib/domain/api-keys/list.ts'
import { exportApprovals } from '#lib/domain/approvals/list.ts'
import { exportAuditLines } from '#lib/domain/audit/list.ts'
import { exportBalanceMovements } from '#lib/domain/balance/list.ts'
import { exportBalanceFees, exportBalanceMonths } from '#lib/domain/balance/months.ts'
import { exportBankLines } from '#lib/domain/bank-statements/fetch.ts'
import { exportBatches } from '#lib/domain/batches/fetch.ts'
import { exportBills } from '#lib/domain/bills/list.ts'
import { exportClients } from '#lib/domain/clients/list.ts'
import { exportApps } from '#lib/domain/connected-apps/list.ts'
import { exportCustomers } from '#lib/domain/customers/list.ts'
import { exportDocuments } from '#lib/domain/documents/list.ts'
import { exportEvents } from '#lib/domain/events/list.ts'
import { exportFundAccounts } from '#lib/domain/fund-accounts/list.ts'
import { exportInvitations } from '#lib/domain/invitations/list.ts'
import { exportMails } from '#lib/domain/mails/list.ts'
import { MAIL_KINDS } from '#lib/domain/mails/schema.ts'
import { exportOrders } from '#lib/domain/orders/list.ts'
import { exportPayments } from '#lib/domain/payments/list.ts'
import { exportPayouts } from '#lib/domain/payouts/list.ts'
import { exportRefunds } from '#lib/domain/refunds/list.ts'
import { exportRequests } from '#lib/domain/requests/list.ts'
import { exportSettlements } from '#lib/domain/settlements/list.ts'
import { exportTransfers } from '#lib/domain/transfers/list.ts'
import { exportTeam } from '#lib/domain/users/list.ts'
import { exportWallets } from '#lib/domain/wallets/list.ts'
import { exportWebhooks } from '#lib/domain/webhooks/list.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { propertiesOf } from '#lib/values/schema-parts.ts'

type ExportOperation = Operation<z.ZodType, z.ZodType<{ items: unknown[] }>>

/** The operation that exports each list, by the folder of its pages. */
export const EXPORT_OPERATIONS = {
  'api-keys': exportKeys,
  approvals: exportApprovals,
  balance: exportBalanceMovements,
  'balance/fees': exportBalanceFees,
  'balance/months': exportBalanceMonths,
  batches: exportBatches,
  bills: exportBills,
  'connected-apps': exportApps,
  'connected-apps/clients': exportClients,
  customers: exportCustomers,
  documents: exportDocuments,
  events: exportEvents,
  'fund-accounts': exportFundAccounts,
  logs: exportRequests,
  orders: exportOrders,
  outbox: exportMails,
  payments: exportPayments,
  payouts: exportPayouts,
  refunds: exportRefunds,
  'settings/audit': exportAuditLines,
  'settings/team': exportTeam,
  'settings/team/invitations': exportInvitations,
  settlements: exportSettlements,
  'settlements/bank-statements': exportBankLines,
  transfers: exportTransfers,
  wallets: exportWallets,
  webhooks: exportWebhooks,
} satisfies Record<string, ExportOperation>
export type ExportedList = keyof typeof EXPORT_OPERATIONS

/**
 * Lists that show some people fewer rows, with the permissions that show all. A scheduled file has the rows of the person
 * who saved the schedule and is sent to others, so it is only for people who see all of them.
 */
const ALL_ROWS: Partial<Record<ExportedList, readonly Permission[]>> = {
  approvals: ['approvals:read'],
  'connected-apps': ['apps:read'],
  outbox: [...new Set(Object.values(MAIL_KINDS))],
}

/** The operation that a schedule exports a list with, and what it needs. @throws input_validation_failed */
export function exportOperationOf(list: string): ExportOperation {
  if (!Object.hasOwn(EXPORT_OPERATIONS, list))
    throw refused('input_validation_failed', `${list} can't be exported.`, { field: 'list' })
  const operation: ExportOperation = EXPORT_OPERATIONS[list as ExportedList]
  const { alsoNeeds = [] } = operation
  return { ...operation, alsoNeeds: [...alsoNeeds, ...(ALL_ROWS[list as ExportedList] ?? [])] }
}

/** Whether the rows of a list are filtered by when they were created, so that a file can cover a period. */
export function hasPeriod(list: string): boolean {
  const properties = propertiesOf(exportOperationOf(list).input)
  return 'from' in properties && 'to' in properties
}
