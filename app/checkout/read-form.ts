import type { z } from 'zod'
import type { FieldName, KeptName, Method, PayState } from '#components/checkout/pay-state.ts'
import type { OrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { Bank, type BeginPayment, CardInput, Vpa, Wallet } from '#lib/domain/payments/instrument.ts'
import { isCardNumber } from '#lib/values/card.ts'
import { parseExpiry } from '#lib/values/card-expiry.ts'
import { Contact, Email } from '#lib/values/contact.ts'
import { AMOUNT_NEEDED } from '#lib/values/form.ts'
import { formatMoney, parseMoney } from '#lib/values/money-text.ts'

type ReadForm = {
  errors: PayState['errors']
  values: PayState['values']
  /** The input of the operation; valid only without errors. */
  input: z.input<typeof BeginPayment>
}

/** Reads the form of the page: every error at once, each under the name of its input. */
export function readPayForm(form: FormData, order: OrderForPayer, method: Method): ReadForm {
  const errors: PayState['errors'] = {}
  const values: PayState['values'] = {}
  const take = (name: FieldName): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim().slice(0, 400) : ''
  }
  /** For what may come back to the page: a card number in the wrong place is neither kept nor sent on. */
  const keep = (name: KeptName): string => {
    const value = take(name)
    if (!holdsCardNumber(name, value)) values[name] = value
    else errors[name] = 'This looks like a card number. Enter it in the card number field only.'
    return values[name] ?? ''
  }
  const check = (name: FieldName, schema: z.ZodType, value: unknown, missing: string) => {
    if (errors[name] !== undefined) return
    if (value === '' || value === undefined) errors[name] = missing
    else errors[name] = schema.safeParse(value).error?.issues[0]?.message
    if (errors[name] === undefined) delete errors[name]
  }

  /** Known details of the order's customer replace empty fields. */
  const reached = (name: 'email' | 'contact', schema: z.ZodType, missing: string) => {
    const text = keep(name)
    if (text === '' && order.customer?.[name]) return {}
    check(name, schema, text, missing)
    return { [name]: text }
  }

  const input = {
    order_id: order.id,
    currency: order.currency,
    method,
    amount: amountOf(form, order, keep, errors),
  } as z.input<typeof BeginPayment>
  if (method === 'card') {
    // Digits alone, so that no spelling of it can slip past what blanks card numbers in logs.
    const number = take('number').replace(/\D/g, '')
    const expiry = parseExpiry(keep('expiry'))
    const cvv = take('cvv')
    check('number', CardInput.shape.number, number, 'Enter the card number.')
    if (!errors.number && (number.length < 13 || !isCardNumber(number))) {
      errors.number = 'Invalid card number. Check the digits against your card.'
    }
    if (!errors.expiry && !expiry) errors.expiry = 'Enter the month and year, such as 12/30.'
    check('cvv', CardInput.shape.cvv, cvv, 'Enter the 3 or 4 digits of the CVV.')
    const name = keep('name')
    input.card = {
      number,
      cvv,
      expiry_month: String(expiry?.month),
      expiry_year: String(expiry?.year),
      ...(name ? { name } : {}),
    }
    if (name) check('name', CardInput.shape.name, name, '')
  } else if (method === 'upi') {
    input.vpa = keep('vpa')
    check('vpa', Vpa, input.vpa, 'Enter your UPI ID, such as name@bank.')
  } else if (method === 'netbanking') {
    const bank = keep('bank')
    check('bank', Bank, bank, 'Choose your bank.')
    input.bank = bank as z.input<typeof Bank>
  } else {
    const wallet = keep('wallet')
    check('wallet', Wallet, wallet, 'Choose your wallet.')
    input.wallet = wallet as z.input<typeof Wallet>
  }
  Object.assign(input, reached('email', Email, 'Enter your email.'))
  Object.assign(input, reached('contact', Contact, 'Enter your phone number.'))
  return { errors, values, input }
}

/**
 * For a partial payment, the amount typed; otherwise the amount shown as due, so that the payer pays no amount that
 * they did not see.
 */
function amountOf(
  form: FormData,
  order: OrderForPayer,
  keep: (name: KeptName) => string,
  errors: PayState['errors'],
): number {
  if (order.amount_least === order.amount_due) return Number(form.get('due'))
  const amount = parseMoney(keep('amount'), order.currency)
  const money = (minor: number) => formatMoney(minor, order.currency)
  if (amount === null) errors.amount = AMOUNT_NEEDED
  else if (amount < order.amount_least) errors.amount = `The minimum is ${money(order.amount_least)}.`
  else if (amount > order.amount_due) errors.amount = `The amount due is only ${money(order.amount_due)}.`
  return amount ?? 0
}

/**
 * Whether a card number is in the wrong field, alone or with other digits around it. No name has thirteen digits; a
 * phone number with its plus may, and passes the check of card numbers by chance.
 */
function holdsCardNumber(name: KeptName, text: string): boolean {
  const runs = text.match(/\d(?:[ .-]*\d){12,}/g) ?? []
  if (name === 'name') return runs.length > 0
  if (name === 'contact' && text.startsWith('+')) return false
  return runs.some((run) => partsOf(run.replace(/\D/g, '')).some(isCardNumber))
}

/** Every piece of a row of digits that is as long as a card number. */
function partsOf(digits: string): string[] {
  const lengths = [13, 14, 15, 16, 17, 18, 19]
  return Array.from(digits).flatMap((_, at) => lengths.map((length) => digits.slice(at, at + length)))
}
