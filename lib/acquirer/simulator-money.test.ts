import { describe, expect, test } from 'vitest'
import type { Instrument, RefundRequest } from '#lib/ports/acquirer-protocol.ts'
import { card, request, simulatedBank, upi } from '#lib/testing/simulated-bank.ts'

const GOOD = '4100280000001007'
const netbanking: Instrument = { method: 'netbanking', bank: 'HDFC' }
const wallet: Instrument = { method: 'wallet', wallet: 'mobikwik' }

describe('capture', () => {
  const input = { reference: 'bop_c', authorization: 'bop_1', amount: 50_000, currency: 'INR' }

  test('takes what is held, with the data of the authorization', async () => {
    const { bank } = simulatedBank()
    const pending = await bank.authorize(request(card(GOOD)))
    const response = await bank.capture(input)
    expect(response).toEqual({ outcome: 'captured', data: pending.outcome === 'authorized' && pending.data })
    expect(await bank.status('bop_c')).toEqual({ outcome: 'capture', response })
  })

  test.each([
    ['an authorization that the bank never saw', { authorization: 'bop_9' }],
    ['another amount', { amount: 49_999 }],
    ['another currency', { currency: 'USD' }],
    ['a declined payment', { authorization: 'bop_2' }],
    ['a capture in place of an authorization', { authorization: 'bop_ok' }],
  ])('rejects %s', async (_, wrong) => {
    const { bank } = simulatedBank()
    await bank.authorize(request(card(GOOD)))
    await bank.authorize(request(upi('failure'), { reference: 'bop_2' }))
    await bank.capture({ ...input, reference: 'bop_ok' })
    expect(await bank.capture({ ...input, ...wrong })).toEqual({
      outcome: 'refused',
      reason: 'authorization_lapsed',
    })
  })

  test('a late authorization can be captured once it has come', async () => {
    const { bank, pass } = simulatedBank()
    await bank.authorize(request(upi('late')))
    expect(await bank.capture(input)).toMatchObject({ outcome: 'refused' })
    pass(30)
    expect(await bank.capture({ ...input, reference: 'bop_d' })).toMatchObject({ outcome: 'captured' })
  })
})

describe('refund', () => {
  const input: RefundRequest = {
    reference: 'bop_r',
    authorization: 'bop_1',
    amount: 10_000,
    currency: 'INR',
    speed: 'normal',
  }
  const failed = { outcome: 'failed', reason: expect.any(String) }
  const processed = (speed: string, data: object) => ({ outcome: 'processed', speed, data })
  const rrn = { rrn: expect.stringMatching(/^\d{12}$/) }

  test.each([
    ['card', card(GOOD), { arn: expect.stringMatching(/^\d{23}$/) }],
    ['upi', upi('success'), rrn],
    ['netbanking', netbanking, { utr: expect.stringMatching(/^[0-9A-Z]{16,22}$/) }],
    ['wallet', wallet, { utr: expect.stringMatching(/^[0-9A-Z]{16,22}$/) }],
  ])('at normal speed waits, then carries the reference of a %s refund', async (_, instrument, data) => {
    const { bank, pass } = simulatedBank()
    await bank.authorize(request(instrument))
    expect(await bank.refund(input)).toEqual({ outcome: 'pending' })
    pass(19)
    expect(await bank.status('bop_r')).toEqual({ outcome: 'refund', response: { outcome: 'pending' } })
    pass(1)
    expect(await bank.status('bop_r')).toEqual({ outcome: 'refund', response: processed('normal', data) })
  })

  test.each([
    ['optimum', 10_000, null, processed('instant', rrn)],
    ['optimum', 10_068, { outcome: 'pending' }, processed('normal', { arn: expect.any(String) })],
    ['normal', 10_068, { outcome: 'pending' }, processed('normal', { arn: expect.any(String) })],
    ['optimum', 10_013, { outcome: 'pending' }, failed],
    ['normal', 10_013, { outcome: 'pending' }, failed],
    ['normal', 13, { outcome: 'pending' }, failed],
    ['optimum', 50_001, null, failed],
  ] as const)('at %s speed of %i paise', async (speed, amount, first, last) => {
    const { bank, pass } = simulatedBank()
    await bank.authorize(request(card(GOOD)))
    expect(await bank.refund({ ...input, speed, amount })).toEqual(first ?? last)
    pass(20)
    expect(await bank.status('bop_r')).toEqual({ outcome: 'refund', response: last })
  })

  test('of a payment that the bank does not hold, or in another currency, fails at once', async () => {
    const { bank } = simulatedBank()
    await bank.authorize(request(upi('failure'), { reference: 'bop_2' }))
    await bank.authorize(request(card(GOOD), { reference: 'bop_3' }))
    expect(await bank.refund(input)).toEqual(failed)
    expect(await bank.refund({ ...input, reference: 'bop_s', authorization: 'bop_2' })).toEqual(failed)
    expect(
      await bank.refund({ ...input, reference: 'bop_t', authorization: 'bop_3', currency: 'USD' }),
    ).toEqual(failed)
  })
})
