import { z } from 'zod'
import { REFUND_STATUSES } from '#lib/domain/refunds/schema.ts'
import { amountParam, flagParam, param, periodParam, severalParam } from '#lib/filters/list-params.ts'
import { shortText, yesOrNo } from '#lib/filters/param-schemas.ts'

const Speed = z.enum(['normal', 'optimum'], 'Speed must be normal or optimum.')
const Initiator = z.enum(
  ['key', 'user', 'system', 'client'],
  'Requested by must be key, user, system or client.',
)

/** The filters of the list of refunds, as search params and as text. */
export const REFUND_PARAMS = {
  status: severalParam('status', REFUND_STATUSES),
  overdue: flagParam('overdue'),
  captured: param('captured', yesOrNo('1', '0', 'Captured must be 1 or 0.')),
  created: periodParam(),
  amount: amountParam(),
  speed: param('speed', Speed),
  initiator: param('initiator', Initiator),
  reason: param('reason', shortText(256, 'A reason')),
  payment: param('payment', shortText(40, 'A payment ID')),
  reference: param('reference', shortText(40, 'A reference')),
}
