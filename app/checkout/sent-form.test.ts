import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { RATE_LIMITS, resetLimits } from '#lib/auth/limits.ts'
import { takeLook, takePayerAttempt } from '#lib/surfaces/payer.ts'
import { readPaymentForm, readSentForm } from './sent-form.ts'

const ORDER = 'order_NfLw3gQ81xRt0a'
const PAYMENT = 'pay_NfLw3gQ81xRt0a'

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const isNotFound = expect.objectContaining({ digest: expect.stringContaining('404') })

/** The input of a stranger with the link of an order, in any field. */
const LONG = ['4 '.repeat(490_000), '4111 1111 '.repeat(5000), '"'.repeat(30_000), '['.repeat(30_000)]

describe('a form of the checkout', () => {
  it('is read as it was sent', () => {
    const form = formOf({ order_id: ORDER, payment_id: PAYMENT, key: 'abcd-1234', robot: '1' })
    const sent = { orderId: ORDER, paymentId: PAYMENT, key: 'abcd-1234', robot: true }
    expect(readSentForm(form)).toEqual(sent)
    expect(readPaymentForm(form)).toEqual(sent)
    expect(readSentForm(formOf({ order_id: ORDER })).paymentId).toBeUndefined()
    expect(readSentForm(formOf({ order_id: ORDER })).key).toMatch(/^[\w-]{36}$/)
  })

  it.each(LONG)('%.9s… is found nowhere, in any field', (text) => {
    for (const field of [
      'order_id',
      'payment_id',
      'key',
      'robot',
      'choice',
      'otp',
      'number',
      'email',
      text,
    ]) {
      const form = formOf({ order_id: ORDER, payment_id: PAYMENT, choice: 'refuse', [field]: text })
      const begun = process.threadCpuUsage()
      expect(() => readPaymentForm(form)).toThrow(isNotFound)
      expect(process.threadCpuUsage(begun).user).toBeLessThan(100_000)
    }
  })

  it('repeats nothing that it rejects', () => {
    try {
      readPaymentForm(formOf({ order_id: ORDER, payment_id: '4111111111111111' }))
      expect.unreachable()
    } catch (thrown) {
      expect(`${thrown} ${(thrown as { stack: string }).stack}`).not.toContain('4111')
    }
  })

  it('takes no ids of another shape, no files, and no end of fields', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^pay_[0-9A-Za-z]{14}$/.test(text))
        expect(() => readPaymentForm(formOf({ order_id: ORDER, payment_id: text }))).toThrow(isNotFound)
      }),
    )
    expect(() => readSentForm(formOf({ order_id: ORDER, number: new Blob(['x']) }))).toThrow(isNotFound)
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`a${at}`, '']))
    expect(() => readSentForm(formOf({ order_id: ORDER, ...many }))).toThrow(isNotFound)
    expect(() => readPaymentForm(formOf({ order_id: ORDER }))).toThrow(isNotFound)
  })
})

describe('attempts at the checkout', () => {
  afterEach(resetLimits)

  it('are counted by order, from wherever they come', () => {
    const { max } = RATE_LIMITS.checkout_order
    const said = Array.from({ length: max + 1 }, (_, at) => takePayerAttempt(ORDER, `203.0.113.${at}`))
    expect(said.slice(0, max).every((wait) => wait === 0)).toBe(true)
    expect(said.at(-1)).toBeGreaterThan(0)
    expect(takePayerAttempt('order_NfLw3gQ81xRt0b', '203.0.113.1')).toBe(0)
  })

  it('are counted by network, on whichever order', () => {
    const { max } = RATE_LIMITS.checkout_network
    for (let at = 0; at < max; at += 1)
      expect(takePayerAttempt(`order ${at}`, `2001:db8::${at.toString(16)}`)).toBe(0)
    expect(takePayerAttempt('another order', '2001:db8::ffff')).toBeGreaterThan(0)
    expect(takePayerAttempt('another order', '2001:db8:1::1')).toBe(0)
  })

  it('looks at a payment have limits of their own', () => {
    const { max } = RATE_LIMITS.checkout_looks_order
    for (let at = 0; at < max; at += 1) expect(takeLook(ORDER, '203.0.113.1')).toBe(0)
    expect(takeLook(ORDER, '203.0.113.1')).toBeGreaterThan(0)
    expect(takePayerAttempt(ORDER, '203.0.113.1')).toBe(0)
  })
})
