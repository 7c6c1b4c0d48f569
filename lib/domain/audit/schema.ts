import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { CreatedAt, StoredInteger } from '#lib/values/money.ts'

/** How an edit changed a field: its old and new value, or the difference. */
const FieldChange = z.object({
  from: z.unknown().optional(),
  to: z.unknown().optional(),
  by: z.int().optional(),
})

/** One entry of the timeline of a payment or an order, with its actor and request. */
export const TimelineEntry = z.object({
  id: z.string(),
  /** The name of an event, such as `payment.created`, or of an operation that only changed notes. */
  what: z.string(),
  actor_kind: z.string(),
  actor_name: z.string(),
  request_id: z.string().nullable(),
  /** Whether the request log has the request, where its page shows the request. */
  request_kept: z.boolean().optional(),
  created_at: CreatedAt,
  /** The snapshots in the event: payment, refund, order. */
  payload: z.record(z.string(), z.object({ entity: z.record(z.string(), z.unknown()) })),
  changes: z.record(z.string(), FieldChange).optional(),
})

export type TimelineEntry = z.output<typeof TimelineEntry>

export const AuditLine = z.object({
  id: z.string(),
  entity: z.literal('audit_line').default('audit_line'),
  action: z.string(),
  object_id: z.string().nullable(),
  actor_kind: z.string(),
  actor_id: z.string(),
  actor_name: z.string(),
  request_id: z.string(),
  /** Null for a job. */
  ip: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  created_at: StoredInteger,
})
export type AuditLine = z.output<typeof AuditLine>

export const GetAuditLine = z.strictObject({ id: Id('audit') })

/** A line with the browser or app of its request, and whether it is sealed. */
export const AuditLineDetails = AuditLine.extend({
  user_agent: z.string().nullable(),
  source: z.string().nullable(),
  /** Whether the request is still in the request log. */
  request_kept: z.boolean(),
  sealed: z.boolean(),
})
export type AuditLineDetails = z.output<typeof AuditLineDetails>

export const ACTOR_KINDS = ['user', 'key', 'client', 'payer', 'system'] as const

/** Those of the business; the others are its customers and Counterfoil itself. */
export const PEOPLE_AND_APPS = ['user', 'key', 'client'] as const satisfies (typeof ACTOR_KINDS)[number][]
