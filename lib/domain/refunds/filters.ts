import { bankReference, bound, type Condition, equal, prefix } from '#lib/database/conditions.ts'
import { amount, choice, either, equals, flag, oneOf, period, several, text } from '#lib/domain/filters.ts'
import { REASON_NOTE } from '#lib/domain/refunds/schema/reasons.ts'
import { REFUND_STATUSES } from '#lib/domain/refunds/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { overdueBefore } from '#lib/values/working-days.ts'

/** As in the index of refunds by reason. */
const REASON_OF = `notes ->> '${REASON_NOTE}'`

/** The automatic return of a payment that was never captured: no balance paid it. */
export const NEVER_CAPTURED: Condition = { sql: 'automatic', values: [] }
const OF_CAPTURED: Condition = { sql: 'NOT automatic', values: [], except: NEVER_CAPTURED }

export const REFUND_FILTERS = [
  several('status', REFUND_STATUSES, { label: 'Status', as: 'tab', where: oneOf('status') }),
  /** Still pending after the expected working days. */
  flag('overdue', { where: overdue }),
  period(),
  amount(),
  /** Of a captured payment, or the return of one that was never captured. */
  either('captured', {
    label: 'Payment',
    words: ['captured', 'never captured'],
    where: (yes) => [yes ? OF_CAPTURED : NEVER_CAPTURED],
  }),
  choice('speed', ['normal', 'optimum'], {
    label: 'Requested speed',
    words: { normal: 'normal', optimum: 'optimum' },
    where: equals('speed_requested'),
  }),
  choice('initiator', ['user', 'key', 'client', 'system'], {
    label: 'Requested by',
    words: {
      user: 'a person',
      key: 'an API key',
      client: 'a connected app',
      system: 'Counterfoil itself',
    },
    where: (kind) => prefix('created_by', `${kind}:`),
  }),
  /** The note that tells why, as it was entered. */
  text('reason', 256, { label: 'Reason', placeholder: 'Goods returned', where: equals(REASON_OF) }),
  text('payment', 40, { label: 'Payment', placeholder: 'pay_…', where: equals('payment_id') }),
  text('reference', 40, {
    label: 'Bank reference',
    placeholder: 'RRN, ARN or UTR',
    where: (reference) => bankReference(['rrn', 'arn', 'utr'], reference),
  }),
]

export function overdue({ now }: Context): Condition[] {
  return [...equal('status', 'pending'), ...bound('created_at', '<=', overdueBefore(now))]
}
