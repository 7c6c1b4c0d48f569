import { z } from 'zod'
import { bankReference, bound, type Condition, equal, prefix } from '#lib/domain/conditions.ts'
import {
  amounts,
  created,
  equals,
  filter,
  flagCondition,
  oneOfCondition,
  textCondition,
} from '#lib/domain/filters.ts'
import { REASON_NOTE } from '#lib/domain/refunds/schema/reasons.ts'
import { RefundSpeed, RefundStatus } from '#lib/domain/refunds/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { overdueBefore } from '#lib/values/working-days.ts'

/** As in the index of refunds by reason. */
const REASON_OF = `notes ->> '${REASON_NOTE}'`

/** The automatic return of a payment that was never captured: no balance paid it. */
export const NEVER_CAPTURED: Condition = { sql: 'automatic', values: [] }
const OF_CAPTURED: Condition = { sql: 'NOT automatic', values: [], except: NEVER_CAPTURED }

export const REFUND_FILTERS = {
  status: oneOfCondition('status', RefundStatus),
  speed: equals('speed_requested', RefundSpeed),
  /** Still pending after the expected working days. */
  overdue: flagCondition(overdue),
  /** Of a captured payment, or the return of one that was never captured. */
  captured: filter(z.boolean(), (yes) => [yes ? OF_CAPTURED : NEVER_CAPTURED]),
  ...created,
  ...amounts(),
  payment: equals('payment_id', textCondition(40)),
  /** A bank reference: RRN, ARN or UTR. */
  reference: filter(textCondition(40), (reference) => bankReference(['rrn', 'arn', 'utr'], reference)),
  /** The note that tells why, as it was entered. */
  reason: filter(textCondition(256), (reason) => equal(REASON_OF, reason)),
  initiator: filter(z.enum(['key', 'user', 'system', 'client']), (kind) => prefix('created_by', `${kind}:`)),
}

export function overdue({ now }: Context): Condition[] {
  return [...equal('status', 'pending'), ...bound('created_at', '<=', overdueBefore(now))]
}
