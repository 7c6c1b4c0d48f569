import { z } from 'zod'
import { OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { askAcquirer } from '#lib/domain/bank-notifications.ts'
import { findPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { AUTHORIZATION_EVENTS } from '#lib/domain/payments/record-authorization.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import type { RefundRow } from '#lib/domain/refunds/find.ts'
import { aboutRefund } from '#lib/domain/refunds/open.ts'
import { processRefund, REFUND_END_EVENTS } from '#lib/domain/refunds/process.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { importPayments } from './payments.ts'
import { importRefunds } from './refunds.ts'

/** Seconds until a refund is looked at again whose payment has a call of ours under way. */
const AGAIN = 30

/** For a webhook of the gateway, and for the poll where that was lost. */
export const recordGatewayRefund = defineOperation({
  name: 'record_gateway_refund',
  title: 'Record a refund of a gateway',
  summary: 'Reads a refund that was made at the gateway itself, and records it with its payment, once.',
  permission: 'refunds:write',
  emits: ['refund.created', ...REFUND_END_EVENTS, ...AUTHORIZATION_EVENTS],
  http: null,
  effect: 'steps',
  input: OfAcquirer.extend({ refund_id: Id('refund'), payment_id: Id('payment') }),
  output: z.object({ recorded: z.boolean() }),
  async run(context, { id, refund_id, payment_id }) {
    if (context.actor.kind !== 'system') throw refused('permission_denied')
    const reader = await context.acquirers.reader(context.account, id)
    const refund = await reader?.one('refunds', refund_id)
    if (!reader || !refund) throw recordNotFound('refund', refund_id)
    const payment = await upToDate(context, id, payment_id)
    if (payment.operation !== null) {
      const { account } = context
      const job = { account_id: account.id, acquirer_id: id, refund_id, payment_id }
      await context.transaction(async ({ enqueue }) =>
        enqueue('record-gateway-refund', job, { after: AGAIN }),
      )
      return { recorded: false }
    }
    const before = await statusHere(context, refund_id)
    if (before === 'pending') await processRefund.run(context, { id: refund_id })
    if (before !== null) return { recorded: false }
    const imported = payment.authorization_reference === payment.id
    const there = imported ? await reader.one('payments', payment.id) : null
    return context.transaction(async (inner) => {
      const source = { acquirer_id: id }
      if (there) await importPayments(inner, source, [there])
      const applied = await importRefunds(inner, source, [refund], (row, after) => tell(inner, row, after))
      return { recorded: applied.added > 0 }
    })
  },
})

/** Webhooks come in any order: a payment whose own has not come yet is asked about first. */
async function upToDate(context: Context, acquirerId: string, id: string): Promise<PaymentRow> {
  const payment = await findPayment(context, id)
  const { authorized_at, authorization_reference: reference } = payment
  if (authorized_at !== null || reference === null || reference === id) return payment
  await askAcquirer.run(context, { id: acquirerId, reference })
  return findPayment(context, id)
}

async function statusHere({ account, rows }: Context, id: string): Promise<string | null> {
  const [found] = await rows<{ status: string }>(
    'SELECT status FROM refunds WHERE account_id = $1 AND id = $2',
    [account.id, id],
  )
  return found?.status ?? null
}

/** One that has ended at the gateway by now was created, too. */
function tell(context: Context, refund: RefundRow, payment: PaymentRow): void {
  const pending = {
    ...refund,
    status: 'pending',
    speed_processed: null,
    failure_reason: null,
    finished_at: null,
  }
  context.about(refund.id)
  context.emit({ event: 'refund.created', ...aboutRefund(pending, payment) })
  if (refund.status !== 'pending')
    context.emit({ event: `refund.${refund.status}`, ...aboutRefund(refund, payment) })
}
