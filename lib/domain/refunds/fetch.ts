import { z } from 'zod'
import { equal } from '#lib/database/conditions.ts'
import { acquirerOfRecord } from '#lib/domain/acquirers/find.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { importedEntries } from '#lib/domain/imported-timeline.ts'
import { findBrand } from '#lib/domain/merchants/find.ts'
import { listEntities } from '#lib/domain/page.ts'
import { findPayment } from '#lib/domain/payments/find.ts'
import { FetchPaymentRefund, FetchPaymentRefunds } from '#lib/domain/payments/schema.ts'
import { REFUND_FILTERS } from '#lib/domain/refunds/filters.ts'
import { existingRefund, findRefund } from '#lib/domain/refunds/find.ts'
import { refundLink } from '#lib/domain/refunds/link.ts'
import {
  FetchAllRefunds,
  FetchRefund,
  Refund,
  RefundDetails,
  RefundForCustomer,
} from '#lib/domain/refunds/schema.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { Collection } from '#lib/filters/page.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { maskedVpa } from '#lib/values/contact.ts'
import { refundDue } from '#lib/values/working-days.ts'

export const fetchRefund = defineOperation({
  name: 'fetch_refund',
  title: 'Fetch a refund',
  summary: 'Returns one refund.',
  permission: 'refunds:read',
  http: 'GET /v1/refunds/:id',
  scope: 'read_only',
  input: FetchRefund,
  output: Refund,
  run: async (context, input) =>
    existingRefund(await findEntity(context, ENTITIES.refund, input.id), input.id),
})

export const fetchPaymentRefund = defineOperation({
  name: 'fetch_specific_refund_for_payment',
  title: 'Fetch a refund of a payment',
  summary: 'Returns one refund of one payment.',
  permission: 'refunds:read',
  http: 'GET /v1/payments/:id/refunds/:refund_id',
  scope: 'read_only',
  coveredBy: 'fetch_refund',
  input: FetchPaymentRefund,
  output: Refund,
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    return findRefund(context, input.refund_id, payment.id)
  },
})

const TEXT = { noun: 'refund', filters: REFUND_FILTERS }

const COLUMNS = ['id', 'payment_id', 'amount', 'currency', 'status', 'created_at']

export const fetchAllRefunds = defineOperation({
  name: 'fetch_all_refunds',
  title: 'Fetch all refunds',
  summary: 'Lists refunds, newest first. Filter by time, status or payment.',
  permission: 'refunds:read',
  http: 'GET /v1/refunds',
  scope: 'read_only',
  columns: COLUMNS,
  input: FetchAllRefunds,
  output: Collection(Refund),
  async run(context, input) {
    const where = [
      ...equal('status', input.status),
      ...equal('payment_id', input.payment_id),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    return listEntities(context, ENTITIES.refund, where, input)
  },
})

export const fetchPaymentRefunds = defineOperation({
  name: 'fetch_multiple_refunds_for_payment',
  title: 'Fetch the refunds of a payment',
  summary: 'Lists the refunds of one payment, newest first.',
  permission: 'refunds:read',
  http: 'GET /v1/payments/:id/refunds',
  scope: 'read_only',
  coveredBy: 'fetch_all_refunds',
  columns: COLUMNS,
  input: FetchPaymentRefunds,
  output: Collection(Refund),
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    const where = equal('payment_id', payment.id)
    return listEntities(context, ENTITIES.refund, where, input)
  },
})

export const fetchRefundForCustomer = defineOperation({
  name: 'fetch_refund_for_customer',
  title: 'Fetch a refund for its customer',
  summary:
    'Returns what the public page of a refund shows: amount, status, expected date and the references of the bank.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: FetchRefund,
  output: RefundForCustomer,
  async run(context, input) {
    const { account, now } = context
    const refund = await findRefund(context, input.id)
    const payment = await context.tables.payments.findUniqueOrThrow({
      where: { account_id_id: { account_id: account.id, id: refund.payment_id } },
    })
    const order = await context.tables.orders.findFirst({
      where: { account_id: account.id, id: payment.order_id ?? '' },
      select: { receipt: true },
    })
    const card = await context.tables.cards.findFirst({
      where: { account_id: account.id, id: payment.card_id ?? '' },
      select: { network: true, last4: true },
    })
    const due = refundDue(Number(refund.created_at))
    return {
      ...refund,
      merchant_name: account.merchant_name,
      support: (await findBrand(context)).support,
      mode: account.mode,
      due: refund.status === 'pending' ? due : null,
      overdue: refund.status === 'pending' && now > due,
      payment: {
        ...payment,
        vpa: payment.vpa === null ? null : maskedVpa(payment.vpa),
        receipt: order?.receipt ?? null,
        ...(card ? { card } : {}),
      },
    }
  },
})

export const getRefundDetails = defineOperation({
  name: 'get_refund_details',
  title: 'Get the details of a refund',
  summary: 'Returns one refund for its page, with its requester, failure and payment.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: FetchRefund,
  output: RefundDetails,
  async run(context, input) {
    const account_id = context.account.id
    const refund = await findRefund(context, input.id)
    const payment = await context.tables.payments.findUniqueOrThrow({
      where: { account_id_id: { account_id, id: refund.payment_id } },
    })
    const order = await context.tables.orders.findFirst({
      where: { account_id, id: payment.order_id ?? '' },
      select: { receipt: true },
    })
    const card = await context.tables.cards.findFirst({
      where: { account_id, id: payment.card_id ?? '' },
      select: { network: true },
    })
    return {
      ...refund,
      link: await refundLink(context, refund.id),
      acquirer: await acquirerOfRecord(context, payment.acquirer_id),
      payment: { ...payment, receipt: order?.receipt ?? null, network: card?.network ?? null },
    }
  },
})

export const fetchRefundTimeline = defineOperation({
  name: 'fetch_refund_timeline',
  title: 'Fetch the timeline of a refund',
  summary: 'Lists what happened to one refund, newest first, with who did it.',
  permission: 'refunds:read',
  http: null,
  effect: 'read',
  input: FetchRefund,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const refund = await findRefund(context, input.id)
    const { id, payment_id } = refund
    const imported = await importedEntries(context, refund)
    // Events are found by payment, which is indexed, and then filtered by refund.
    const events = { payment_id, payload: { path: ['refund', 'entity', 'id'], equals: id } }
    const quiet = ['update_refund', 'add_comment', 'delete_comment'] as const
    // One that came with a webhook has its events.
    const gateway = (reported: readonly object[]) => (reported.length > 0 ? [] : imported)
    return { items: await timelineOf(context, { events, objects: [id], quiet, gateway }) }
  },
})
