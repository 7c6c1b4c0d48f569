import { describe, expect, it } from 'vitest'
import type { PayMethod } from '#components/checkout/pay-state.ts'
import type { OrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { textOf } from '#lib/messages/text.ts'
import { readPayForm } from './read-form.ts'

const order = {
  id: 'order_NfLw3gQ81xRt0a',
  amount_due: 125_000,
  amount_least: 125_000,
  currency: 'INR',
  customer: null,
} as OrderForPayer
const NUMBER = '4100280000001007'
const filled = {
  due: '125000',
  number: NUMBER,
  expiry: '12/34',
  cvv: '123',
  email: 'asha@example.com',
  contact: '+91 98765 43210',
}

function read(more: Record<string, string> = {}, method: PayMethod = 'card', of = order) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...filled, ...more })) form.set(name, value)
  return readPayForm(form, of, method, textOf('en'))
}

describe('the form of a card', () => {
  it('becomes what the operation takes, the number as digits alone', () => {
    const { errors, input } = read({ number: '4100  2800.0000-1007', name: 'Asha Rao' })
    expect(errors).toEqual({})
    expect(input).toMatchObject({
      amount: 125_000,
      method: 'card',
      card: { number: NUMBER, expiry_month: '12', expiry_year: '2034', cvv: '123', name: 'Asha Rao' },
    })
  })

  it('takes the notes of the page, and gives them back to it', () => {
    const notes = JSON.stringify({ shop_order: '17' })
    const { errors, input, values } = read({ notes })
    expect([errors, input.notes, values.notes]).toEqual([{}, { shop_order: '17' }, notes])
    for (const other of ['[]', 'x', '{"a":{}}'])
      expect(read({ notes: other }).input).not.toHaveProperty('notes')
  })

  it('gives neither the number nor the CVV back to the page', () => {
    expect(JSON.stringify(read({ expiry: '' }).values)).not.toMatch(/4100|123/)
  })

  it.each([
    ['name', `Asha ${NUMBER}`],
    ['name', `${NUMBER} 1234`],
    ['email', `a${NUMBER}@example.com`],
    ['contact', '340256000401007'],
    ['expiry', NUMBER],
  ] as const)('rejects a card number as the %s, and forgets it', (name, value) => {
    const { errors, values } = read({ [name]: value })
    expect(errors[name]).toMatch(/card number/)
    expect(values[name]).toBeUndefined()
  })

  it('takes a phone number that would pass for a card', () => {
    expect(read({ contact: '+340256000401007' }).errors).toEqual({})
  })
})

it('rejects a card number as a UPI id', () => {
  expect(read({ vpa: `${NUMBER}@upi` }, 'upi').errors.vpa).toMatch(/card number/)
  expect(read({ vpa: '9876543210@upi' }, 'upi').errors).toEqual({})
})

it.each([
  ['499.99', 'minimum is ₹500.00'],
  ['1250.01', 'only ₹1,250.00'],
  ['12.345', 'e.g. 1250'],
  ['', 'e.g. 1250'],
])('rejects %s as a partial amount', (amount, words) => {
  expect(read({ amount }, 'card', { ...order, amount_least: 50_000 }).errors.amount).toContain(words)
})

describe('an order of a customer', () => {
  const known = { ...order, customer: { email: 'a•••@example.com', contact: '+91 ••••• ••210' } }
  const nobody = { email: '', contact: ' ' }

  it('leaves to the server what the payer leaves empty', () => {
    const { errors, input } = read(nobody, 'card', known)
    expect(errors).toEqual({})
    expect(input).not.toHaveProperty('email')
    expect(input).not.toHaveProperty('contact')
  })

  it('takes what the payer says instead, each by itself', () => {
    const { errors, input } = read({ email: 'other@example.com', contact: '' }, 'card', known)
    expect(errors).toEqual({})
    expect(input).toMatchObject({ email: 'other@example.com' })
    expect(input).not.toHaveProperty('contact')
    expect(read({ email: 'nonsense', contact: '' }, 'card', known).errors).toEqual({
      email: 'This is not a valid email address.',
    })
  })

  it('requires unknown details', () => {
    const without = { ...known, customer: { ...known.customer, contact: null } }
    expect(Object.keys(read(nobody, 'card', without).errors)).toEqual(['contact'])
    expect(Object.keys(read(nobody, 'card', order).errors)).toEqual(['email', 'contact'])
  })

  it('forgets a card number there, too', () => {
    const { errors, values } = read({ email: NUMBER, contact: '' }, 'card', known)
    expect(errors.email).toMatch(/card number/)
    expect(values.email).toBeUndefined()
  })
})
