import { equal } from '#lib/database/conditions.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { defineList } from '#lib/domain/list.ts'
import { overdue, REFUND_FILTERS } from '#lib/domain/refunds/filters.ts'
import { REFUND_STATUSES, RefundOfPayer } from '#lib/domain/refunds/schema.ts'
import { REFUND_SUMS } from '#lib/domain/totals.ts'
import type { refunds } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

export const {
  list: listRefundsForDashboard,
  export: exportRefunds,
  countNewer: countNewerRefunds,
} = defineList({
  noun: 'refunds',
  permission: 'refunds:read',
  item: RefundOfPayer,
  filters: REFUND_FILTERS,
  sort: { amount: 'amount' },
  tab: ['status', 'overdue'],
  tabs: (context) => ({ ...BY_STATUS, overdue: overdue(context) }),
  sums: REFUND_SUMS,
  show: withPayers,
})

/** Adds the payers of their payments to refunds, with two queries for all of them. */
async function withPayers(context: Context, rows: refunds[]) {
  const found = await context.tables.payments.findMany({
    where: { account_id: context.account.id, id: { in: [...new Set(rows.map((row) => row.payment_id))] } },
    select: { id: true, email: true, contact: true, customer_id: true },
  })
  const names = await namesOf(context, found)
  const payments = new Map(found.map((payment) => [payment.id, payment]))
  return rows.map((row) => {
    const { email = null, contact = null, customer_id = null } = payments.get(row.payment_id) ?? {}
    return { ...row, email, contact, customer_name: names.get(customer_id ?? '') ?? null }
  })
}

const BY_STATUS = Object.fromEntries(REFUND_STATUSES.map((status) => [status, equal('status', status)]))
