import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sumStatement } from '#lib/domain/wallets/get-statement-details.ts'
import { createWriter } from '#lib/pipeline/writer.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Reply, type Rest } from '#lib/testing/rest.ts'
import { type Body, shopOf } from '#lib/testing/shop.ts'

const FEE = 590
const MAX = 2_000_000

type Step =
  | { do: 'load'; who: number; amount: number }
  | { do: 'pay'; who: number; amount: number; capture: boolean }
  | { do: 'refund'; nth: number; amount: number }
  | { do: 'pay out'; who: number; amount: number; fails: boolean }
  | { do: 'reverse'; nth: number; amount: number }
  | { do: 'wait'; seconds: number }

const who = fc.nat(2)
const amount = fc.oneof(fc.integer({ min: 100, max: 40_000 }), fc.constantFrom(900_000, 1_990_000, 2_000_000))
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('load' as const), who, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pay' as const), who, amount, capture: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), nth: fc.nat(20), amount }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay out' as const), who, amount, fails: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), nth: fc.nat(20), amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(5, 90, 260_000) }),
  },
)

/** The plain model of a wallet: numbers and lists, nothing else. */
type Purse = { balance: number; returning: number; month: string; usage: number }
type Paid = { id: string; who: number; amount: number; refunded: number; captured: boolean; lapses: number }
type Sent = { id: string; who: number; amount: number; reversed: number }
type Out = { id: string; who: number; total: number; fails: boolean; range: number }

let instance: Instance
let rest: Rest
let shop: ReturnType<typeof shopOf>
let people = 0
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
  for (let count = 0; count < 40; count += 1) await shop.captured(10_000_000)
})
afterAll(() => instance.close())

async function open() {
  const three = []
  for (let index = 0; index < 3; index += 1) {
    people += 1
    const made = await rest.post('/v1/customers', {
      name: 'Model Holder',
      contact: `+9198765${String(people).padStart(5, '0')}`,
      email: `m${people}@example.com`,
    })
    const one = made.body
    const accounts = []
    for (const account_number of ['55555123', '55555000']) {
      const bank_account = { name: 'Model Holder', ifsc: 'HDFC0000001', account_number }
      accounts.push(
        (
          await rest.post('/v1/fund_accounts', {
            customer_id: one.id,
            account_type: 'bank_account',
            bank_account,
          })
        ).body,
      )
    }
    three.push({ ...one, accounts })
  }
  return three
}

const load = (one: Body, amount: number) =>
  rest.post('/v1/transfers', { customer: one.id, amount, currency: 'INR' })
const payOut = (one: Body, amount: number, fails: boolean) =>
  rest.post(`/v1/customers/${one.id}/payouts`, {
    fund_account_id: one.accounts[fails ? 1 : 0].id,
    purpose: 'model',
    amount,
    currency: 'INR',
  })
async function pay(one: Body, amount: number, payment_capture: boolean) {
  const order = await shop.order(amount, { payment_capture })
  return rest.post('/v1/payments/create/openwallet', {
    method: 'wallet',
    wallet: 'openwallet',
    customer_id: one.id,
    order_id: order.id,
    amount,
    currency: 'INR',
    contact: one.contact,
    email: one.email,
  })
}
const balanceOf = async (one: Body) =>
  (await rest.get(`/v1/customers/${one.id}/balance`)).body.balance as number

/** Every entry of the wallet, oldest first. */
async function statementOf(one: Body): Promise<Body[]> {
  const entries: Body[] = []
  for (let cursor = ''; ; ) {
    const { items } = (await rest.get(`/v1/customers/${one.id}/statement?count=100${cursor}`)).body
    entries.push(...items)
    if (items.length < 100) return entries.reverse()
    cursor = `&starting_after=${items.at(-1).id}`
  }
}

/** The statement from genesis reproduces the balance, and each entry the balance at its cut. */
async function expectStatement(one: Body): Promise<void> {
  let running = 0
  for (const entry of await statementOf(one)) {
    running += entry.credit - entry.debit
    expect(entry.balance).toBe(running)
    const sums = await instance.run(
      sumStatement,
      { id: one.id, to: entry.created_at },
      undefined,
      instance.system,
    )
    expect(sums.reconciles).toBe(true)
  }
  expect(await balanceOf(one)).toBe(running)
}

describe('wallets against a plain model', () => {
  it('one after the other, everything is accepted and rejected as the model says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const three = await open()
        const purses: Purse[] = three.map(() => ({ balance: 0, returning: 0, month: '', usage: 0 }))
        const [paid, sent, out]: [Paid[], Sent[], Out[]] = [[], [], []]
        const month = () => new Date((instance.now() + 19_800) * 1000).toISOString().slice(0, 7)
        const credit = (purse: Purse, amount: number) => {
          purse.usage = (purse.month === month() ? purse.usage : 0) + amount
          purse.month = month()
          purse.balance += amount
        }
        const fits = (purse: Purse, amount: number) =>
          purse.balance + purse.returning + amount <= MAX &&
          (purse.month === month() ? purse.usage : 0) + amount <= 10_000_000
        const expectStatus = (response: Reply, taken: boolean, what: Step) =>
          expect(response.status < 300, `${JSON.stringify(what)} ${response.text}`).toBe(taken)

        for (const one of steps) {
          if (one.do === 'wait') {
            const until = instance.now() + one.seconds
            await instance.pass(one.seconds)
            for (const payout of out.splice(0).sort((left, right) => left.range - right.range)) {
              const purse = purses[payout.who] as Purse
              if (payout.range > until) {
                out.push(payout)
                continue
              }
              purse.returning -= payout.total
              if (payout.fails) credit(purse, payout.total)
            }
            for (const payment of paid) {
              if (payment.captured || payment.refunded > 0 || payment.lapses > until) continue
              const purse = purses[payment.who] as Purse
              payment.refunded = payment.amount
              purse.returning -= payment.amount
              credit(purse, payment.amount)
            }
          } else if (one.do === 'load') {
            const purse = purses[one.who] as Purse
            const taken = fits(purse, one.amount)
            const response = await load(three[one.who], one.amount)
            expectStatus(response, taken, one)
            if (!taken) continue
            credit(purse, one.amount)
            sent.push({ id: response.body.id, who: one.who, amount: one.amount, reversed: 0 })
          } else if (one.do === 'pay') {
            const purse = purses[one.who] as Purse
            const taken = purse.balance >= one.amount
            const response = await pay(three[one.who], one.amount, one.capture)
            expectStatus(response, taken, one)
            if (!taken) continue
            purse.balance -= one.amount
            if (!one.capture) purse.returning += one.amount
            const id = response.body.service_payment_id
            const lapses = instance.now() + 259_201
            paid.push({ id, who: one.who, amount: one.amount, refunded: 0, captured: one.capture, lapses })
          } else if (one.do === 'refund') {
            const payment = paid[one.nth % Math.max(1, paid.length)]
            if (!payment) continue
            const purse = purses[payment.who] as Purse
            const left = payment.captured ? payment.amount - payment.refunded : 0
            const taken = one.amount <= left && fits(purse, one.amount)
            expectStatus(
              await rest.post(`/v1/payments/${payment.id}/refund`, { amount: one.amount }),
              taken,
              one,
            )
            if (!taken) continue
            payment.refunded += one.amount
            credit(purse, one.amount)
          } else if (one.do === 'pay out') {
            const purse = purses[one.who] as Purse
            const total = one.amount + FEE
            const taken = purse.balance >= total
            const response = await payOut(three[one.who], one.amount, one.fails)
            expectStatus(response, taken, one)
            if (!taken) continue
            purse.balance -= total
            purse.returning += total
            out.push({
              id: response.body.id,
              who: one.who,
              total,
              fails: one.fails,
              range: instance.now() + 20,
            })
          } else {
            const transfer = sent[one.nth % Math.max(1, sent.length)]
            if (!transfer) continue
            const purse = purses[transfer.who] as Purse
            const taken = one.amount <= transfer.amount - transfer.reversed && one.amount <= purse.balance
            const response = await rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: one.amount })
            expectStatus(response, taken, one)
            if (!taken) continue
            transfer.reversed += one.amount
            purse.balance -= one.amount
          }
          for (const [index, purse] of purses.entries()) {
            expect(await balanceOf(three[index]), JSON.stringify(one)).toBe(purse.balance)
          }
        }
        for (const holder of three) await expectStatement(holder)
        expect(await instance.violations()).toEqual([])
        await instance.pass(260_000)
      }),
      { numRuns: 12, endOnFailure: true },
    )
  }, 600_000)

  it.each([true, false])(
    'all at once, what was taken adds up and nothing is below zero at any cut (joined: %s)',
    async (join) => {
      const { runtime } = instance
      if (!join) runtime.writer = createWriter({ query: runtime.query, queues: runtime.queues, join })
      const batch = fc.array(
        step.filter((one) => one.do === 'load' || one.do === 'pay' || one.do === 'pay out'),
        { minLength: 10, maxLength: 30 },
      )
      await fc.assert(
        fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 3 }), async (batches) => {
          const three = await open()
          const sums = [0, 0, 0]
          const add = (index: number, amount: number) => {
            sums[index] = (sums[index] ?? 0) + amount
          }
          for (const one of three) expect((await load(one, 100_000)).status).toBe(201)
          for (const steps of batches) {
            await Promise.all(
              steps.map(async (one) => {
                if (one.do === 'load') {
                  if ((await load(three[one.who], one.amount)).status === 201) add(one.who, one.amount)
                } else if (one.do === 'pay') {
                  const response = await pay(three[one.who], one.amount, true)
                  expect(response.status, response.text).toBeLessThan(500)
                  if (response.status === 201) add(one.who, -one.amount)
                } else if (one.do === 'pay out') {
                  const response = await payOut(three[one.who], one.amount, one.fails)
                  expect(response.status, response.text).toBeLessThan(500)
                  if (response.status === 201) add(one.who, one.fails ? 0 : -one.amount - FEE)
                }
              }),
            )
            await instance.pass(90)
          }
          for (const [index, one] of three.entries()) {
            expect(await balanceOf(one)).toBe(100_000 + (sums[index] ?? 0))
            await expectStatement(one)
          }
          expect(await instance.violations()).toEqual([])
        }),
        { numRuns: 4, endOnFailure: true },
      )
    },
    240_000,
  )
})
