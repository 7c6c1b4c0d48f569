import { z } from 'zod'
import { StoredInteger, Sum } from '#lib/values/money.ts'
import { Timestamp } from '#lib/values/timestamp.ts'

/** The amounts collected and refunded in a period, by the creation of payments and refunds. */
export const OverviewTotals = z.object({
  /** Captured money, including what was refunded since. */
  collected: Sum,
  captured_count: StoredInteger,
  /** The attempts that a bank authorized or captured, and all finished ones. */
  succeeded_count: StoredInteger,
  ended_count: StoredInteger,
  /** Refunds of captured payments that did not fail, as the balance has them. */
  refunded: Sum,
  refund_count: StoredInteger,
  /** Returns of payments that were never captured: they were never in the balance. */
  returned: Sum,
})
export type OverviewTotals = z.output<typeof OverviewTotals>

export const Stretch = z.strictObject({ from: Timestamp, to: Timestamp })

/** One hour, day or month with the amount captured in it. `at` is its local start: 2026-11-03T00. */
export const VolumePoint = z.object({
  at: z.string(),
  amount: Sum,
  count: StoredInteger,
  failed: StoredInteger,
})
export type VolumePoint = z.output<typeof VolumePoint>

/** One part of a breakdown: a method, a failure reason. */
const Part = z.object({ name: z.string(), amount: Sum, count: StoredInteger })

export const Splits = z.object({ methods: z.array(Part), reasons: z.array(Part) })
export type Splits = z.output<typeof Splits>

const Matter = z.object({ count: StoredInteger, amount: Sum })

/** What needs attention now. */
export const Attention = z.object({
  /** Approvals that the reader can decide; the reader's own if they can decide none. */
  approvals: StoredInteger,
  /** Whether these are the reader's own, which someone else decides. */
  own_approvals: z.boolean(),
  /** Authorized payments that expire within a day. */
  expiring: Matter.extend({ soonest: StoredInteger.nullable() }),
  /** Refunds that are still pending after the expected working days. */
  overdue: Matter,
  /** Refunds that failed in the last seven days. */
  failed: Matter,
  /** Payouts of the last seven days that the bank reversed. */
  reversed: Matter,
  /** API keys without a replacement that expire within 14 days, and within 3; 0 without the permission to see keys. */
  ending_keys: StoredInteger,
  urgent_keys: StoredInteger,
  /** Active API keys of people who lost access; 0 without the permission to see keys. */
  keys_of_people_gone: StoredInteger,
  /** Webhooks that are disabled, and those whose last attempts failed; 0 without the permission to see webhooks. */
  disabled_webhooks: StoredInteger,
  failing_webhooks: StoredInteger,
  /** The acquirer in use, if it responds to nothing; null also for those who may not change it. */
  silent_acquirer: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Open differences from gateway accounts; 0 for those who may not acknowledge them. */
  differences: StoredInteger,
  /** When the requested deletion of the business takes effect; null without one, and for those who are not owners. */
  closing_at: StoredInteger.nullable(),
})
export type Attention = z.output<typeof Attention>

/** One recent event or change, with its actor. */
export const Activity = z.object({
  id: z.string(),
  /** The name of an event, or of an operation without one. */
  what: z.string(),
  object_id: z.string(),
  /** The batch whose refund it is about. */
  batch_id: z.string().nullable(),
  amount: StoredInteger.nullable(),
  currency: z.string().nullable(),
  actor_kind: z.string(),
  actor_name: z.string(),
  created_at: StoredInteger,
})
export type Activity = z.output<typeof Activity>

/** What live mode needs before it takes payments. */
export const GoLive = z.object({
  has_key: z.boolean(),
  has_webhook: z.boolean(),
  owners: StoredInteger,
  owners_without_factor: StoredInteger,
  has_thresholds: z.boolean(),
  /** A logo and a support contact. */
  has_business_details: z.boolean(),
  /** Whether emails are sent, or stay in the outbox. */
  sends_mail: z.boolean(),
  /** When `counterfoil backup` last made a backup of this server; null when it never did. */
  last_backup_at: StoredInteger.nullable(),
  /** The acquirer in use; null without one. */
  acquirer: z
    .object({
      id: z.string(),
      name: z.string(),
      /** When its connection was tested last. */
      tested_at: StoredInteger,
      gateway: z.boolean(),
      /** Whether no real money moves there. */
      sandbox: z.boolean(),
      /** Whether a message of it has arrived whose signature was right. */
      has_notification: z.boolean(),
    })
    .nullable(),
})
export type GoLive = z.output<typeof GoLive>

export const FirstSteps = z.object({
  /** The oldest active key, if the reader may see keys. */
  key_id: z.string().nullable(),
  /** The newest order that can still be paid, and the newest captured payment, for examples. */
  order_id: z.string().nullable(),
  payment_id: z.string().nullable(),
  /** The oldest webhook, if the reader may see webhooks. */
  webhook_id: z.string().nullable(),
  has_payment: z.boolean(),
  /** The account began with the records of a demo. */
  has_history: z.boolean(),
  has_key: z.boolean(),
  /** A request was made with a key. */
  called: z.boolean(),
  ordered: z.boolean(),
  captured: z.boolean(),
  refunded: z.boolean(),
  /** An endpoint accepted a delivery. */
  delivered: z.boolean(),
  /** Null in test mode. */
  go_live: GoLive.nullable(),
})
export type FirstSteps = z.output<typeof FirstSteps>
