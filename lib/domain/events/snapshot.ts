import { billEntity, findBill } from '#lib/domain/bills/find.ts'
import { Bill } from '#lib/domain/bills/schema.ts'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { Customer } from '#lib/domain/customers/schema.ts'
import { findDocument } from '#lib/domain/documents/find.ts'
import { Document } from '#lib/domain/documents/schema.ts'
import type { EventName } from '#lib/domain/events/schema.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { Order } from '#lib/domain/orders/schema.ts'
import { findPayment } from '#lib/domain/payments/find.ts'
import { Payment } from '#lib/domain/payments/schema.ts'
import { findPayout } from '#lib/domain/payouts/find.ts'
import { Payout } from '#lib/domain/payouts/schema.ts'
import { findRefund } from '#lib/domain/refunds/find.ts'
import { Refund } from '#lib/domain/refunds/schema.ts'
import { findSettlement } from '#lib/domain/settlements/find.ts'
import { Settlement } from '#lib/domain/settlements/schema.ts'
import { findTransfer } from '#lib/domain/transfers/find.ts'
import { Transfer } from '#lib/domain/transfers/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context, NewEvent } from '#lib/pipeline/operation.ts'

type About = Omit<NewEvent, 'event' | 'endpoint_id'>
type Kind = 'pay' | 'order' | 'rfnd' | 'trf' | 'pout' | 'setl' | 'cust' | 'doc' | 'bill'

/** The kinds of objects that can be the subject of each event, by the prefix of their IDs. */
const KINDS: Record<string, Kind[]> = {
  payment: ['pay'],
  order: ['pay', 'order'],
  refund: ['rfnd'],
  transfer: ['trf'],
  payout: ['pout'],
  settlement: ['setl'],
  'wallet.credited': ['trf', 'rfnd', 'pout'],
  'wallet.debited': ['pay', 'pout'],
  customer: ['cust'],
  document: ['doc'],
  bill: ['bill'],
}

/**
 * The payload that an event about an object would have now.
 * @throws input_validation_failed if events of this name are not about such an object; record_not_found
 */
export async function eventSnapshotOf(context: Context, event: EventName, id: string): Promise<About> {
  const kinds = KINDS[event] ?? KINDS[event.split(/[._]/)[0] ?? ''] ?? []
  const kind = kinds.find((prefix) => id.startsWith(`${prefix}_`))
  if (kind === undefined)
    throw refused(
      'input_validation_failed',
      `${event} is about an object whose id begins with ${kinds.join('_ or ')}_.`,
      {
        field: 'object_id',
      },
    )
  return event === 'order.paid' ? orderPaid(context, id) : SNAPSHOTS[kind](context, id)
}

const SNAPSHOTS: Record<Kind, (context: Context, id: string) => Promise<About>> = {
  async pay(context, id) {
    const payment = Payment.parse(await findPayment(context, id, 'object_id'))
    return { payload: { payment }, payment_id: id, order_id: payment.order_id }
  },
  order: (context, id) => orderPaid(context, id),
  async rfnd(context, id) {
    const refund = Refund.parse(await findRefund(context, id))
    const payment = Payment.parse(await findPayment(context, refund.payment_id))
    return { payload: { refund, payment }, payment_id: payment.id, order_id: payment.order_id }
  },
  async trf(context, id) {
    const row = await findTransfer(context, id)
    return {
      payload: { transfer: Transfer.parse(row) },
      customer_id: row.recipient,
      payment_id: row.source.startsWith('pay_') ? row.source : null,
    }
  },
  async pout(context, id) {
    return { payload: { payout: Payout.parse(await findPayout(context, id)) } }
  },
  async setl(context, id) {
    return { payload: { settlement: Settlement.parse(await findSettlement(context, id)) } }
  },
  async cust(context, id) {
    return { payload: { customer: Customer.parse(await findCustomer(context, id)) } }
  },
  async doc(context, id) {
    return { payload: { document: Document.parse(await findDocument(context, id)) } }
  },
  async bill(context, id) {
    const row = await findBill(context, id)
    return { payload: { bill: Bill.parse(billEntity(context, row)) }, customer_id: row.customer_id }
  },
}

/** An order and the payment that paid it, by the ID of either. */
async function orderPaid(context: Context, id: string): Promise<About> {
  const payment = id.startsWith('pay_')
    ? await findPayment(context, id, 'object_id')
    : await paymentOf(context, id)
  if (payment.order_id === null)
    throw refused('input_validation_failed', `The payment ${payment.id} is of no order.`, {
      field: 'object_id',
    })
  const order = Order.parse(await findOrder(context, payment.order_id))
  return { payload: { payment: Payment.parse(payment), order }, payment_id: payment.id, order_id: order.id }
}

async function paymentOf(context: Context, orderId: string) {
  await findOrder(context, orderId, 'object_id')
  const payment = await context.tables.payments.findFirst({
    where: { account_id: context.account.id, order_id: orderId },
    orderBy: [{ captured: 'desc' }, { created_at: 'desc' }, { id: 'desc' }],
  })
  if (payment) return payment
  throw refused('input_validation_failed', `The order ${orderId} has no payment yet.`, { field: 'object_id' })
}
