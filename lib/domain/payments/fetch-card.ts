import { findPayment } from '#lib/domain/payments/find.ts'
import { Card, FetchCard, FetchPaymentCard } from '#lib/domain/payments/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
