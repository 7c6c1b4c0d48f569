import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signedHeaders } from '#lib/acquirer/signature.ts'
import { setDirectCollection } from '#lib/domain/acquirers/use.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { beginPayment } from '#lib/domain/payments/begin.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import { expireAuthorization } from '#lib/domain/payments/expire.ts'
import { followPayment } from '#lib/domain/payments/fetch-for-payer.ts'
import { processPayout } from '#lib/domain/payouts/process.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { processRefund } from '#lib/domain/refunds/process.ts'
import { processSettlement } from '#lib/domain/settlements/process.ts'
import { settleReserved } from '#lib/jobs/settle.ts'
import { CALLS, type Call } from '#lib/ports/acquirer-protocol.ts'
import { acquirerProxy } from '#lib/testing/acquirer-proxy.ts'
import { eventually } from '#lib/testing/eventually.ts'
import { goodCard, payer } from '#lib/testing/instance.ts'
import {
  type Bank,
  bankTotal,
  choose,
  type LiveInstance,
  openLiveInstance,
  quickBank,
  type Spoil,
} from '#lib/testing/live-instance.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'

const TIMEOUT_MS = 2000
let there: LiveInstance
let bank: Bank
let proxy: Awaited<ReturnType<typeof acquirerProxy>>
let acquirer: string
/** What becomes of a call, and how often it was made since. */
let spoiled: { call: Call; spoil: Spoil } | null = null
let made = 0
beforeAll(async () => {
  there = await openLiveInstance({ timeoutMs: TIMEOUT_MS })
  bank = await quickBank()
  proxy = await acquirerProxy(bank.url, (passing) => {
    if (passing.path !== spoiled?.call) return passing.forward()
    made += 1
    return spoiled.spoil(passing)
  })
  acquirer = await there.use({ url: proxy.url, secrets: bank.secrets })
})
afterAll(async () => {
  await there.close()
  await proxy.close()
  await bank.close()
})
afterEach(async () => {
  expect(await there.instance.violations()).toEqual([])
  expect(await there.atBank()).toBe(bankTotal([bank]))
})

/** A last response to each call, which would move money. */
const LAST: Record<Call, object> = {
  authorize: { outcome: 'authorized', data: {}, international: false },
  confirm: { outcome: 'authorized', data: {}, international: false },
  capture: { outcome: 'captured', data: {} },
  void: { outcome: 'processed', speed: 'normal', data: {} },
  refund: { outcome: 'processed', speed: 'normal', data: {} },
  payout: { outcome: 'processed', utr: 'UTR1' },
  settle: { outcome: 'processed', utr: 'UTR1' },
  status: {
    outcome: 'authorization',
    response: { outcome: 'authorized', data: {}, international: false },
  },
}
/** The response of a call that is none to this one. */
const OTHER: Partial<Record<Call, object>> = { payout: LAST.capture, settle: LAST.capture }

function withMoney(call: Call, money: object): string {
  const last = LAST[call]
  const changed =
    'response' in last ? { ...last, response: { ...Object(last.response), ...money } } : { ...last, ...money }
  return JSON.stringify(changed)
}

const responds =
  (body: string, status = 200, headers: Record<string, string> = {}): Spoil =>
  async () => ({ status, body, headers })

/** Each fault of a response, with the sentence that the health of the acquirer has of it. */
const FAULTS: Record<string, { spoil: (call: Call) => Spoil; sentence: (call: Call) => string }> = {
  'a wrong credential': {
    spoil:
      () =>
      ({ body, forward }) =>
        forward({ headers: signedHeaders([newWebhookSecret()], body, Date.now()) }),
    sentence: () => 'Status 401 (signature_invalid).',
  },
  'a clock that is off': {
    spoil: () =>
      responds(JSON.stringify({ error: { code: 'signature_invalid', description: 'Too old.' } }), 401, {
        date: new Date(Date.now() + 600_000).toUTCString(),
      }),
    sentence: () => 'Status 401 (signature_invalid). The clock of the acquirer is 10 minutes ahead.',
  },
  'an unknown outcome': {
    spoil: () => responds('{"outcome":"approved"}'),
    sentence: (call) => `The response to ${call} is outside the protocol.`,
  },
  'the response of another call': {
    spoil: (call) => responds(JSON.stringify(OTHER[call] ?? LAST.payout)),
    sentence: (call) => `The response to ${call} is outside the protocol.`,
  },
  'half a response': {
    spoil: (call) => responds(JSON.stringify(LAST[call]).slice(0, -4)),
    sentence: (call) => `The response to ${call} is outside the protocol.`,
  },
  'another amount': {
    spoil: (call) => responds(withMoney(call, { amount: 1 })),
    sentence: (call) => `The response to ${call} is about another amount.`,
  },
  'another currency': {
    spoil: (call) => responds(withMoney(call, { currency: 'USD' })),
    sentence: (call) => `The response to ${call} is about another currency.`,
  },
  'an oversized response': {
    spoil: (call) => responds(JSON.stringify({ ...LAST[call], filling: 'x'.repeat(70_000) })),
    sentence: () => 'The response is too large.',
  },
  'no response in time': {
    spoil: () => () => new Promise(() => {}),
    sentence: (call) => `No response to ${call} in time.`,
  },
  'a connection that is cut': {
    spoil: () => async () => null,
    sentence: () => 'The connection failed.',
  },
  'a redirect': {
    spoil: (call) => responds('', 307, { location: `${bank.url}${call}` }),
    sentence: () => 'Status 307 (no code).',
  },
  'a call that it does not know': {
    spoil: () => responds('{"error":{"code":"not_found","description":"There is no such call."}}', 404),
    sentence: () => 'Status 404 (not_found).',
  },
  'a failure': {
    spoil: () => responds('<html>', 502),
    sentence: () => 'Status 502 (no code).',
  },
}

type During = (work: () => Promise<{ status?: string }>) => Promise<void>

/** For each call what leads to it, and what there is when the bank is well again. */
const FLOWS: Record<Call, (during: During) => Promise<void>> = {
  async authorize(during) {
    await during(async () => {
      await there.begin(10_000)
      return {}
    })
    await recovered()
    const open = await there.rows(
      "SELECT 1 FROM payments WHERE account_id = $1 AND operation = 'authorize'",
      there.account_id,
    )
    expect(open).toEqual([])
  },
  async confirm(during) {
    await there.run(setDirectCollection, { id: acquirer, direct: true })
    const order = await there.run(createOrder, { amount: 10_000, currency: 'INR' })
    const begun = await there.run(beginPayment, {
      ...payer,
      amount: 10_000,
      order_id: order.id,
      method: 'card',
      card: goodCard,
    })
    expect(begun.next).toBe('otp')
    const confirmation = { id: begun.id, order_id: order.id, response: { otp: '123456' } }
    await during(() => there.run(confirmPayment, confirmation))
    await recovered()
    expect((await there.run(confirmPayment, confirmation)).status).toBe('authorized')
    await there.run(setDirectCollection, { id: acquirer, direct: false })
  },
  async capture(during) {
    const { id } = await there.payOnPage(10_000)
    await during(() => there.run(capturePayment, { id, amount: 10_000 }))
    expect(await there.paymentOf(id)).toMatchObject({ status: 'authorized', captured: false })
    await recovered()
    expect(await there.paymentOf(id)).toMatchObject({ status: 'captured' })
  },
  async void(during) {
    const { id } = await there.payOnPage(10_000)
    await there.rows('UPDATE payments SET capture_by = $2 WHERE id = $1', id, there.instance.now() - 1)
    await there.run(expireAuthorization, { id })
    await during(async () => processRefundOf(id))
    await recovered()
    expect(await there.paymentOf(id)).toMatchObject({ status: 'refunded', captured: false })
    expect((await processRefundOf(id)).status).toBe('processed')
  },
  async refund(during) {
    const { id } = await there.payOnPage(10_000, true)
    await there.run(refundPayment, { id, amount: 4000 })
    await during(async () => processRefundOf(id))
    await recovered()
    expect((await processRefundOf(id)).status).toBe('processed')
  },
  async payout(during) {
    const holder = await there.holder(20_000, '501000123411')
    const { id } = await there.payOut(holder)
    await during(() => there.run(processPayout, { id }))
    await recovered()
    expect((await there.payoutOf(id)).status).toBe('processed')
  },
  async settle(during) {
    const { id } = (await there.settle(10_000)) ?? { id: '' }
    await during(() => there.run(processSettlement, { id }))
    await recovered()
    expect((await there.run(processSettlement, { id })).status).toBe('processed')
  },
  async status(during) {
    const { id, order, url } = await there.begin(10_000)
    await choose(url, 'paid')
    await during(() => there.run(followPayment, { id, order_id: order.id }))
    expect((await there.paymentOf(id)).status).toBe('created')
    expect((await there.run(followPayment, { id, order_id: order.id })).status).toBe('authorized')
  },
}

async function processRefundOf(payment: string) {
  const [refund] = await there.rows<{ id: string }>('SELECT id FROM refunds WHERE payment_id = $1', payment)
  return there.run(processRefund, { id: refund?.id ?? '' })
}

/** The worker goes on with what is open. */
async function recovered(): Promise<void> {
  await there.instance.pass(120)
  await settleReserved(there.instance.runtime)
  await there.instance.pass(120)
}

/** Jobs go on later; all other callers get the error. */
const JOBS: readonly Call[] = ['void', 'refund', 'payout', 'settle']

describe.each(Object.entries(FAULTS))('%s', (_, { spoil, sentence }) => {
  it.each(Object.keys(CALLS) as Call[])(
    'in %s: no money moves, its line is in the health, and it goes on',
    async (call) => {
      await FLOWS[call](async (work) => {
        await there.restart()
        const before = await there.atBank()
        await there.rows('DELETE FROM acquirer_calls')
        spoiled = { call, spoil: spoil(call) }
        made = 0
        if (JOBS.includes(call)) expect(['pending', 'processing', 'created']).toContain((await work()).status)
        else await expect(work()).rejects.toMatchObject({ reason: 'acquirer_unavailable' })
        spoiled = null
        expect(made).toBeGreaterThan(0)
        // A confirmation has a password that counts as a try.
        if (call === 'confirm') expect(made).toBe(1)
        expect(await there.atBank()).toBe(before)
        await eventually(async () => {
          const lines = await there.rows<{ error: string }>(
            'SELECT DISTINCT error FROM acquirer_calls WHERE acquirer_id = $1 AND call = $2',
            acquirer,
            call,
          )
          expect(lines).toEqual([{ error: sentence(call) }])
        })
      })
    },
  )
})
