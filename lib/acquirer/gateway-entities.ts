import { z } from 'zod'
import { refused } from '#lib/pipeline/errors.ts'
import {
  type AuthorizeResponse,
  BankData,
  type CallMoney,
  type CaptureResponse,
  type RefundResponse,
} from '#lib/ports/acquirer-protocol.ts'

/* What the gateway acquirer reads of orders, payments and refunds, and what they are in the words of the port. */

const WithMoney = { amount: z.int(), currency: z.string() }
const Notes = z.union([z.record(z.string(), z.string()), z.array(z.never())]).catch([])
export const GatewayOrder = z.object({
  id: z.string(),
  ...WithMoney,
  receipt: z.string().nullish(),
  notes: Notes,
  created_at: z.int(),
})
export type GatewayOrder = z.output<typeof GatewayOrder>
export const GatewayPayment = z.object({
  id: z.string(),
  ...WithMoney,
  status: z.string(),
  captured: z.boolean().nullish(),
  method: z.string().nullish(),
  international: z.boolean().nullish(),
  bank: z.string().nullish(),
  wallet: z.string().nullish(),
  vpa: z.string().nullish(),
  error_reason: z.string().nullish(),
  fee: z.int().min(0).nullish(),
  tax: z.int().min(0).nullish(),
  acquirer_data: z.unknown(),
  created_at: z.int(),
})
export type GatewayPayment = z.output<typeof GatewayPayment>
export const GatewayRefund = z.object({
  id: z.string(),
  ...WithMoney,
  receipt: z.string().nullish(),
  status: z.string(),
  speed_processed: z.string().nullish(),
  acquirer_data: z.unknown(),
})
export type GatewayRefund = z.output<typeof GatewayRefund>
export const GatewayCard = z.object({
  last4: z.string().regex(/^\d{4}$/),
  network: z.string().max(40).nullish(),
})
export const gatewayList = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) })
export const SettlementState = z.object({ id: z.string(), status: z.string(), utr: z.string().nullish() })

/** A reference that is the gateway's own ID: of a payment or a refund that was imported. */
export function isGatewayId(kind: 'pay' | 'rfnd', reference: string): boolean {
  return new RegExp(`^${kind}_[0-9A-Za-z]{14}$`).test(reference)
}

/**
 * The payment of an authorization: one that is captured before one that is authorized, and of two that are authorized the
 * first. The gateway returns those that are never captured.
 */
export function chosenOf(payments: readonly GatewayPayment[]): GatewayPayment | null {
  const rank = ({ captured, status }: GatewayPayment) => (captured ? 0 : status === 'authorized' ? 1 : 2)
  const paid = payments.filter(({ status }) => ['authorized', 'captured', 'refunded'].includes(status))
  const [first] = paid.toSorted(
    (one, other) =>
      rank(one) - rank(other) || one.created_at - other.created_at || (one.id < other.id ? -1 : 1),
  )
  return first ?? null
}

export function authorized(
  payment: GatewayPayment,
  paid_with: Extract<AuthorizeResponse, { outcome: 'authorized' }>['paid_with'],
): AuthorizeResponse {
  return {
    outcome: 'authorized',
    data: dataOf(payment),
    international: payment.international === true,
    ...(payment.vpa ? { vpa: payment.vpa } : {}),
    ...(paid_with ? { paid_with } : {}),
  }
}

/** What people quote: the references of banks, and the gateway's own ID. */
export function dataOf({ id, acquirer_data }: { id: string; acquirer_data: unknown }): BankData {
  const named = z.record(z.string(), z.unknown()).safeParse(acquirer_data).data ?? {}
  const texts = ['auth_code', 'rrn', 'arn', 'utr', 'bank_transaction_id', 'upi_transaction_id'].flatMap(
    (name): [string, string][] => {
      const value = named[name]
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 64)]] : []
    },
  )
  return BankData.parse({ ...Object.fromEntries(texts), gateway_id: id.slice(0, 64) })
}

/**
 * @param about the money that it must be of; of an imported one nothing else is known
 * @throws acquirer_unavailable for a refund of other money, whose receipt another system may have given
 */
export function asRefund(refund: GatewayRefund, about: CallMoney | undefined): RefundResponse {
  const { status, speed_processed } = refund
  if (about && (refund.amount !== about.amount || refund.currency !== about.currency))
    throw unexpected('The gateway has a refund of other money under this receipt.')
  if (status === 'processed') {
    const speed = speed_processed === 'instant' || speed_processed === 'optimum' ? 'instant' : 'normal'
    return { outcome: 'processed', speed, data: dataOf(refund) }
  }
  return status === 'failed'
    ? { outcome: 'failed', reason: 'The gateway could not pay the refund.' }
    : { outcome: 'pending' }
}

/** A captured payment, with what the gateway deducts. */
export function captured(payment: GatewayPayment): CaptureResponse {
  const { fee, tax } = payment
  const fees = typeof fee === 'number' ? { fees: { fee, tax: tax ?? 0 } } : {}
  return { outcome: 'captured', data: dataOf(payment), ...fees }
}

/** Nothing is decided: the caller asks again. */
export function unexpected(sentence: string) {
  return refused('acquirer_unavailable', undefined, { cause: new Error(sentence) })
}
