import type { z } from 'zod'
import type { FieldName, PayMethod, PayState, StoredName } from '#components/checkout/pay-state.ts'
import type { OrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { Bank, type BeginPayment, CardInput, Vpa, Wallet } from '#lib/domain/payments/instrument.ts'
import type { Text } from '#lib/messages/text.ts'
import { isCardNumber } from '#lib/values/card.ts'
import { parseExpiry } from '#lib/values/card-expiry.ts'
import { Contact, Email } from '#lib/values/contact.ts'
import { formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { readNotes } from './given.ts'

/** A text that may return to the page. */
type StoredField = Exclude<StoredName, 'remember' | 'notes'>

type ReadForm = {
  errors: PayState['errors']
  values: PayState['values']
  /** The input of the operation; valid only without errors. */
  input: z.input<typeof BeginPayment>
}

/** Reads the form of the page: every error at once, each under the name of its input. */
export function readPayForm(form: FormData, order: OrderForPayer, method: PayMethod, t: Text): ReadForm {
  const errors: PayState['errors'] = {}
  const values: PayState['values'] = {}
  const take = (name: FieldName): string => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim().slice(0, 400) : ''
  }
  /** For what may come back to the page: a card number in the wrong place is neither kept nor sent on. */
  const keep = (name: StoredField): string => {
    const value = take(name)
    if (!holdsCardNumber(name, value)) values[name] = value
    else errors[name] = t('errors.card_number_elsewhere')
    return values[name] ?? ''
  }
  const check = (name: FieldName, schema: z.ZodType, value: unknown) => {
    if (errors[name] !== undefined) return
    if (value === '' || value === undefined) errors[name] = t(`errors.${name}_missing`)
    else if (!schema.safeParse(value).success) errors[name] = t(`errors.${name}_invalid`)
  }

  /** Known details of the order's customer replace empty fields. */
  const reached = (name: 'email' | 'contact', schema: z.ZodType) => {
    const text = keep(name)
    if (text === '' && order.customer?.[name]) return {}
    check(name, schema, text)
    return { [name]: text }
  }

  const input = {
    order_id: order.id,
    currency: order.currency,
    method,
    amount: amountOf(form, order, keep, errors, t),
  } as z.input<typeof BeginPayment>
  // The page of the bank asks for the rest.
  const entered = order.collection === 'hosted' ? null : method
  if (entered === 'card') {
    // Digits alone, so that no spelling of it can slip past what blanks card numbers in logs.
    const number = take('number').replace(/\D/g, '')
    const expiry = parseExpiry(keep('expiry'))
    const cvv = take('cvv')
    check('number', CardInput.shape.number, number)
    if (number.length < 13 || !isCardNumber(number)) errors.number ??= t('errors.number_wrong')
    if (!expiry) errors.expiry ??= t('errors.expiry_invalid')
    check('cvv', CardInput.shape.cvv, cvv)
    const name = keep('name')
    input.card = {
      number,
      cvv,
      expiry_month: String(expiry?.month),
      expiry_year: String(expiry?.year),
      ...(name ? { name } : {}),
    }
    if (name) check('name', CardInput.shape.name, name)
  } else if (entered === 'upi' && form.get('flow') === 'intent') {
    keep('vpa')
    input.upi = { flow: 'intent' }
  } else if (entered === 'upi') {
    input.vpa = keep('vpa')
    check('vpa', Vpa, input.vpa)
  } else if (entered === 'netbanking') {
    const bank = keep('bank')
    check('bank', Bank, bank)
    input.bank = bank as z.input<typeof Bank>
  } else if (entered === 'wallet') {
    const wallet = keep('wallet')
    check('wallet', Wallet, wallet)
    input.wallet = wallet as z.input<typeof Wallet>
  }
  Object.assign(input, reached('email', Email))
  Object.assign(input, reached('contact', Contact))
  if (form.get('remember') === '1') values.remember = '1'
  if (entered === null) addName(take('name'), values)
  addNotes(form, input, values)
  return { errors, values, input }
}

/** The name of the page's address, which has no field of its own where the page of the bank asks for the rest. */
function addName(name: string, values: ReadForm['values']): void {
  if (name !== '' && !holdsCardNumber('name', name)) values.name = name
}

/** The notes of the page's address, which came along in a hidden field. */
function addNotes(form: FormData, input: ReadForm['input'], values: ReadForm['values']): void {
  const notes = readNotes(form.get('notes'))
  if (!notes) return
  input.notes = notes
  values.notes = JSON.stringify(notes)
}

/**
 * For a partial payment, the amount typed; otherwise the amount shown as due, so that the payer pays no amount that
 * they did not see.
 */
function amountOf(
  form: FormData,
  order: OrderForPayer,
  keep: (name: StoredField) => string,
  errors: PayState['errors'],
  t: Text,
): number {
  if (order.amount_least === order.amount_due) return Number(form.get('due'))
  const amount = parseMoney(keep('amount'), order.currency)
  const money = (minor: number) => formatMoney(minor, order.currency)
  if (amount === null) errors.amount = t('errors.amount_invalid')
  else if (amount < order.amount_least)
    errors.amount = t('errors.amount_low', { amount: money(order.amount_least) })
  else if (amount > order.amount_due)
    errors.amount = t('errors.amount_high', { amount: money(order.amount_due) })
  return amount ?? 0
}

/**
 * Whether a card number is in the wrong field, alone or with other digits around it. No name has thirteen digits; a
 * phone number with its plus may, and passes the check of card numbers by chance.
 */
function holdsCardNumber(name: StoredField, text: string): boolean {
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
