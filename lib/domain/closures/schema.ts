import { z } from 'zod'
import { StoredInteger } from '#lib/values/money.ts'
import { DAY, MINUTE } from '#lib/values/time.ts'
import { TypedName } from '#lib/values/typed-name.ts'

/** For how long a deletion can be cancelled, in seconds. Another owner can confirm it before. */
export const CLOSURE_WAITS = 7 * DAY

/** For how long after access has ended requests that were under way can still write, in seconds. Nothing is deleted before. */
export const CLOSURE_DRAINS = 10 * MINUTE

/** The same for a reset of test data. */
export const RESET_DRAINS = MINUTE

const CLOSURE_STATUSES = ['waiting', 'cancelled', 'stopped', 'closed', 'deleted'] as const

/** The deletion of a merchant. */
export const Closure = z.object({
  id: z.string(),
  status: z.enum(CLOSURE_STATUSES),
  requested_by: z.string().nullable(),
  requested_by_id: z.string(),
  created_at: StoredInteger,
  due_at: StoredInteger,
  decided_by: z.string().nullable(),
  decided_at: StoredInteger.nullable(),
  stop_reason: z.string().nullable(),
  closed_at: StoredInteger.nullable(),
})
export type Closure = z.output<typeof Closure>

const OBSTACLES = [
  'balance',
  'payments_in_progress',
  'payments_authorized',
  'refunds_pending',
  'payouts_processing',
  'settlements_created',
  'transfers_on_hold',
  'wallets',
  'batches_running',
] as const

/** Money of live mode that is still in the account, or on its way. */
export const Obstacle = z.object({
  kind: z.enum(OBSTACLES),
  count: StoredInteger,
  amount: StoredInteger,
  currency: z.string(),
})
export type Obstacle = z.output<typeof Obstacle>

export const ClosureDetails = z.object({
  /** The deletion that waits, or the last one that was cancelled or stopped. */
  closure: Closure.nullable(),
  obstacles: z.array(Obstacle),
  /** Owners besides the reader who can sign in. */
  other_owners: z.int(),
})
export type ClosureDetails = z.output<typeof ClosureDetails>

export const RequestClosure = z.strictObject({ typed_name: TypedName.optional() })
export const DecideClosure = z.strictObject({ id: z.string().max(40), typed_name: TypedName.optional() })
export const CancelClosure = z.strictObject({ id: z.string().max(40) })
export const ResetTestData = z.strictObject({ typed_name: TypedName.optional() })

/** A reset that has begun. */
export const TestDataReset = z.object({ id: z.string(), erasing_at: StoredInteger })
