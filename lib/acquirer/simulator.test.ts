import { describe, expect, test, vi } from 'vitest'
import type { Instrument } from '#lib/ports/acquirer-protocol.ts'
import { card, request, simulatedBank, upi } from '#lib/testing/simulated-bank.ts'
import { mapMemory } from '#lib/testing/simulator-memory.ts'
import { TEST_CARDS } from './instruments.ts'

const GOOD = '4100280000001007'
const authorized = expect.objectContaining({ outcome: 'authorized' })
const otpRequested = { outcome: 'challenge', kind: 'otp' }
const declined = (reason: string) => ({ outcome: 'declined', reason })
const netbanking: Instrument = { method: 'netbanking', bank: 'HDFC' }
const wallet: Instrument = { method: 'wallet', wallet: 'mobikwik' }

describe('a card without a browser', () => {
  test.each(TEST_CARDS)('$number is $outcome', async ({ number, outcome, international }) => {
    const response = await simulatedBank().bank.authorize(request(card(number)))
    if (outcome === 'authorized') expect(response).toMatchObject({ outcome, international })
    else expect(response).toEqual(declined(outcome))
  })

  test.each([
    ['any other valid number', '4111111111111111', authorized],
    ['a wrong check digit', '4111111111111112', declined('card_number_invalid')],
    ['a length that the network does not have', '410028000000104', declined('card_number_invalid')],
  ])('%s', async (_, number, response) => {
    expect(await simulatedBank().bank.authorize(request(card(number)))).toEqual(response)
  })

  test('an expired card', async () => {
    const expired: Instrument = {
      method: 'card',
      number: GOOD,
      expiry_month: 12,
      expiry_year: 2026,
      cvv: '123',
    }
    expect(await simulatedBank().bank.authorize(request(expired))).toEqual(declined('card_expired'))
    expect(
      await simulatedBank().bank.authorize(request({ ...expired, expiry_month: 1, expiry_year: 2027 })),
    ).toEqual(authorized)
  })

  test('a password given in advance is checked once', async () => {
    const { bank } = simulatedBank()
    expect(await bank.authorize(request(card(GOOD), { otp: '1234' }))).toEqual(authorized)
    expect(await bank.authorize(request(card(GOOD), { reference: 'bop_2', otp: '12' }))).toEqual(
      declined('incorrect_otp'),
    )
    expect(await bank.confirm('bop_2', { otp: '1234' })).toEqual(declined('incorrect_otp'))
  })

  test('references of the bank have the shapes that people know', async () => {
    const { bank } = simulatedBank()
    expect(await bank.authorize(request(card(GOOD)))).toMatchObject({
      data: { auth_code: expect.stringMatching(/^\d{6}$/), rrn: expect.stringMatching(/^\d{12}$/) },
    })
    expect(await bank.authorize(request(netbanking, { reference: 'bop_2' }))).toMatchObject({
      data: { utr: expect.stringMatching(/^[0-9A-Z]{16,22}$/) },
    })
  })
})

describe('a card with the payer there', () => {
  test.each(TEST_CARDS)('$number is $outcome, before or after the password', async ({ number, outcome }) => {
    const { bank } = simulatedBank()
    const first = await bank.authorize(request(card(number), { challenge: 'page' }))
    if (outcome === 'card_number_invalid' || outcome === 'card_disabled_for_online_payments') {
      expect(first).toEqual(declined(outcome))
      return
    }
    expect(first).toEqual(otpRequested)
    expect(await bank.status('bop_1')).toEqual({ outcome: 'authorization', response: otpRequested })
    const second = await bank.confirm('bop_1', { otp: '123456' })
    expect(second).toEqual(outcome === 'authorized' ? authorized : declined(outcome))
    expect(await bank.status('bop_1')).toEqual({ outcome: 'authorization', response: second })
    expect(await bank.confirm('bop_1', { otp: '1' })).toEqual(second)
  })

  test.each(['123', '12345678901', 'abcdef', ''])('%j is not a password', async (otp) => {
    const { bank } = simulatedBank()
    await bank.authorize(request(card(GOOD), { challenge: 'page' }))
    expect(await bank.confirm('bop_1', { otp })).toEqual(declined('incorrect_otp'))
  })

  test('the third wrong password is the last', async () => {
    const { bank } = simulatedBank()
    await bank.authorize(request(card(GOOD), { challenge: 'page' }))
    for (const tries_left of [2, 1, 0]) {
      expect(await bank.confirm('bop_1', { otp: '1' })).toEqual(declined('incorrect_otp'))
      const response = tries_left > 0 ? { ...otpRequested, tries_left } : declined('incorrect_otp')
      expect(await bank.status('bop_1')).toEqual({ outcome: 'authorization', response })
    }
    expect(await bank.confirm('bop_1', { otp: '123456' })).toEqual(declined('incorrect_otp'))
  })

  test('a right password after two wrong ones', async () => {
    const { bank } = simulatedBank()
    await bank.authorize(request(card(GOOD), { challenge: 'page' }))
    await Promise.all([bank.confirm('bop_1', { otp: '1' }), bank.confirm('bop_1', { otp: '2' })])
    expect(await bank.confirm('bop_1', { otp: '1234' })).toEqual(authorized)
  })

  test('a payer who never responds', async () => {
    const { bank, pass } = simulatedBank()
    await bank.authorize(request(card(GOOD), { challenge: 'page' }))
    pass(599)
    expect(await bank.status('bop_1')).toEqual({ outcome: 'authorization', response: otpRequested })
    pass(1)
    expect(await bank.confirm('bop_1', { otp: '123456' })).toEqual(declined('payment_timed_out'))
  })

  test('a response of the wrong kind repeats the question', async () => {
    const { bank } = simulatedBank()
    await bank.authorize(request(card(GOOD), { challenge: 'page' }))
    expect(await bank.confirm('bop_1', { approved: true })).toEqual(otpRequested)
    expect(await bank.confirm('bop_1', { approved: false })).toEqual(declined('payment_cancelled'))
  })
})

describe('UPI, netbanking and wallets', () => {
  test.each(['page', 'none'] as const)(
    'success@ and failure@ are decided at once (%s)',
    async (challenge) => {
      const { bank } = simulatedBank()
      expect(await bank.authorize(request(upi('success'), { challenge }))).toEqual(authorized)
      expect(await bank.authorize(request(upi('Failure'), { reference: 'bop_2', challenge }))).toEqual(
        declined('payment_declined'),
      )
    },
  )

  test.each([
    ['late', declined('payment_timed_out')],
    ['pending', { outcome: 'pending' }],
  ])('%s@ is authorized after the late reply', async (name, first) => {
    const { bank, pass } = simulatedBank()
    expect(await bank.authorize(request(upi(name), { challenge: 'page' }))).toEqual(first)
    pass(29)
    expect(await bank.status('bop_1')).toEqual({ outcome: 'authorization', response: first })
    pass(1)
    expect(await bank.status('bop_1')).toEqual({ outcome: 'authorization', response: authorized })
    expect(await bank.authorize(request(upi(name), { challenge: 'page' }))).toEqual(first)
  })

  test.each([
    ['bank_page', netbanking],
    ['bank_page', wallet],
    ['collect', upi('asha')],
  ] as const)('%s: the payer approves or rejects', async (kind, instrument) => {
    const { bank } = simulatedBank()
    for (const [reference, approved, end] of [
      ['bop_1', true, authorized],
      ['bop_2', false, declined('payment_cancelled')],
    ] as const) {
      expect(await bank.authorize(request(instrument, { reference, challenge: 'page' }))).toEqual({
        outcome: 'challenge',
        kind,
      })
      expect(await bank.confirm(reference, { otp: '123456' })).toEqual({ outcome: 'challenge', kind })
      expect(await bank.confirm(reference, { approved })).toEqual(end)
      expect(await bank.confirm(reference, { approved: !approved })).toEqual(end)
    }
    expect(await bank.authorize(request(instrument, { reference: 'bop_3' }))).toEqual(authorized)
  })
})

test('a capture of an authorization that this process has seen needs no look at the memory', async () => {
  const records = new Map()
  const memory = mapMemory(records)
  const read = vi.spyOn(memory, 'read')
  const { bank, another } = simulatedBank({ memory })
  await bank.authorize(request(card(GOOD)))
  const input = { authorization: 'bop_1', amount: 50_000, currency: 'INR' }
  expect(await bank.capture({ ...input, reference: 'bop_2' })).toMatchObject({ outcome: 'captured' })
  expect(read).not.toHaveBeenCalled()
  expect(await another().capture({ ...input, reference: 'bop_3' })).toMatchObject({ outcome: 'captured' })
  expect(read).toHaveBeenCalledTimes(1)
})

describe('a UPI link', () => {
  const byLink: Instrument = { method: 'upi', vpa: null, payee: 'Kaveri Stores & Söhne' }
  const shown = request(byLink, { challenge: 'page' })
  const paid = {
    outcome: 'authorized',
    vpa: 'asha@testbank',
    data: { rrn: expect.stringMatching(/^\d{12}$/) },
  }

  test('names the payee, the reference and the amount, as apps read them', async () => {
    const response = await simulatedBank().bank.authorize(shown)
    expect(response).toEqual({
      outcome: 'challenge',
      kind: 'intent',
      link: 'upi://pay?pa=counterfoil%40testbank&pn=Kaveri%20Stores%20%26%20S%C3%B6hne&tr=bop1&am=500.00&cu=INR',
    })
    const { searchParams } = new URL((response as { link: string }).link)
    expect(Object.fromEntries(searchParams)).toEqual({
      pa: 'counterfoil@testbank',
      pn: 'Kaveri Stores & Söhne',
      tr: 'bop1',
      am: '500.00',
      cu: 'INR',
    })
  })

  test('is paid, declined or expires, and then stays so', async () => {
    const { bank, pass } = simulatedBank()
    await bank.authorize(shown)
    expect(await bank.status('bop_1')).toMatchObject({
      response: { kind: 'intent', link: expect.any(String) },
    })
    expect(await bank.confirm('bop_1', { otp: '1234' })).toMatchObject({ kind: 'intent' })
    expect(await bank.confirm('bop_1', { approved: true })).toMatchObject(paid)
    expect(await bank.confirm('bop_1', { approved: false })).toMatchObject(paid)

    await bank.authorize({ ...shown, reference: 'bop_2' })
    expect(await bank.confirm('bop_2', { approved: false })).toEqual(declined('payment_cancelled'))

    await bank.authorize({ ...shown, reference: 'bop_3' })
    pass(601)
    expect(await bank.confirm('bop_3', { approved: true })).toEqual(declined('payment_timed_out'))
  })

  test('without a browser is paid by itself after a while', async () => {
    const { bank, pass } = simulatedBank()
    expect(await bank.authorize(request(byLink))).toMatchObject({ outcome: 'challenge', kind: 'intent' })
    pass(31)
    expect(await bank.status('bop_1')).toMatchObject({ response: paid })
  })
})
