import { z } from 'zod'
import { type CustomerRow, namedCustomer } from '#lib/domain/customers/find.ts'
import { emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { logoImage } from '#lib/domain/mails/logo.ts'
import { CODE_PLACE } from '#lib/domain/mails/secrets.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import { findBrand } from '#lib/domain/merchants/find.ts'
import type { Brand } from '#lib/domain/merchants/schema.ts'
import { lockOrder } from '#lib/domain/orders/find.ts'
import { assertPayable } from '#lib/domain/orders/rules.ts'
import { OfPayer } from '#lib/domain/wallets/code.ts'
import {
  assertWalletsAvailable,
  MAX_OF_NUMBER,
  MAX_OF_ORDER,
  standingOf,
  WITHIN,
} from '#lib/domain/wallets/rules.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Contact } from '#lib/values/contact.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { e164 } from '#lib/values/phone.ts'
import { supportText } from '#lib/values/text.ts'

/**
 * The first step of a payment from a wallet on the checkout page. The response is the same whether or not there is a
 * wallet, and whether or not the number is known: only the email to its owner tells.
 */
export const askWalletCode = defineOperation({
  name: 'ask_wallet_code',
  title: 'Ask for the one-time password of a wallet',
  summary:
    'Mails a one-time password to the owner of the wallet of an order, or of a phone number, if there is one.',
  permission: 'payments:create',
  http: null,
  input: z.strictObject({
    ...OfPayer,
    /** Omitted if the order has a customer. */
    contact: Contact.optional(),
  }),
  output: z.object({ order_id: z.string(), until: StoredInteger }),
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const order = await lockOrder(context, input.order_id, 'order_id')
    const due = { amount: order.amount - order.amount_paid, currency: order.currency, method: 'wallet' }
    assertPayable(order, due, order.authorized)
    const named = order.customer_id === null ? null : await namedCustomer(context, order.customer_id)
    const contact = named === null ? numberOf(context, input.contact) : (named.contact ?? named.id)
    const subject = context.vault.digest(`wallet of ${contact}`)
    await allowed(context, order.id, subject)
    const holder = await holderOf(context, named, contact)
    const code = await context.tables.wallet_codes.create({
      data: {
        account_id: context.account.id,
        id: context.newId('wallet_code'),
        order_id: order.id,
        customer_id: holder?.id ?? null,
        subject,
        browser: Buffer.from(input.browser, 'hex'),
        created_at: context.now,
      },
    })
    context.about(order.id)
    const standing = standingOf(code, context.now)
    if (holder?.email) {
      const content = codeEmail({
        merchant: context.account.merchant_name,
        name: holder.name,
        amount: due.amount,
        currency: order.currency,
        receipt: order.receipt,
        brand: await findBrand(context),
      })
      await writeMail(context, {
        kind: 'wallet_code',
        object_id: code.id,
        recipient: holder.email,
        ...content,
      })
    }
    return { order_id: order.id, until: 'until' in standing ? standing.until : context.now }
  },
})

function numberOf(context: Context, contact: string | undefined): string {
  if (contact === undefined)
    throw refused('input_validation_failed', 'Enter your phone number.', { field: 'contact' })
  return e164(contact, context.account.country)
}

/** The limits count requests, so they reveal nothing about the number. */
async function allowed(context: Context, orderId: string, subject: Uint8Array<ArrayBuffer>): Promise<void> {
  const recent = { account_id: context.account.id, created_at: { gt: context.now - WITHIN } }
  const ofOrder = await context.tables.wallet_codes.count({ where: { ...recent, order_id: orderId } })
  const ofNumber = await context.tables.wallet_codes.count({ where: { ...recent, subject } })
  if (ofOrder < MAX_OF_ORDER && ofNumber < MAX_OF_NUMBER) return
  throw refused('too_many_requests', 'Too many OTP requests. Wait an hour, or pay with another method.', {
    retryAfter: WITHIN,
  })
}

/**
 * The owner of the wallet: the order's customer; else, of the customers with this number, the one with the latest
 * wallet entry.
 */
async function holderOf(
  context: Context,
  named: CustomerRow | null,
  contact: string,
): Promise<CustomerRow | null> {
  const { account, tables } = context
  const customers =
    named === null
      ? await context.rows<CustomerRow>(
          'SELECT * FROM customers WHERE account_id = $1 AND contact = $2 ORDER BY created_at DESC LIMIT 50',
          [account.id, contact],
        )
      : [named]
  const wallet = await tables.wallets.findFirst({
    where: { account_id: account.id, customer_id: { in: customers.map(({ id }) => id) } },
    orderBy: [{ last_entry_at: 'desc' }, { customer_id: 'desc' }],
  })
  return customers.find(({ id }) => id === wallet?.customer_id) ?? null
}

type CodeLetter = {
  merchant: string
  name: string | null
  amount: number
  currency: string
  receipt: string | null
  brand: Brand
}

/** The email with the one-time password of a wallet. The password itself is inserted when it is sent. */
export function codeEmail(of: CodeLetter): { subject: string; text: string; html: string } {
  const amount = formatMoney(of.amount, of.currency)
  const greeting = of.name === null ? 'Hello,' : `Hello ${of.name},`
  const about = of.receipt === null ? amount : `${amount}, receipt ${of.receipt},`
  const sentence = `you are about to pay ${about} from your wallet at ${of.merchant}. To confirm, enter this OTP within 10 minutes:`
  const warning = `${of.merchant} never asks for it in any other way. If this was not you, ignore this email: without the OTP no one can see your wallet or pay from it.`
  const help = of.brand.support === null ? null : supportText(of.brand.support)
  const footer = help === null ? [warning] : [warning, help]
  const subject = `Your OTP for ${of.merchant}`.replace(/\s+/g, ' ')
  return {
    subject,
    text: `${greeting}\n\n${sentence}\n\n${CODE_PLACE}\n\n--\n${footer.join('\n')}\n`,
    html: emailHtml({
      title: subject,
      body: [
        ...logoImage(of.brand.logo),
        paragraph(of.merchant, 'soft'),
        paragraph(greeting),
        paragraph(sentence),
        paragraph(CODE_PLACE, 'code'),
        paragraph(footer.join('\n'), 'footer'),
      ],
    }),
  }
}
