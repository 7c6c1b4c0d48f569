import { z } from 'zod'
import { Id } from '#lib/values/id.ts'

/** What an account at a gateway has, by the names of its lists. Records are read in this order: each names earlier ones. */
export const GATEWAY_KINDS = ['customers', 'orders', 'payments', 'refunds', 'settlements'] as const
export const GatewayKind = z.enum(GATEWAY_KINDS)
export type GatewayKind = z.infer<typeof GatewayKind>

const Seconds = z.int().min(0).max(4_765_046_400)
const Money = z.int().min(0)
const Text = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((text) => text || null)
const Flag = z
  .boolean()
  .nullish()
  .transform((flag) => flag === true)
/** An empty list stands for no pairs. */
const Pairs = z
  .union([
    z.record(z.string().max(256), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    z.array(z.never()).max(0),
    z.null(),
  ])
  .optional()
  .transform((pairs): Record<string, string> => {
    if (!pairs || Array.isArray(pairs)) return {}
    return Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, String(value ?? '')]))
  })

const Customer = z.object({
  id: Id('customer'),
  name: Text(255),
  email: Text(255),
  contact: Text(32),
  gstin: Text(32),
  notes: Pairs,
  created_at: Seconds,
})

const Order = z.object({
  id: Id('order'),
  amount: Money.min(1),
  amount_paid: Money,
  currency: z.string().length(3),
  receipt: Text(255),
  offer_id: Text(64),
  status: z.enum(['created', 'attempted', 'paid']),
  attempts: z.int().min(0).max(2_147_483_647),
  method: z
    .string()
    .nullish()
    .transform((method) => method || null),
  partial_payment: Flag,
  first_payment_min_amount: Money.nullish().transform((amount) => amount ?? null),
  notes: Pairs,
  created_at: Seconds,
})

/** Of a card there are the last four digits and what kind it is. A number that a gateway sent by mistake is dropped here. */
const Card = z.object({
  id: Id('card'),
  name: Text(255),
  last4: z.string().regex(/^\d{4}$/),
  network: Text(40),
  type: Text(40),
  issuer: Text(40),
  international: Flag,
  emi: Flag,
  sub_type: Text(40),
  token_iin: Text(9),
})

const Payment = z.object({
  id: Id('payment'),
  amount: Money.min(1),
  currency: z.string().length(3),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: Id('order')
    .nullish()
    .transform((id) => id ?? null),
  international: Flag,
  method: z.enum(['card', 'netbanking', 'wallet', 'emi', 'upi']),
  amount_refunded: Money.nullish().transform((amount) => amount ?? 0),
  captured: Flag,
  description: Text(2048),
  card: Card.nullish().transform((card) => card ?? null),
  bank: Text(64),
  wallet: Text(64),
  vpa: Text(255),
  email: Text(255),
  contact: Text(32),
  customer_id: Id('customer')
    .nullish()
    .transform((id) => id ?? null),
  notes: Pairs,
  /** Contains the tax. */
  fee: Money.nullish().transform((fee) => fee ?? null),
  tax: Money.nullish().transform((tax) => tax ?? null),
  error_code: Text(64),
  error_description: Text(1000),
  error_source: Text(64),
  error_step: Text(64),
  error_reason: Text(128),
  acquirer_data: Pairs,
  /** Absent where the gateway does not tell it. */
  captured_at: Seconds.nullish().transform((at) => at ?? null),
  authorized_until: Seconds.nullish().transform((at) => at ?? null),
  created_at: Seconds,
})

const Refund = z.object({
  id: Id('refund'),
  amount: Money.min(1),
  currency: z.string().length(3),
  payment_id: Id('payment'),
  notes: Pairs,
  receipt: Text(255),
  acquirer_data: Pairs,
  status: z.enum(['pending', 'processed', 'failed']),
  speed_requested: z.enum(['normal', 'optimum']).nullish().catch(null),
  speed_processed: z.enum(['normal', 'instant', 'optimum']).nullish().catch(null),
  created_at: Seconds,
})

const Settlement = z.object({
  id: Id('settlement'),
  amount: Money,
  status: z.enum(['created', 'processed', 'failed']),
  /** Contain the tax. */
  fees: Money.nullish().transform((fees) => fees ?? 0),
  tax: Money.nullish().transform((tax) => tax ?? 0),
  utr: Text(64),
  created_at: Seconds,
})

/** One movement that a settlement consists of. */
const SettlementLine = z.object({
  /** ID of the payment, refund, or of another record that has no counterpart here. */
  entity_id: z.string().max(64),
  type: z.string().max(40),
  debit: Money,
  credit: Money,
  fee: Money.nullish().transform((fee) => fee ?? 0),
  tax: Money.nullish().transform((tax) => tax ?? 0),
  currency: z.string().length(3),
  settlement_id: z.string().max(64).nullish(),
})

/** Records as they are here, whatever else the gateway says of them: amounts in subunits, times in Unix seconds. */
export const GATEWAY_RECORDS = {
  customers: Customer,
  orders: Order,
  payments: Payment,
  refunds: Refund,
  settlements: Settlement,
} as const
export const GatewaySettlementLine = SettlementLine

export type GatewayRecord<K extends GatewayKind> = z.output<(typeof GATEWAY_RECORDS)[K]>
export type GatewaySettlementLine = z.output<typeof SettlementLine>

/** A record outside the schema: its ID where it has one, and the fields that are wrong, never their values. */
export type RejectedRecord = { id: string | null; reason: string }

export type GatewayPage<Item> = {
  items: Item[]
  /** With which a later `pages` call of the same range goes on after this page. */
  skip: number
  rejected: RejectedRecord[]
}

/** `from` and `to` in Unix seconds, both included. */
export type GatewayRange = { from?: number; to?: number; skip?: number; signal?: AbortSignal }

/**
 * Everything that an account at a gateway has, read at the gateway's pace: one request at a time, and none while it asks to
 * be left alone (429 with Retry-After).
 */
export type GatewayReader = {
  /**
   * Pages of up to 100, newest first. Lists grow at their beginning, so a range needs an end: without `to` it is a minute
   * ago, and a range that is read in parts has the same `to` in each. Then a record may come twice and none is left out. The
   * gateway lists customers without a range, so theirs is applied here.
   * @throws acquirer_unavailable when the gateway does not respond, or keeps rejecting
   */
  pages<K extends GatewayKind>(kind: K, range?: GatewayRange): AsyncIterable<GatewayPage<GatewayRecord<K>>>
  /** How many records a range has. It takes some 30 requests. @throws acquirer_unavailable */
  count(kind: GatewayKind, range?: Omit<GatewayRange, 'skip'>): Promise<number>
  /**
   * One record; null when the gateway does not have it.
   * @throws acquirer_unavailable also for a record outside the schema
   */
  one<K extends GatewayKind>(kind: K, id: string): Promise<GatewayRecord<K> | null>
  /**
   * What the settlements of a day consist of, those of all settlements of that day. The day is by the calendar of the
   * gateway's country.
   * @throws acquirer_unavailable
   */
  settlementLines(
    day: { year: number; month: number; day: number },
    range?: Pick<GatewayRange, 'skip' | 'signal'>,
  ): AsyncIterable<GatewayPage<GatewaySettlementLine>>
}
