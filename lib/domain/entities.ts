import { Customer } from '#lib/domain/customers/schema.ts'
import { Document } from '#lib/domain/documents/schema.ts'
import { entityOf } from '#lib/domain/entity.ts'
import { Event, EventBody } from '#lib/domain/events/schema.ts'
import { Order } from '#lib/domain/orders/schema.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { Payout } from '#lib/domain/payouts/schema.ts'
import { Refund } from '#lib/domain/refunds/schema.ts'
import { Settlement } from '#lib/domain/settlements/schema.ts'
import { Reversal, Transfer } from '#lib/domain/transfers/schema.ts'
import { Webhook } from '#lib/domain/webhooks/schema.ts'

/** The entities of the API that are rows of one table. */
export const ENTITIES = {
  customer: entityOf('customers', Customer),
  document: entityOf('documents', Document),
  event: entityOf('events', Event),
  eventBody: entityOf('events', EventBody),
  order: entityOf('orders', Order, { amount_due: 'amount - amount_paid' }),
  payment: entityOf('payments', Payment, {
    upi: 'vpa',
    authorized_until: "CASE WHEN status = 'authorized' THEN capture_by END",
  }),
  payout: entityOf('payouts', Payout, { status_details: 'failure_reason' }),
  refund: entityOf('refunds', Refund),
  reversal: entityOf('reversals', Reversal, { initiator_id: 'account_id' }),
  settlement: entityOf('settlements', Settlement),
  transfer: entityOf('transfers', Transfer, {
    error:
      "CASE WHEN failure_reason IS NOT NULL THEN json_build_object('id', id, 'reason', failure_reason) END",
  }),
  webhook: entityOf('webhook_endpoints', Webhook, {
    owner_id: 'account_id',
    unavailable_events: 'events',
    context: "'[]'::json",
  }),
}
