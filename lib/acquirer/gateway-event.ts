import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { GatewayRefundIds } from '#lib/ports/acquirer.ts'
import { ownReference } from '#lib/ports/acquirer-protocol.ts'
import { hmacHex } from '#lib/values/signature.ts'
import { jsonOf } from './signature.ts'

/** The longest event that is read, in bytes. */
export const MAX_EVENT_BYTES = 262_144

const About = z.object({ entity: z.object({ id: z.string() }) })
const Event = z.object({
  entity: z.literal('event'),
  event: z.string().regex(/^[a-z][a-z_.]{1,79}$/),
  payload: z.object({
    payment: z.object({ entity: z.object({ id: z.string(), order_id: z.string().nullish() }) }).optional(),
    refund: z
      .object({
        entity: z.object({ id: z.string(), payment_id: z.string().nullish(), receipt: z.string().nullish() }),
      })
      .optional(),
    order: z.object({ entity: z.object({ id: z.string(), receipt: z.string().nullish() }) }).optional(),
    settlement: About.optional(),
  }),
})

/**
 * An event of the gateway. It is only a hint that something has changed: what it says about money is never used, and the
 * gateway is asked. So events may come twice, late and in any order.
 */
export type GatewayEvent = {
  /** Of the event, the same at every delivery. */
  id: string
  event: string
  /** The reference of ours that it is about, where it says so; else the gateway's order tells it. */
  reference: string | null
  orderId: string | null
  /** A refund without a reference of ours: it was made at the gateway itself. */
  refund: GatewayRefundIds | null
}

/**
 * The event in a body that the gateway signed with one of the secrets, or null. A secret is exchanged without a loss by
 * accepting the present and the previous one for a while.
 * @param body the bytes as they came: a signature of parsed and written JSON would be another
 * @param headers with names in lower case
 */
export function gatewayEventIn(
  secrets: readonly string[],
  body: string,
  headers: Record<string, string | string[] | undefined>,
): GatewayEvent | null {
  if (Buffer.byteLength(body) > MAX_EVENT_BYTES) return null
  const header = (name: string) => String(headers[`x-razorpay-${name}`] || headers[`x-${name}`] || '')
  const id = header('event-id')
  if (!/^[\w-]{1,80}$/.test(id)) return null
  const signature = Buffer.from(header('signature'))
  const isSigned = secrets.some((secret) => {
    const right = Buffer.from(hmacHex(secret, body))
    return secret !== '' && right.length === signature.length && timingSafeEqual(right, signature)
  })
  const parsed = isSigned ? Event.safeParse(jsonOf(body)) : undefined
  if (!parsed?.success) return null
  const { event, payload } = parsed.data
  const { payment, refund, order } = payload
  const own = ownReference(refund?.entity.receipt)
  return {
    id,
    event,
    reference: own ?? order?.entity.receipt ?? null,
    orderId: order?.entity.id ?? payment?.entity.order_id ?? null,
    refund: own === null ? refundIn(refund?.entity, payment?.entity.id) : null,
  }
}

function refundIn(
  refund: { id: string; payment_id?: string | null | undefined } | undefined,
  payment: string | undefined,
): GatewayRefundIds | null {
  const payment_id = refund?.payment_id ?? payment
  return refund && payment_id !== undefined ? { id: refund.id, payment_id } : null
}
