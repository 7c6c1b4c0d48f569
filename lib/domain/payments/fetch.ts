import { z } from 'zod'
import { equal, equalInAnyCase, numbered } from '#lib/database/conditions.ts'
import { acquirerOfRecord } from '#lib/domain/acquirers/find.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { withContact } from '#lib/domain/payments/contact-conditions.ts'
import { ExpandedPayment, expandPayments } from '#lib/domain/payments/expanded.ts'
import { existingPayment, findPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import {
  assertCapturable,
  assertReceiptSendable,
  feesOfCapture,
  refundable,
} from '#lib/domain/payments/rules.ts'
import {
  Card,
  FetchCard,
  FetchPayment,
  FetchPaymentCard,
  FetchPaymentTransfers,
  PaymentDetails,
  PaymentsOfPayer,
} from '#lib/domain/payments/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { canBeInstant, refundAmount } from '#lib/domain/refunds/rules.ts'
import { listTransfers } from '#lib/domain/transfers/fetch.ts'
import { assertTransferable, leftToTransfer } from '#lib/domain/transfers/rules.ts'
import { Transfer } from '#lib/domain/transfers/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { Collection } from '#lib/filters/page.ts'
import { refused, ruleErrorOf } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

export const fetchPayment = defineOperation({
  name: 'fetch_payment',
  title: 'Fetch a payment',
  summary: 'Returns one payment. expand[] includes related objects, such as its card.',
  permission: 'payments:read',
  http: 'GET /v1/payments/:id',
  scope: 'read_only',
  input: FetchPayment,
  output: ExpandedPayment,
  async run(context, input) {
    if (input.expand.length === 0)
      return existingPayment(await findEntity(context, ENTITIES.payment, input.id), input.id)
    const payment = await findPayment(context, input.id)
    const [expanded] = await expandPayments(context, [payment], input.expand)
    return expanded
  },
})

export const fetchPaymentCard = defineOperation({
  name: 'fetch_payment_card_details',
  title: 'Fetch the card of a payment',
  summary: 'Returns the stored card details of a payment, never the card number.',
  permission: 'payments:read',
  http: 'GET /v1/payments/:id/card',
  scope: 'read_only',
  coveredBy: 'fetch_payment',
  input: FetchPaymentCard,
  output: Card,
  errors: ['payment_method_not_card'],
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    if (payment.card_id === null)
      throw refused('payment_method_not_card', undefined, { metadata: { payment_id: payment.id } })
    return context.tables.cards.findUniqueOrThrow({
      where: { account_id_id: { account_id: context.account.id, id: payment.card_id } },
    })
  },
})

export const fetchCard = defineOperation({
  name: 'fetch_card',
  title: 'Fetch a card',
  summary: 'Returns the stored details of a card by its ID, never the card number.',
  permission: 'payments:read',
  http: 'GET /v1/cards/:id',
  scope: 'read_only',
  coveredBy: 'fetch_payment',
  input: FetchCard,
  output: Card,
  async run(context, input) {
    const card = await context.tables.cards.findUnique({
      where: { account_id_id: { account_id: context.account.id, id: input.id } },
    })
    if (card) return card
    throw recordNotFound('card', input.id)
  },
})

export const fetchPaymentTransfers = defineOperation({
  name: 'fetch_payment_transfers',
  title: 'Fetch the transfers of a payment',
  summary: 'Lists the wallet transfers funded by a payment, newest first.',
  permission: 'transfers:read',
  http: 'GET /v1/payments/:id/transfers',
  scope: 'read_only',
  coveredBy: 'fetch_payment',
  discontinued: true,
  input: FetchPaymentTransfers,
  output: Collection(Transfer),
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const payment = await findPayment(context, input.id)
    return listTransfers(context, equal('source', payment.id), input)
  },
})

export const getPaymentDetails = defineOperation({
  name: 'get_payment_details',
  title: 'Get the details of a payment',
  summary:
    'Returns a payment as its page shows it: with its card, its order, and whether it can be captured or refunded now.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('payment') }),
  output: PaymentDetails,
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    const card = await cardOf(context, payment)
    const order = await orderOf(context, payment)
    const state = stateOf(payment)
    return {
      ...payment,
      ...(card === null ? {} : { card }),
      network: card?.network ?? null,
      receipt: order?.receipt ?? null,
      customer_name: (await namesOf(context, [payment])).get(payment.customer_id ?? '') ?? null,
      order_status: order?.status ?? null,
      acquirer: await acquirerOfRecord(context, payment.acquirer_id),
      capture_error: ruleErrorOf(() => assertCapturable(state, order, { amount: state.amount }, context.now)),
      refund_error: ruleErrorOf(() => refundAmount(state, { speed: 'normal' })),
      receipt_error: ruleErrorOf(() => assertReceiptSendable(payment)),
      transfer_error: ruleErrorOf(() => assertTransferable(state, 1, 'amount')),
      refundable: refundable(state),
      transferable: leftToTransfer(state),
      instant_refund: canBeInstant(payment),
      expected_fee: feesOfCapture(state.amount, context.account).fee,
    }
  },
})

/** How many other payments of the payer the page of a payment shows. */
const SHOWN_OF_PAYER = 6
/** So many payments of an email or a phone number are sorted: some merchants send one email for all payers. */
const MAX_SORTED = 200

export const listPaymentsOfPayer = defineOperation({
  name: 'list_payments_of_payer',
  title: 'List the other payments of a payer',
  summary:
    'Lists the newest other payments and failed attempts of the payer of a payment: those of its customer, else those with its email or phone number.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('payment') }),
  output: PaymentsOfPayer,
  async run(context, input) {
    const { id, customer_id, email, contact } = await findPayment(context, input.id)
    const filter =
      customer_id !== null
        ? { name: 'customer' as const, value: customer_id }
        : email !== null
          ? { name: 'email' as const, value: email }
          : contact !== null
            ? { name: 'contact' as const, value: contact }
            : null
    if (filter === null) return { items: [], filter }
    const lookups =
      customer_id !== null
        ? [{ condition: equal('customer_id', customer_id), isSorted: true }]
        : [
            { condition: equalInAnyCase('email', email ?? undefined), isSorted: false },
            { condition: contact === null ? [] : withContact(contact), isSorted: false },
          ]
    const parts = lookups.flatMap(({ condition: [found], isSorted }) =>
      found === undefined ? [] : [{ found, limit: isSorted ? SHOWN_OF_PAYER + 1 : MAX_SORTED, isSorted }],
    )
    const { sql, values } = numbered({
      sql: `SELECT DISTINCT id, amount, currency, status, method, error_reason, created_at
            FROM (${parts
              .map(
                ({ found, limit, isSorted }) =>
                  `(SELECT * FROM payments WHERE account_id = ? AND ${found.sql}
                    ${isSorted ? 'ORDER BY created_at DESC, id DESC' : ''} LIMIT ${limit})`,
              )
              .join(' UNION ALL ')}) AS found
            WHERE id <> ? ORDER BY created_at DESC, id DESC LIMIT ${SHOWN_OF_PAYER}`,
      values: [...parts.flatMap(({ found }) => [context.account.id, ...found.values]), id],
    })
    return {
      items: await context.rows<z.input<typeof PaymentsOfPayer>['items'][number]>(sql, values),
      filter,
    }
  },
})

function cardOf(context: Context, payment: PaymentRow) {
  if (payment.card_id === null) return null
  return context.tables.cards.findUnique({
    where: { account_id_id: { account_id: context.account.id, id: payment.card_id } },
  })
}

function orderOf(context: Context, payment: PaymentRow) {
  if (payment.order_id === null) return null
  return context.tables.orders.findUnique({
    where: { account_id_id: { account_id: context.account.id, id: payment.order_id } },
  })
}

function stateOf(payment: PaymentRow) {
  const { amount, amount_refunded, amount_transferred, capture_by } = payment
  return {
    ...payment,
    amount: Number(amount),
    amount_refunded: Number(amount_refunded),
    amount_transferred: Number(amount_transferred),
    capture_by: capture_by === null ? null : Number(capture_by),
  }
}
