import { z } from 'zod'
import type { Part } from '#lib/database/query.ts'
import { emailStaff } from '#lib/domain/notifications/staff-email.ts'
import type { OrderRow } from '#lib/domain/orders/find.ts'
import {
  authorizationOf,
  type BankOperationRow,
  finish,
  nextPoll,
  reserve,
  type SILENT,
  unlessSilent,
} from '#lib/domain/payments/bank-operation.ts'
import { changePayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { afterRefund } from '#lib/domain/payments/rules.ts'
import { type InAccount, recordPart } from '#lib/domain/record.ts'
import { changeRefund, existingRefund, type RefundRow } from '#lib/domain/refunds/find.ts'
import { aboutRefund, sourceOf } from '#lib/domain/refunds/open.ts'
import { Refund } from '#lib/domain/refunds/schema.ts'
import { post } from '#lib/ledger/post.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { RefundResponse } from '#lib/ports/acquirer-protocol.ts'
import { Id } from '#lib/values/id.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { DAY } from '#lib/values/time.ts'

export const REFUND_END_EVENTS = ['refund.processed', 'refund.failed', 'refund.speed_changed']

/**
 * Sends a pending refund to the bank, or asks again about one that was sent. Reserve, call, record: the reference is
 * stored with the refund, so a repeat after a crash is the same refund for the bank.
 */
export const processRefund = defineOperation({
  name: 'process_refund',
  title: 'Process a refund',
  summary: 'Takes a pending refund to the bank and records its end.',
  permission: 'refunds:write',
  emits: REFUND_END_EVENTS,
  http: null,
  effect: 'steps',
  input: z.strictObject({ id: Id('refund') }),
  output: Refund,
  async run(context, input) {
    const begun = await context.step((inner) => reserveRefund(inner, input.id))
    if (begun.reference === null) return begun.refund
    const response = await unlessSilent(context, askBank(context, begun, begun.reference))
    const { refund } = await context.step((inner) =>
      recordRefund(inner, begun, begun.reference ?? '', response),
    )
    return refund
  },
})

/** A refund in progress. `known`: the bank may have received it. */
type Begun = Rows & { reference: string | null; known: boolean }
type Rows = { refund: RefundRow; payment: PaymentRow }

/** A repeated call gets its first response again, so the outcome of a known refund is read with `status`. */
async function askBank(
  context: Context,
  { refund, payment, known }: Begun,
  reference: string,
): Promise<RefundResponse> {
  const acquirer = context.acquirerOf(payment)
  if (known) {
    const status = await acquirer.status(reference, refund)
    if (status.outcome === 'refund') return status.response
  }
  const request = {
    reference,
    authorization: authorizationOf(payment),
    amount: refund.amount,
    currency: refund.currency,
    speed: refund.speed_requested === 'optimum' ? 'optimum' : 'normal',
  } as const
  return payment.captured ? acquirer.refund(request) : acquirer.void(request)
}

/** @throws record_not_found */
async function readRefund(
  context: Context,
  id: string,
): Promise<Rows & { operation: BankOperationRow | null }> {
  const found = await context.read<{
    order: OrderRow
    payment: PaymentRow
    refund: RefundRow
    operation: BankOperationRow
  }>(refundParts(context, id))
  const refund = existingRefund(found.refund, id)
  if (!found.payment) throw new Error(`The payment of ${id} is missing.`)
  return { refund, payment: found.payment, operation: found.operation }
}

/** What is read of a refund first, which its job reads together with the account. */
export function refundParts(place: InAccount, id: string) {
  const values = [place.account.id, id]
  return {
    order: {
      sql: `SELECT orders.* FROM refunds JOIN payments ON payments.account_id = refunds.account_id AND payments.id = refunds.payment_id
            JOIN orders ON orders.account_id = payments.account_id AND orders.id = payments.order_id
            WHERE refunds.account_id = ? AND refunds.id = ?`,
      values,
      lock: 'orders',
    },
    payment: {
      sql: `SELECT payments.* FROM refunds JOIN payments ON payments.account_id = refunds.account_id AND payments.id = refunds.payment_id
            WHERE refunds.account_id = ? AND refunds.id = ?`,
      values,
      lock: 'payments',
    },
    refund: recordPart(place, 'refunds', id),
    operation: {
      sql: `SELECT bank_operations.* FROM refunds JOIN bank_operations ON bank_operations.account_id = refunds.account_id
              AND bank_operations.payment_id = refunds.payment_id AND bank_operations.refund_id = refunds.id
            WHERE refunds.account_id = ? AND refunds.id = ? AND bank_operations.kind = 'refund' LIMIT 1`,
      values,
    },
  } satisfies Record<string, Part>
}

async function reserveRefund(context: Context, id: string): Promise<Begun> {
  const { refund, payment, operation } = await readRefund(context, id)
  if (refund.status !== 'pending') return { refund, payment, reference: null, known: false }
  if (operation) return { refund, payment, reference: operation.id, known: true }
  // One call for each refund: the table rejects a second reservation, and the first one is used.
  return { refund, payment, reference: reserve(context, 'refund', payment.id, id), known: false }
}

async function recordRefund(
  context: Context,
  begun: Begun,
  reference: string,
  response: RefundResponse | typeof SILENT,
): Promise<{ refund: RefundRow }> {
  const { refund, payment } = context.locked ? await readRefund(context, begun.refund.id) : begun
  if (refund.status !== 'pending') return { refund }
  if (response.outcome === 'pending' || response.outcome === 'silent') {
    finish(context, reference, 'waiting')
    context.enqueue(
      'process-refund',
      { account_id: context.account.id, refund_id: refund.id },
      nextPoll(context, Number(refund.created_at), response),
    )
    return { refund }
  }
  context.about(refund.id)
  finish(context, reference, response.outcome === 'processed' ? 'succeeded' : 'failed')
  if (response.outcome === 'processed') return { refund: succeed(context, refund, payment, response) }
  return { refund: await giveBack(context, refund, payment, response.reason) }
}

function succeed(
  context: Context,
  refund: RefundRow,
  payment: PaymentRow,
  response: Extract<RefundResponse, { outcome: 'processed' }>,
): RefundRow {
  const processed = changeRefund(context, refund, {
    status: 'processed',
    speed_processed: response.speed,
    acquirer_data: response.data,
    finished_at: context.now,
  })
  post(context, {
    kind: 'refund_processed',
    reference: `refund_processed:${refund.id}`,
    payment_id: payment.id,
    refund_id: refund.id,
    legs: [{ debit: 'refunds_pending', credit: 'bank', amount: refund.amount }],
  })
  const event = aboutRefund(processed, payment)
  if (refund.speed_requested === 'optimum' && response.speed === 'normal')
    context.emit({ event: 'refund.speed_changed', ...event })
  context.emit({ event: 'refund.processed', ...event })
  return processed
}

/** The bank could not pay: the amount returns to the payment and to its source. */
async function giveBack(
  context: Context,
  refund: RefundRow,
  payment: PaymentRow,
  reason: string,
): Promise<RefundRow> {
  const end = { status: 'failed', failure_reason: reason, finished_at: context.now }
  const failed = changeRefund(context, refund, end)
  const restored = changePayment(context, payment, afterRefund(payment, -refund.amount))
  post(context, {
    kind: 'refund_failed',
    reference: `refund_failed:${refund.id}`,
    payment_id: payment.id,
    refund_id: refund.id,
    legs: [{ debit: 'refunds_pending', credit: sourceOf(payment), amount: refund.amount }],
  })
  context.emit({ event: 'refund.failed', ...aboutRefund(failed, restored) })
  const amount = formatMoney(refund.amount, refund.currency)
  await emailStaff(context, {
    kind: 'refund_failed',
    object_id: refund.id,
    subject: `Refund of ${amount} failed`,
    paragraphs: [
      `The bank could not pay the refund ${refund.id} of ${amount}, for the payment ${payment.id}. The reason: ${reason}`,
      payment.captured
        ? 'The amount is back in your balance. Refund the payment again, or pay the customer another way.'
        : 'The payment was not captured. Its amount is returned again automatically.',
    ],
    link: { label: 'View refund', path: `/refunds/${refund.id}` },
  })
  if (!payment.captured) {
    // Only the platform can return an uncaptured payment, so it tries again.
    context.enqueue(
      'expire-authorization',
      { account_id: context.account.id, payment_id: payment.id },
      { after: DAY },
    )
  }
  return failed
}
