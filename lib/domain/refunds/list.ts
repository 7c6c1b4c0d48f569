import { z } from 'zod'
import { bankReference, bound, type Condition, equal, prefix } from '#lib/domain/conditions.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { amounts, created, equals, filter, flag, oneOf, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { REASON_NOTE } from '#lib/domain/refunds/schema/reasons.ts'
import { REFUND_STATUSES, RefundOfPayer, RefundSpeed, RefundStatus } from '#lib/domain/refunds/schema.ts'
import { REFUND_SUMS } from '#lib/domain/refunds/totals.ts'
import type { refunds } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { overdueBefore } from '#lib/values/working-days.ts'

export const { list: listRefundsForDashboard, export: exportRefunds } = defineList({
  noun: 'refunds',
  permission: 'refunds:read',
  item: RefundOfPayer,
  filters: {
    status: oneOf('status', RefundStatus),
    speed: equals('speed_requested', RefundSpeed),
    /** Still pending after the expected working days. */
    overdue: flag(overdue),
    ...created,
    ...amounts(),
    payment: equals('payment_id', text(40)),
    /** A bank reference: RRN, ARN or UTR. */
    reference: filter(text(40), (reference) => bankReference(['rrn', 'arn', 'utr'], reference)),
    /** The note that tells why, as it was entered. */
    reason: filter(text(256), (reason) => equal(REASON_OF, reason)),
    initiator: filter(z.enum(['key', 'user', 'system', 'client']), (kind) =>
      prefix('created_by', `${kind}:`),
    ),
  },
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

/** As in the index of refunds by reason. */
const REASON_OF = `notes ->> '${REASON_NOTE}'`

const BY_STATUS = Object.fromEntries(REFUND_STATUSES.map((status) => [status, equal('status', status)]))

function overdue({ now }: Context): Condition[] {
  return [...equal('status', 'pending'), ...bound('created_at', '<=', overdueBefore(now))]
}
