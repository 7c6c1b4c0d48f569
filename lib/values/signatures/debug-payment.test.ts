import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hmacHex, paymentSignature } from '#lib/values/signature.ts'
import { debugPayment, type PaymentCase } from './debug-payment.ts'
import type { KnownSecret } from './secrets.ts'

const ORDER = 'order_NfLw3gQ81xRt0a'
const PAYMENT = 'pay_NfLw3gQ81xRt0b'
const SECRET = 'EnLs21M47BllR3X8PSFtjtbdXy0Wn4zV'
const KEY: KnownSecret = { secret: SECRET, as: 'key', of: 'Shop' }
const RIGHT = paymentSignature(ORDER, PAYMENT, SECRET)

function debug(change: Partial<PaymentCase>) {
  return debugPayment({
    order_id: ORDER,
    payment_id: PAYMENT,
    signature: RIGHT,
    secret: SECRET,
    known: [KEY],
    order_of_payment: null,
    computed: null,
    ...change,
  })
}
const names = (change: Partial<PaymentCase>) => debug(change).mistakes.map(({ name }) => name)

describe('the signature of a payment', () => {
  it('verifies, whatever the ids and the secret', () => {
    const id = fc.stringMatching(/^[0-9A-Za-z]{14}$/)
    fc.assert(
      fc.property(id, id, id, (order, payment, secret) => {
        const ids = { order_id: `order_${order}`, payment_id: `pay_${payment}` }
        const signature = paymentSignature(ids.order_id, ids.payment_id, secret)
        expect(debug({ ...ids, signature, secret, known: [] })).toMatchObject({
          result: 'verified',
          expected: signature,
        })
        expect(debug({ ...ids, signature, secret: `${secret}x`, known: [] }).result).toBe('unknown')
      }),
    )
  })

  it.each([
    ['ids in the wrong order', hmacHex(SECRET, `${PAYMENT}|${ORDER}`), 'ids_in_wrong_order'],
    ['ids joined by a comma', hmacHex(SECRET, `${ORDER},${PAYMENT}`), 'ids_joined_wrongly'],
    ['ids joined by nothing', hmacHex(SECRET, ORDER + PAYMENT), 'ids_joined_wrongly'],
    ['a trailing newline', hmacHex(SECRET, `${ORDER}|${PAYMENT}\n`), 'ids_joined_wrongly'],
    ['the payment alone', hmacHex(SECRET, PAYMENT), 'one_id_only'],
    ['Base64', Buffer.from(RIGHT, 'hex').toString('base64'), 'base64_for_hex'],
    ['uppercase', RIGHT.toUpperCase(), 'uppercase_hex'],
    ['SHA-512', createHmac('sha512', SECRET).update(`${ORDER}|${PAYMENT}`).digest('hex'), 'other_digest'],
    ['another key', hmacHex('another', `${ORDER}|${PAYMENT}`), 'secret_of_other_key'],
    ['a webhook’s secret', hmacHex('of a webhook', `${ORDER}|${PAYMENT}`), 'secret_of_webhook'],
  ])('that was computed from %s is explained', (_, computed, name) => {
    const known: KnownSecret[] = [
      KEY,
      { secret: 'another', as: 'other_key', of: 'Second' },
      { secret: 'of a webhook', as: 'other', of: 'https://shop.example' },
    ]
    if (name.startsWith('secret_')) {
      const secret = name === 'secret_of_webhook' ? 'of a webhook' : 'another'
      expect(names({ secret, known })).toEqual([name])
    } else {
      expect(debug({ computed, known })).toMatchObject({ about: 'computed', mistakes: [{ name }] })
      expect(names({ signature: computed, known })).toEqual([name])
    }
  })

  it('with the ids swapped in the fields is the same mistake', () => {
    expect(names({ order_id: PAYMENT, payment_id: ORDER })).toEqual(['ids_in_wrong_order'])
  })

  it('of a payment for another order names that order', () => {
    const other = 'order_NfLw3gQ81xRt0z'
    expect(debug({ order_id: other, order_of_payment: ORDER }).mistakes).toEqual([
      { name: 'order_of_other_payment', order_id: ORDER },
    ])
    expect(debug({ order_id: other }).result).toBe('unknown')
  })

  it('cannot be checked without a signature or a secret', () => {
    expect(debug({ signature: 'pay_1' })).toMatchObject({ result: 'incomplete', missing: 'signature' })
    expect(debug({ secret: '' })).toMatchObject({ result: 'incomplete', missing: 'secret' })
  })
})
