import { payerEmail } from '#lib/domain/mails/payer-email.ts'
import { SendPaymentLink, WrittenMail } from '#lib/domain/mails/schema.ts'
import { writeToPayer } from '#lib/domain/mails/write.ts'
import { findBrand } from '#lib/domain/merchants/find.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { assertLinkSendable } from '#lib/domain/orders/rules.ts'
import { availabilityOf } from '#lib/domain/payments/availability.ts'
import { textOf } from '#lib/messages/text.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { formatMoney } from '#lib/values/money-text.ts'

export const sendPaymentLink = defineOperation({
  name: 'send_payment_link',
  title: 'Email a payment link',
  summary:
    'Writes an email with the checkout link of an order that can be paid, in the name of the merchant, and queues it.',
  permission: 'orders:write',
  http: null,
  input: SendPaymentLink,
  output: WrittenMail,
  async run(context, { id, email, language }) {
    const { account, tables } = context
    const order = await findOrder(context, id)
    assertLinkSendable(order, availabilityOf(context, order.currency))
    const customer =
      order.customer_id === null
        ? null
        : await tables.customers.findUnique({
            where: { account_id_id: { account_id: account.id, id: order.customer_id } },
          })
    const recipient = email ?? customer?.email ?? null
    if (recipient === null)
      throw refused(
        'input_validation_failed',
        'The order has no customer with an email. Enter the recipient.',
        {
          field: 'email',
        },
      )
    const t = textOf(language)
    const merchant = account.merchant_name
    const amount = formatMoney(Number(order.amount) - Number(order.amount_paid), order.currency)
    const content = payerEmail({
      merchant,
      mode: account.mode,
      brand: await findBrand(context),
      language,
      amount,
      subject: t('mail.link_subject', { amount, merchant }),
      sentence: t('mail.link_intro', { amount, merchant }),
      facts: [
        [t('mail.amount'), amount],
        [t('receipt.receipt'), order.receipt],
        [t('receipt.order'), order.id],
      ],
      action: { label: t('mail.pay', { amount }), url: `${context.baseUrl}/checkout/${order.id}` },
      note: t('mail.link_note', { merchant }),
      footer: t('mail.link_footer', { merchant }),
    })
    const mail = await writeToPayer(context, {
      kind: 'payment_link',
      object_id: order.id,
      recipient,
      ...content,
    })
    context.about(order.id)
    context.note({ mail_id: mail.id, recipient })
    return { ...mail, sends: context.mailer !== null }
  },
})
