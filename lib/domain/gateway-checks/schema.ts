import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'

export const DIFFERENCE_SUBJECTS = ['payment', 'refund', 'settlement'] as const
export const DifferenceSubject = z.enum(DIFFERENCE_SUBJECTS)
export type DifferenceSubject = z.output<typeof DifferenceSubject>

export const DIFFERENCE_KINDS = [
  'missing_here',
  'missing_there',
  'amount',
  'status',
  'fee',
  'refunds',
] as const
export const DifferenceKind = z.enum(DIFFERENCE_KINDS)
export type DifferenceKind = z.output<typeof DifferenceKind>

export const KIND_WORDS = {
  missing_here: 'Missing here',
  missing_there: 'Missing at the gateway',
  amount: 'Amount',
  status: 'Status',
  fee: 'Fee or tax',
  refunds: 'Refunded amount',
} as const satisfies Record<DifferenceKind, string>

export const DIFFERENCE_STATES = ['open', 'acknowledged', 'solved'] as const
export const DifferenceState = z.enum(DIFFERENCE_STATES)
export type DifferenceState = z.output<typeof DifferenceState>

/** What one side has of a record. `fee` contains `tax`. */
export const Side = z.object({
  amount: z.int(),
  status: z.string(),
  fee: z.int().nullable().optional(),
  tax: z.int().nullable().optional(),
  amount_refunded: z.int().optional(),
})
export type Side = z.output<typeof Side>

export const GatewayDifference = z.object({
  id: z.string(),
  acquirer_id: z.string(),
  subject: DifferenceSubject,
  kind: DifferenceKind,
  /** The record here, and at the gateway. */
  object_id: z.string().nullable(),
  gateway_id: z.string().nullable(),
  currency: z.string(),
  here: Side.nullable(),
  there: Side.nullable(),
  state: DifferenceState,
  acknowledged_by: z.string().nullable(),
  acknowledged_at: StoredInteger.nullable(),
  /** Why it was acknowledged. */
  reason: z.string().nullable(),
  solved_at: StoredInteger.nullable(),
  /** The last comparison that found it. */
  seen_at: StoredInteger,
  created_at: StoredInteger,
})
export type GatewayDifference = z.output<typeof GatewayDifference>

/** What can be done about a difference without a risk: ask the gateway, capture what is captured there, or import. */
export const NextStep = z.enum(['ask', 'capture', 'import'])
export type NextStep = z.output<typeof NextStep>

export const GatewayDifferenceDetails = GatewayDifference.extend({
  acquirer_name: z.string(),
  advice: z.string(),
  next_step: NextStep.nullable(),
})
export type GatewayDifferenceDetails = z.output<typeof GatewayDifferenceDetails>

export const OfDifference = z.strictObject({ id: Id('gateway_difference') })

export const MAX_ACKNOWLEDGEMENT = 300

export const AcknowledgeDifference = OfDifference.extend({
  reason: z
    .string({ error: 'Enter a reason.' })
    .trim()
    .min(1, 'Enter a reason.')
    .max(MAX_ACKNOWLEDGEMENT, `The reason can be up to ${MAX_ACKNOWLEDGEMENT} characters.`),
})
