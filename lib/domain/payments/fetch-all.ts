import { pageOf } from '#lib/domain/page.ts'
import { withCards } from '#lib/domain/payments/find.ts'
import { FetchAllPayments, Payment } from '#lib/domain/payments/schema.ts'
import type { payments } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Collection, collection } from '#lib/values/page.ts'
import { e164 } from '#lib/values/phone.ts'

export const fetchAllPayments = defineOperation({
  name: 'fetch_all_payments',
  title: 'Fetch all payments',
  summary: 'Lists payments, newest first. Filter by time, status, method, payer, order or amount.',
  permission: 'payments:read',
  http: 'GET /v1/payments',
  scope: 'read_only',
  input: FetchAllPayments,
  output: Collection(Payment),
  async run(context, input) {
    const where = {
      account_id: context.account.id,
      ...(input.status === undefined ? {} : { status: input.status }),
      ...(input.method === undefined ? {} : { method: input.method }),
      ...(input.email === undefined ? {} : { email: input.email }),
      ...(input.contact === undefined ? {} : { contact: e164(input.contact, context.account.country) }),
      ...(input.order_id === undefined ? {} : { order_id: input.order_id }),
      ...(input.customer_id === undefined ? {} : { customer_id: input.customer_id }),
      ...(input.amount === undefined ? {} : { amount: { gte: input.amount.gte, lte: input.amount.lte } }),
    }
    const found = await pageOf<payments>(context, 'payments', where, input)
    return collection(input.expand.includes('card') ? await withCards(context, found) : found)
  },
})
