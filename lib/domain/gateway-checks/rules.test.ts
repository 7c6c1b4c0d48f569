import { describe, expect, it } from 'vitest'
import { type Compared, differenceAdvice, gatewayDifferences, nightBefore } from './rules.ts'

const payment = (more: Partial<Compared> = {}): Compared => ({
  id: 'pay_NfLw3gQ81xRt0a',
  currency: 'INR',
  amount: 1000,
  status: 'captured',
  captured: true,
  amount_refunded: 0,
  fee: 20,
  tax: 3,
  ...more,
})
const kinds = (here: Compared | null, there: Compared | null) =>
  gatewayDifferences('payment', here, there).map(({ kind }) => kind)

describe('a payment', () => {
  it.each<[string, Compared | null, Compared | null, string[]]>([
    ['is alike', payment(), payment(), []],
    ['is known to neither', null, null, []],
    ['was only tried there', null, payment({ status: 'failed', captured: false }), []],
    ['is missing here', null, payment(), ['missing_here']],
    ['is missing there', payment(), null, ['missing_there']],
    ['was only tried here', payment({ status: 'created', captured: false }), null, []],
    ['has another amount', payment(), payment({ amount: 999 }), ['amount']],
    ['has another currency', payment(), payment({ currency: 'USD' }), ['amount']],
    ['has another fee', payment(), payment({ fee: 21 }), ['fee']],
    ['has another tax', payment(), payment({ tax: 4 }), ['fee']],
    ['has a fee that the gateway does not tell', payment(), payment({ fee: null, tax: null }), []],
    [
      'is refunded in full at both sides, which one calls captured',
      payment({ amount_refunded: 1000 }),
      payment({ status: 'refunded', amount_refunded: 1000 }),
      [],
    ],
    ['is refunded there', payment(), payment({ status: 'refunded', amount_refunded: 1000 }), ['refunds']],
    [
      'failed here while the payer went on there',
      payment({ status: 'failed', captured: false }),
      payment({ status: 'created', captured: false }),
      [],
    ],
    [
      'is paid there and failed here',
      payment({ status: 'failed', captured: false, fee: null }),
      payment({ status: 'authorized', captured: false, fee: null }),
      ['status'],
    ],
    [
      'is to be returned by the gateway',
      payment({ status: 'refunded', captured: false }),
      payment({ status: 'authorized', captured: false }),
      [],
    ],
    ['is captured here alone', payment(), payment({ status: 'authorized', captured: false }), ['status']],
  ])('%s', (_, here, there, expected) => {
    expect(kinds(here, there)).toEqual(expected)
  })

  it('is named by its ID at the gateway', () => {
    const here = payment({ id: 'pay_NfLw3gQ81xRt0b' })
    expect(gatewayDifferences('payment', here, payment({ amount: 1 }))).toMatchObject([
      { about: 'pay_NfLw3gQ81xRt0a', object_id: here.id, gateway_id: 'pay_NfLw3gQ81xRt0a' },
    ])
    expect(gatewayDifferences('payment', here, null, 'pay_0')).toMatchObject([{ about: 'pay_0' }])
    expect(gatewayDifferences('payment', here, null)).toMatchObject([{ about: here.id, gateway_id: null }])
  })
})

it.each([
  ['payment', 'created', 'captured', 'ask'],
  ['payment', 'failed', 'authorized', 'ask'],
  ['payment', 'authorized', 'captured', 'capture'],
  ['payment', 'authorized', 'refunded', null],
  ['payment', 'captured', 'authorized', null],
  ['refund', 'pending', 'processed', 'ask'],
  ['refund', 'processed', 'failed', null],
  ['settlement', 'processed', 'failed', null],
] as const)('a %s that is %s here and %s there: %s', (subject, here, there, step) => {
  const sides = { here: { amount: 1, status: here }, there: { amount: 1, status: there } }
  const found = differenceAdvice({ subject, kind: 'status', ...sides })
  expect(found.next_step).toBe(step)
  expect(found.advice).toMatch(/\.$/)
})

it('comparisons are due once a night, two hours after midnight of the account', () => {
  const zone = 'Asia/Kolkata'
  const two = Date.UTC(2026, 5, 14, 20, 30) / 1000
  expect(nightBefore(two, zone)).toBe(two)
  expect(nightBefore(two - 1, zone)).toBe(two - 86_400)
  expect(nightBefore(two + 80_000, zone)).toBe(two)
})
