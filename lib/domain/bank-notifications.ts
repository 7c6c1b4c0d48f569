import { z } from 'zod'
import { OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { paymentsHere } from '#lib/domain/gateway-checks/here.ts'
import { captureReserved } from '#lib/domain/payments/capture.ts'
import { finishPayment } from '#lib/domain/payments/create.ts'
import { AUTHORIZATION_EVENTS } from '#lib/domain/payments/record-authorization.ts'
import { PAYOUT_END_EVENTS, processPayout } from '#lib/domain/payouts/process.ts'
import { processRefund, REFUND_END_EVENTS } from '#lib/domain/refunds/process.ts'
import { processSettlement } from '#lib/domain/settlements/process.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { type CallMoney, CallReference } from '#lib/ports/acquirer-protocol.ts'
import { Id } from '#lib/values/id.ts'

/** What a reference of this account and acquirer names. */
type Named = {
  kind: 'authorize' | 'capture' | 'refund' | 'payout' | 'settlement'
  id: string
  status: string
  /** Of an authorization. The others are asked about by their own call again. */
  money: CallMoney | null
}

const OfReference = OfAcquirer.extend({ reference: CallReference })
const MadeThere = z.strictObject({ id: Id('refund'), payment_id: Id('payment') })

export const receiveNotification = defineOperation({
  name: 'receive_notification',
  title: 'Receive a notification of an acquirer',
  summary:
    'Queues the question to the acquirer what has become of a reference, or of a refund that was made at a gateway itself. Each message counts once.',
  permission: 'payments:write',
  http: null,
  effect: 'transaction',
  input: OfAcquirer.extend({
    reference: CallReference.nullish(),
    refund: MadeThere.optional().catch(undefined),
    message: z.string().min(1).max(200),
  }),
  output: z.object({ known: z.boolean() }),
  async run(context, { id, reference, refund, message }) {
    const { account } = context
    if (refund) {
      const [payment] = await paymentsHere(context, id, [refund.payment_id], reference ? [reference] : [])
      if (payment) {
        const job = { account_id: account.id, acquirer_id: id, refund_id: refund.id, payment_id: payment.id }
        context.enqueue('record-gateway-refund', job, { key: `record-gateway-refund:${id}:${message}` })
      }
      return { known: payment !== undefined }
    }
    if (!reference) return { known: false }
    const named = await namedBy(context, id, reference)
    if (named) {
      const job = { account_id: account.id, acquirer_id: id, reference }
      context.enqueue('ask-acquirer', job, { key: `ask-acquirer:${id}:${message}` })
    }
    return { known: named !== null }
  },
})

/**
 * A notification is a hint: what counts is what the acquirer says of the reference. Only an outcome is recorded here; what
 * is still open is asked for again by the job that waits for it.
 */
export const askAcquirer = defineOperation({
  name: 'ask_acquirer',
  title: 'Ask the acquirer',
  summary: 'Asks the acquirer about a reference that it has reported a change of, and records the outcome.',
  permission: 'payments:write',
  emits: [...AUTHORIZATION_EVENTS, ...REFUND_END_EVENTS, ...PAYOUT_END_EVENTS, 'settlement.processed'],
  http: null,
  effect: 'steps',
  input: OfReference,
  output: z.object({ recorded: z.boolean() }),
  async run(context, { id, reference }) {
    const named = await namedBy(context, id, reference)
    if (!named) return { recorded: false }
    const status = await context.acquirerOf({ acquirer_id: id }).status(reference, named.money ?? undefined)
    // A gateway tells of a refund and a capture only under the payment: the job asks there, by the same call again.
    if (status.outcome === 'unknown' && named.kind === 'refund') {
      await processRefund.run(context, { id: named.id })
      return { recorded: true }
    }
    if (status.outcome === 'unknown') return { recorded: false }
    const { outcome } = status.response
    if (outcome === 'pending' || outcome === 'challenge' || outcome === 'redirect') return { recorded: false }
    if (named.kind === 'authorize') {
      if (status.outcome !== 'authorization' || named.status === 'reserved') return { recorded: false }
      await finishPayment(context, named.id, status.response)
    } else if (named.kind === 'capture') {
      if (named.status === 'reserved') await captureReserved(context, named.id, reference)
    } else if (named.kind === 'refund') {
      await processRefund.run(context, { id: named.id })
    } else if (named.kind === 'payout') {
      await processPayout.run(context, { id: named.id })
    } else {
      await processSettlement.run(context, { id: named.id })
    }
    return { recorded: true }
  },
})

/** The record that a reference names, begun at this acquirer; null for every other reference. */
async function namedBy({ account, rows }: Context, id: string, reference: string): Promise<Named | null> {
  const [named] = await rows<Named>(
    `SELECT operation.kind, coalesce(operation.refund_id, operation.payment_id) AS id, operation.state AS status,
       CASE WHEN operation.kind = 'authorize'
         THEN jsonb_build_object('amount', payments.amount, 'currency', payments.currency) END AS money
     FROM bank_operations operation
     JOIN payments ON payments.account_id = operation.account_id AND payments.id = operation.payment_id
     WHERE operation.account_id = $1 AND operation.id = $2 AND payments.acquirer_id = $3
     UNION ALL
     SELECT 'payout', id, status, NULL FROM payouts WHERE account_id = $1 AND id = $2 AND acquirer_id = $3
     UNION ALL
     SELECT 'settlement', id, status, NULL FROM settlements WHERE account_id = $1 AND id = $2 AND acquirer_id = $3`,
    [account.id, reference, id],
  )
  return named ?? null
}
