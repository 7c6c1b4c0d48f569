import type { z } from 'zod'
import { exportApprovals } from '#lib/domain/approvals/list.ts'
import { exportAuditLines } from '#lib/domain/audit/list.ts'
import { exportBalanceFees, exportBalanceMonths } from '#lib/domain/balance/export-months.ts'
import { exportBalanceMovements } from '#lib/domain/balance/list.ts'
import { exportBankLines } from '#lib/domain/bank-statements/fetch.ts'
import { exportBills } from '#lib/domain/bills/list.ts'
import { exportCustomers } from '#lib/domain/customers/list.ts'
import { exportDocuments } from '#lib/domain/documents/list.ts'
import { exportEvents } from '#lib/domain/events/list.ts'
import { exportFundAccounts } from '#lib/domain/fund-accounts/list.ts'
import { exportOrders } from '#lib/domain/orders/list.ts'
import { exportPayments } from '#lib/domain/payments/list.ts'
import { exportPayouts } from '#lib/domain/payouts/list.ts'
import { exportRefunds } from '#lib/domain/refunds/list.ts'
import { exportSettlements } from '#lib/domain/settlements/list.ts'
import { exportTransfers } from '#lib/domain/transfers/list.ts'
import { exportTeam } from '#lib/domain/users/list.ts'
import { exportWallets } from '#lib/domain/wallets/list.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { propertiesOf } from '#lib/values/schema-parts.ts'

type ExportOperation = Operation<z.ZodType, z.ZodType<{ items: unknown[] }>>

/** The operation that exports each list, by the folder of its pages. */
const EXPORT_OPERATIONS = {
  approvals: exportApprovals,
  'balance/fees': exportBalanceFees,
  'balance/months': exportBalanceMonths,
  balance: exportBalanceMovements,
  bills: exportBills,
  customers: exportCustomers,
  documents: exportDocuments,
  events: exportEvents,
  'fund-accounts': exportFundAccounts,
  orders: exportOrders,
  payments: exportPayments,
  payouts: exportPayouts,
  refunds: exportRefunds,
  'settings/audit': exportAuditLines,
  'settings/team': exportTeam,
  'settlements/bank-statements': exportBankLines,
  settlements: exportSettlements,
  transfers: exportTransfers,
  wallets: exportWallets,
} satisfies Record<string, ExportOperation>
export type ExportedList = keyof typeof EXPORT_OPERATIONS

/** @throws input_validation_failed */
export function exportOperationOf(list: string): ExportOperation {
  if (!Object.hasOwn(EXPORT_OPERATIONS, list))
    throw refused('input_validation_failed', `${list} can't be exported.`, { field: 'list' })
  return EXPORT_OPERATIONS[list as ExportedList]
}

/** Whether the rows of a list are filtered by when they were created, so that a file can cover a period. */
export function hasPeriod(list: string): boolean {
  const properties = propertiesOf(exportOperationOf(list).input)
  return 'from' in properties && 'to' in properties
}
