import { equal } from '#lib/database/conditions.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { defineList } from '#lib/domain/list.ts'
import { TRANSFER_SUMS } from '#lib/domain/totals.ts'
import { TRANSFER_FILTERS } from '#lib/domain/transfers/filters.ts'
import type { TransferRow } from '#lib/domain/transfers/find.ts'
import { ListedTransfer, TRANSFER_STATUSES } from '#lib/domain/transfers/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The status created contains the transfers on hold. */
export const { list: listTransfersForDashboard, export: exportTransfers } = defineList({
  noun: 'transfers',
  permission: 'transfers:read',
  item: ListedTransfer,
  filters: TRANSFER_FILTERS,
  sort: { amount: 'amount' },
  tab: ['status'],
  tabs: Object.fromEntries(TRANSFER_STATUSES.map((status) => [status, equal('status', status)])),
  sums: TRANSFER_SUMS,
  show: listedTransfers,
  check: ({ account }) => assertWalletsAvailable(account),
})

/** Rows as the list shows them, with one query for all of them. */
export async function listedTransfers(context: Context, rows: TransferRow[]) {
  const names = await namesOf(
    context,
    rows.map((row) => ({ customer_id: row.recipient })),
  )
  return rows.map((row) => ({ ...row, customer_name: names.get(row.recipient) ?? null }))
}
