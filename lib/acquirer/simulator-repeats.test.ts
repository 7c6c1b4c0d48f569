import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Acquirer } from '#lib/ports/acquirer.ts'
import type { Instrument, StatusResponse } from '#lib/ports/acquirer-protocol.ts'
import { card, request, simulatedBank, upi } from '#lib/testing/simulated-bank.ts'
import { TEST_CARDS } from './instruments.ts'

const instruments = fc.oneof(
  fc.constantFrom(...TEST_CARDS).map(({ number }) => card(number)),
  fc.constantFrom('success', 'failure', 'late', 'pending', 'asha').map(upi),
  fc.constantFrom<Instrument>(
    { method: 'netbanking', bank: 'HDFC' },
    { method: 'wallet', wallet: 'mobikwik' },
  ),
)
const amounts = fc.constantFrom(10_000, 10_013, 10_068)
const pending = fc.constantFrom('a1', 'a2')

/** A call, under one of two references of its kind; whatever else is in it may differ from one repeat to the next. */
const calls = fc.oneof(
  fc.record({
    kind: fc.constant('authorize' as const),
    reference: pending,
    amount: amounts,
    currency: fc.constant('INR'),
    instrument: instruments,
    challenge: fc.constantFrom('page' as const, 'none' as const),
    otp: fc.constantFrom(undefined, '1', '1234'),
  }),
  fc.record({
    kind: fc.constant('confirm' as const),
    reference: pending,
    response: fc.constantFrom({ otp: '1' }, { otp: '1234' }, { approved: true }, { approved: false }),
  }),
  fc.record({
    kind: fc.constant('capture' as const),
    reference: fc.constantFrom('c1', 'c2'),
    authorization: pending,
    amount: amounts,
    currency: fc.constant('INR'),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    reference: fc.constantFrom('r1', 'r2'),
    authorization: pending,
    amount: amounts,
    currency: fc.constant('INR'),
    speed: fc.constantFrom('normal' as const, 'optimum' as const),
  }),
)
type Call = typeof calls extends fc.Arbitrary<infer T> ? T : never

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.array(calls, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(1, 20, 30, 600) },
  ),
  { minLength: 1, maxLength: 25 },
)

async function make(bank: Acquirer, call: Call) {
  if (call.kind === 'authorize') return bank.authorize(call)
  if (call.kind === 'capture') return bank.capture(call)
  if (call.kind === 'refund') return bank.refund(call)
  const { outcome } = await bank.status(call.reference)
  return outcome === 'unknown' ? null : bank.confirm(call.reference, call.response)
}

/** A final response: everything but a challenge, a wait, and a time-out that may be corrected. */
function isLast(response: { outcome: string; reason?: string }): boolean {
  return !['challenge', 'pending'].includes(response.outcome) && response.reason !== 'payment_timed_out'
}

test('calls in any order, also at once and from anywhere: a reference keeps its response', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const { another, pass, records } = simulatedBank()
      const witness = createWitness()
      for (const step of script) {
        if (typeof step === 'number') pass(step)
        else witness.hear(step, await Promise.all(step.map((call) => make(another(), call))))
        for (const reference of records.keys()) witness.see(reference, await another().status(reference))
      }
    }),
    { numRuns: 500 },
  )
})

/** Remembers what was said first and last about each reference, and fails when something else is said later. */
function createWitness() {
  const first = new Map<string, unknown>()
  const last = new Map<string, { response: unknown }>()
  return {
    hear(step: Call[], responses: unknown[]) {
      for (const [index, { kind, reference }] of step.entries()) {
        const end = last.get(reference)
        if (kind === 'confirm' && end) expect(responses[index]).toEqual(end.response)
        if (kind === 'confirm') continue
        if (!first.has(reference)) first.set(reference, responses[index])
        expect(responses[index]).toEqual(first.get(reference))
      }
    },
    see(reference: string, status: StatusResponse) {
      const end = last.get(reference)
      if (end) expect(status).toEqual(end)
      else if (status.outcome !== 'unknown' && isLast(status.response)) last.set(reference, status)
    },
  }
}

test('a payer who decides twice at once, yes and no, gets one response', async () => {
  const { another } = simulatedBank()
  await another().authorize(request(upi('asha'), { challenge: 'page' }))
  const responses = await Promise.all(
    [true, false, true, false].map((approved) => another().confirm('bop_1', { approved })),
  )
  expect(new Set(responses.map((response) => response.outcome)).size).toBe(1)
})

test('wrong passwords that arrive at once are all counted', async () => {
  const { another } = simulatedBank()
  await another().authorize(request(card('4100280000001007'), { challenge: 'page' }))
  await Promise.all(['1', '2', '3'].map((otp) => another().confirm('bop_1', { otp })))
  expect(await another().confirm('bop_1', { otp: '123456' })).toEqual({
    outcome: 'declined',
    reason: 'incorrect_otp',
  })
})

test('neither card number nor security code nor UPI id is remembered', async () => {
  await fc.assert(
    fc.asyncProperty(
      instruments,
      fc.constantFrom('page' as const, 'none' as const),
      async (instrument, challenge) => {
        const { bank, records } = simulatedBank()
        await bank.authorize(request(instrument, { challenge, otp: '4821936' }))
        const text = JSON.stringify([...records.values()])
        const secrets =
          instrument.method === 'card'
            ? [instrument.number, instrument.number.slice(0, 8), '"9173"', 'Asha']
            : ['okbank']
        for (const secret of [...secrets, '4821936']) expect(text).not.toContain(secret)
      },
    ),
  )
})

test('a reference belongs to one kind of call', async () => {
  const { bank } = simulatedBank()
  await bank.authorize(request(upi('success')))
  const capture = { reference: 'bop_1', authorization: 'bop_1', amount: 50_000, currency: 'INR' }
  await expect(bank.capture(capture)).rejects.toThrow(
    'bop_1 was used for another call: authorization, not capture',
  )
  await expect(bank.confirm('bop_9', { approved: true })).rejects.toThrow('never asked')
  expect(await bank.status('bop_9')).toEqual({ outcome: 'unknown' })
})

test('the effect precedes the delayed response', async () => {
  const { bank, another } = simulatedBank({ latencyMs: 30 })
  const began = performance.now()
  const response = bank.authorize(request(upi('success')))
  await new Promise((resolve) => setTimeout(resolve, 5))
  const status = another().status('bop_1')
  await response
  expect(performance.now() - began).toBeGreaterThanOrEqual(29)
  expect(await status).toMatchObject({ outcome: 'authorization' })
})
