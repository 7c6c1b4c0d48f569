import { z } from 'zod'
import { payerEmail } from '#lib/domain/mails/payer-email.ts'
import { MailReceipt, SendReceipt, WrittenMail } from '#lib/domain/mails/schema.ts'
import { assertMayMail, writeToPayer } from '#lib/domain/mails/write.ts'
import { findBrand } from '#lib/domain/merchants/find.ts'
import { PaymentForPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { findPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { methodLabel, referencesOf } from '#lib/domain/payments/payer-labels.ts'
import { assertReceiptSendable } from '#lib/domain/payments/rules.ts'
import { textOf } from '#lib/messages/text.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'
import type { Language } from '#lib/values/language.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { payerDate, payerTime } from '#lib/values/time-text.ts'

export const sendReceipt = defineOperation({
  name: 'send_receipt',
  title: 'Email a receipt',
  summary:
    'Writes an email with the receipt of a captured payment, in the name of the merchant, and queues it.',
  permission: 'payments:write',
  http: null,
  input: SendReceipt,
  output: WrittenMail,
  async run(context, { id, email, language }) {
    const payment = await findPayment(context, id)
    assertReceiptSendable(payment)
    const recipient = email ?? payment.email
    if (recipient === null)
      throw refused('input_validation_failed', 'The payer has no email. Enter the recipient.', {
        field: 'email',
      })
    const content = await receiptEmail(context, payment, language)
    const mail = await writeToPayer(context, {
      kind: 'receipt',
      object_id: payment.id,
      recipient,
      ...content,
    })
    context.about(payment.id)
    context.note({ mail_id: mail.id, recipient })
    return { ...mail, sends: context.mailer !== null }
  },
})

/** The most receipts that payers send of one payment; to an address that they enter, one. */
const BY_PAYER = 3

export const mailReceipt = defineOperation({
  name: 'mail_receipt',
  title: 'Email a receipt to its payer',
  summary:
    'Writes an email with the receipt of a captured payment, for the payer who asks for it, and queues it.',
  permission: 'payments:create',
  http: null,
  input: MailReceipt,
  output: z.object({ sends: z.boolean() }),
  async run(context, { id, order_id, email, language }) {
    const payment = await findPayment(context, id)
    if (payment.order_id !== order_id) throw refused('record_not_found', undefined, { field: 'id' })
    assertReceiptSendable(payment)
    const recipient = payment.email ?? email
    if (recipient === undefined || (email !== undefined && payment.email !== null))
      throw refused('input_validation_failed', 'Enter an email for a payment without one.', {
        field: 'email',
      })
    const by = `${context.actor.kind}:${context.actor.name}`
    const of = { account_id: context.account.id, object_id: id, kind: 'receipt', created_by: by }
    await assertMayMail(context, id, recipient)
    const sent = await context.tables.mails.count({ where: of })
    if (sent >= (payment.email === null ? 1 : BY_PAYER))
      throw refused('too_many_requests', 'The receipt of this payment was sent already.')
    const content = await receiptEmail(context, payment, language)
    const mail = await writeToPayer(context, { kind: 'receipt', object_id: id, recipient, ...content })
    context.about(id)
    context.note({ mail_id: mail.id, recipient })
    return { sends: context.mailer !== null }
  },
})

/** What the labels of a payment are made of. */
const ShownPayment = PaymentForPayer.pick({
  method: true,
  card: true,
  bank: true,
  wallet: true,
  vpa: true,
  acquirer_data: true,
})

async function receiptEmail(context: Context, payment: PaymentRow, language: Language) {
  const { account, baseUrl, tables } = context
  const t = textOf(language)
  const zone = zoneOf(account.country)
  const of = { account_id: account.id }
  const { order_id, card_id, currency } = payment
  // One after the other: they share the connection of the transaction.
  const brand = await findBrand(context)
  const order =
    order_id === null
      ? null
      : await tables.orders.findUnique({ where: { account_id_id: { ...of, id: order_id } } })
  const card =
    card_id === null
      ? null
      : await tables.cards.findUnique({ where: { account_id_id: { ...of, id: card_id } } })
  const refunds = await tables.refunds.findMany({
    where: { ...of, payment_id: payment.id, status: { not: 'failed' } },
    orderBy: { created_at: 'asc' },
  })
  const money = (amount: number) => formatMoney(amount, currency)
  const shown = ShownPayment.parse({ ...payment, card: card ?? undefined })
  const merchant = account.merchant_name
  const amount = money(Number(payment.amount))
  const refunded = Number(payment.amount_refunded)
  return payerEmail({
    merchant,
    mode: account.mode,
    brand,
    language,
    amount,
    subject: t('mail.receipt_subject', { amount, merchant }),
    sentence: t('mail.receipt_intro', { amount, merchant }),
    facts: [
      [t('mail.amount'), amount],
      [t('receipt.paid_with'), methodLabel(t, shown)],
      [t('receipt.time'), payerTime(Number(payment.captured_at ?? payment.created_at), zone, language)],
      [t('receipt.payment'), payment.id],
      [t('receipt.order'), order_id],
      [t('receipt.receipt'), order?.receipt ?? null],
      ...referencesOf(t, shown).map(({ term, value }) => [term, value] as const),
      ...refunds.map(
        (refund) =>
          [
            t('mail.refunded'),
            refund.status === 'processed'
              ? t('mail.refund_processed', {
                  amount: money(Number(refund.amount)),
                  date: payerDate(Number(refund.finished_at ?? refund.created_at), zone, language),
                })
              : t('mail.refund_pending', { amount: money(Number(refund.amount)) }),
          ] as const,
      ),
      [t('mail.after_refunds'), refunded > 0 ? money(Number(payment.amount) - refunded) : null],
    ],
    action:
      order_id === null
        ? null
        : {
            label: t('mail.view_receipt'),
            url: `${baseUrl}/checkout/${order_id}/receipt/${payment.id}`,
          },
    note: null,
    footer: t('mail.receipt_footer', { merchant }),
  })
}
