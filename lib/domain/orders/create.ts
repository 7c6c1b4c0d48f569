import { namedCustomer } from '#lib/domain/customers/find.ts'
import { CreateOrder, Order } from '#lib/domain/orders/schema.ts'
import { ORDER_FEATURES } from '#lib/domain/unsupported.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const createOrder = defineOperation({
  name: 'create_order',
  title: 'Create an order',
  summary: 'Creates an order: an amount that a customer pays once.',
  permission: 'orders:write',
  http: 'POST /v1/orders',
  scope: 'orders:write',
  tool: { destructive: false, idempotent: false, openWorld: false },
  status: 201,
  // One statement: this is the busiest write of the API (docs/decisions/0004-writes.md).
  effect: 'optimistic',
  input: CreateOrder,
  output: Order,
  unsupported: ORDER_FEATURES,
  errors: ['record_not_found'],
  async run(context, input) {
    if (input.currency !== context.account.currency) {
      throw refused(
        'input_validation_failed',
        `currency must be ${context.account.currency} for this account.`,
        { field: 'currency' },
      )
    }
    if (input.customer_id) await namedCustomer(context, input.customer_id)
    const options = input.payment?.capture_options
    const row = {
      account_id: context.account.id,
      id: context.newId('order'),
      amount: input.amount,
      amount_paid: 0,
      currency: input.currency,
      receipt: input.receipt ?? null,
      offer_id: null,
      status: 'created',
      attempts: 0,
      payment_capture: input.payment
        ? input.payment.capture === 'automatic'
        : (input.payment_capture ?? false),
      method: input.method ?? null,
      automatic_expiry_period: options?.automatic_expiry_period ?? null,
      manual_expiry_period: options?.manual_expiry_period ?? null,
      refund_speed: options?.refund_speed ?? null,
      partial_payment: input.partial_payment,
      first_payment_min_amount: input.first_payment_min_amount ?? null,
      callback_url: input.callback_url ?? null,
      customer_id: input.customer_id ?? null,
      notes: input.notes,
      created_by: context.actor.id,
      created_at: context.now,
    }
    context.changes.insert('orders', row)
    context.countChange('orders', null, { ...row, authorized: false })
    return row
  },
})
