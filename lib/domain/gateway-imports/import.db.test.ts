import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { foldCountChanges } from '#lib/counters/fold.ts'
import { useAcquirer } from '#lib/domain/acquirers/use.ts'
import { fetchBalanceMonths } from '#lib/domain/balance/months.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { fetchAllCustomers } from '#lib/domain/customers/fetch.ts'
import { recordGatewaySettlement } from '#lib/domain/gateway-imports/settlements.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchAllOrders, fetchOrder } from '#lib/domain/orders/fetch.ts'
import { beginHostedPayment } from '#lib/domain/payments/begin.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { fetchOrderTimeline, fetchPaymentTimeline } from '#lib/domain/payments/timeline.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import {
  fetchAllRefunds,
  fetchPaymentRefunds,
  fetchRefundTimeline,
  getRefundDetails,
} from '#lib/domain/refunds/fetch.ts'
import { fetchAllSettlements } from '#lib/domain/settlements/fetch.ts'
import { updateSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { settleBalance, settleNow } from '#lib/domain/settlements/settle.ts'
import { type GatewayInstance, openGatewayInstance, openGatewayMerchant } from '#lib/testing/gateway.ts'
import { goodCard, payer } from '#lib/testing/instance.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { DAY, HOUR } from '#lib/values/time.ts'
import { continueGatewayImport, startGatewayImport, stopGatewayImport } from './change.ts'
import { getGatewayImport } from './fetch.ts'

type Merchant = Awaited<ReturnType<typeof openGatewayMerchant>>

let gateway: GatewayInstance
let merchant: Merchant
beforeAll(async () => {
  gateway = await openGatewayInstance()
  await fill()
})
afterAll(() => gateway.close())
beforeEach(async () => {
  merchant = await openGatewayMerchant(gateway)
  await merchant.here.pass(gateway.there.now() + HOUR - merchant.here.now())
})
afterEach(async () => {
  gateway.before = null
  await foldCountChanges(merchant.here.runtime)
  expect(await merchant.here.violations()).toEqual([])
  await merchant.close()
})

type Paid = { id: string; order_id: string | null; amount: number }

async function pay(amount: number, more: object = {}): Promise<Paid> {
  const order = await gateway.there.run(createOrder, {
    amount,
    currency: 'INR',
    receipt: `R-${amount}`,
    notes: { shop: 'Mysuru' },
  })
  return gateway.there.run(createPayment, {
    ...payer,
    amount,
    order_id: order.id,
    notes: { channel: 'web' },
    method: 'card',
    card: goodCard,
    ...more,
  } as never)
}
async function captured(amount: number, more: object = {}): Promise<Paid> {
  const payment = await pay(amount, more)
  await gateway.there.run(capturePayment, { id: payment.id, amount })
  return payment
}

/** Three months at the gateway: customers, all kinds of payments and refunds, and settlements between them. */
async function fill(): Promise<void> {
  const { run, pass } = gateway.there
  const customers = []
  for (let count = 0; count < 120; count += 1)
    customers.push(await run(createCustomer, { name: `Customer ${count}`, email: `c${count}@example.com` }))
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 40; count += 1)
      await captured(10_000 + round * 1000 + count, { customer_id: customers[count]?.id })
    await captured(70_000 + round, { method: 'upi', card: undefined, vpa: 'success@upi' })
    await pay(80_000 + round, { card: { ...goodCard, number: '4100280000080001' } }).catch(() => undefined)
    const refunded = await captured(90_000 + round)
    await run(refundPayment, {
      id: refunded.id,
      amount: 20_000,
      receipt: `RF-${round}`,
      notes: { why: 'late' },
    })
    await run(refundPayment, { id: refunded.id, amount: 10_000 })
    const returned = await captured(50_000 + round)
    await run(refundPayment, { id: returned.id })
    // The bank cannot pay this one.
    await run(refundPayment, { id: refunded.id, amount: 1013 })
    await pay(60_000 + round)
    await pass(5 * DAY)
    if (round < 2) await gateway.there.run(settleNow, {}, undefined, gateway.there.system)
    await pass(25 * DAY)
  }
  // Still open: authorized, and a refund that is under way.
  await pay(61_000)
  const last = await captured(62_000)
  await run(refundPayment, { id: last.id, amount: 1500 })
}

async function imported(since?: number) {
  const begun = await merchant.run(startGatewayImport, {
    id: merchant.id,
    ...(since === undefined ? {} : { since }),
  })
  await merchant.here.pass(1)
  return begun
}
const shown = () => merchant.run(getGatewayImport, { id: merchant.id })

type Lists = 'customers' | 'orders' | 'payments' | 'refunds' | 'settlements'
const LISTS = {
  customers: fetchAllCustomers,
  orders: fetchAllOrders,
  payments: fetchAllPayments,
  refunds: fetchAllRefunds,
  settlements: fetchAllSettlements,
} as const

const COUNTS = { customers: 120, orders: 137, payments: 137, refunds: 16, settlements: 2 }

async function allOf(side: 'here' | 'there', kind: Lists): Promise<{ id: string }[]> {
  const items: { id: string }[] = []
  for (let skip = 0; ; skip += 100) {
    const input = { count: 100, skip, ...(kind === 'payments' ? { expand: ['card'] } : {}) }
    const run = side === 'here' ? merchant.run : gateway.there.run
    const page = (await run(LISTS[kind] as never, input as never)) as { items: { id: string }[] }
    items.push(...page.items)
    if (page.items.length < 100) return items
  }
}

describe('an import', () => {
  it('has everything as the gateway has it, and the balance is what the gateway owes', async () => {
    await imported()
    const { import: ended, left_out } = await shown()
    expect(left_out).toEqual([])
    expect(ended).toMatchObject({ status: 'finished', problem: null, adjustments: 0, ends_at: null })
    for (const kind of Object.keys(LISTS) as Lists[]) {
      const [here, at] = [await allOf('here', kind), await allOf('there', kind)]
      expect(at.length, kind).toBe(COUNTS[kind])
      expect(here, kind).toEqual(at)
      expect(ended?.progress[kind], kind).toEqual({
        total: at.length,
        read: at.length,
        added: at.length,
        same: 0,
        own: 0,
        left_out: 0,
      })
    }
    expect(await merchant.balance()).toBe(await gateway.there.balance())
    const { rows } = await merchant.here.runtime.query('SELECT 1 FROM events WHERE account_id = $1', [
      merchant.live,
    ])
    expect(rows).toEqual([])
  })

  it('twice adds nothing the second time', async () => {
    await imported()
    const before = await merchant.balance()
    await imported()
    const { import: again } = await shown()
    for (const { total, same, added, left_out } of Object.values(again?.progress ?? {}))
      expect({ same, added, left_out }).toEqual({ same: total, added: 0, left_out: 0 })
    expect(await merchant.balance()).toBe(before)
  })

  it('killed and resumed, and stopped and continued, ends as any other', async () => {
    const { id } = await merchant.run(startGatewayImport, { id: merchant.id })
    let requests = 0
    gateway.before = (_, response) => {
      requests += 1
      if (requests % 23 === 0) response.destroy()
      if (requests % 31 === 0) response.writeHead(500).end('{}')
    }
    // A process that was killed holds the import for a while.
    await merchant.here.runtime.query(
      `UPDATE gateway_imports SET holder = 'a dead process', held_until = $2 WHERE id = $1`,
      [id, merchant.here.now() + 80],
    )
    await merchant.here.pass(60)
    expect((await shown()).import).toMatchObject({ status: 'running', kind: 'customers' })
    expect(await merchant.run(stopGatewayImport, { id })).toMatchObject({ status: 'stopped' })
    await merchant.here.pass(600)
    expect((await shown()).import).toMatchObject({ status: 'stopped', kind: 'customers' })
    expect(await merchant.run(continueGatewayImport, { id })).toMatchObject({ status: 'running' })
    await merchant.here.pass(3600)
    expect((await shown()).import).toMatchObject({ status: 'finished' })
    for (const kind of Object.keys(LISTS) as Lists[])
      expect(await allOf('here', kind), kind).toEqual(await allOf('there', kind))
    expect(await merchant.balance()).toBe(await gateway.there.balance())
    await expect(merchant.run(continueGatewayImport, { id })).rejects.toMatchObject({
      reason: 'input_validation_failed',
    })
  })
})

/** Responds to requests of a path with what a test makes of the right response. */
function instead(path: string, change: (items: Record<string, unknown>[]) => object[]): RequestListener {
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://gateway')
    if (pathname !== path) return
    const { end, writeHead } = response
    response.writeHead = ((status: number) => writeHead.call(response, status)) as typeof writeHead
    response.end = ((body: string) => {
      const { items, ...rest } = JSON.parse(String(body))
      return end.call(response, JSON.stringify({ ...rest, items: change(items) }), 'utf8')
    }) as typeof end
  }
}

it('timelines of what was imported tell what is known, and when it was imported', async () => {
  const { id: importId, created_at } = await imported()
  const refunds = (await allOf('here', 'refunds')) as { id: string; payment_id: string; amount: number }[]
  const refunded = refunds.find(({ amount }) => amount === 20_000)
  if (!refunded) throw new Error('No refund was imported.')
  const payment = await merchant.run(fetchPayment, { id: refunded.payment_id })
  const { items } = await merchant.run(fetchPaymentTimeline, { id: payment.id })
  const said = items.map(({ what, created_at: at }) => [what, at])
  expect(said[0]).toEqual(['gateway.imported', created_at])
  expect(said.filter(([what]) => what === 'gateway.refunded').length).toBeGreaterThan(0)
  expect(said.slice(-2)).toEqual([
    ['gateway.captured', expect.any(Number)],
    ['gateway.created', payment.created_at],
  ])
  expect(items[0]).toMatchObject({ id: importId, actor_kind: 'system' })
  const ofRefund = await merchant.run(fetchRefundTimeline, { id: refunded.id })
  expect(ofRefund.items.map(({ what }) => what)).toEqual(['gateway.imported', 'gateway.created'])
  const ofOrder = await merchant.run(fetchOrderTimeline, { id: payment.order_id ?? '' })
  expect(ofOrder.items.map(({ what }) => what)).toEqual(['gateway.imported', 'gateway.created'])
  const details = await merchant.run(getRefundDetails, { id: refunded.id })
  expect(details.finished_at, 'the gateway does not tell it').toBeNull()
  expect(creatorText(details.created_by)).toBe('the gateway')
})

describe('what an import meets', () => {
  it('429 with Retry-After is obeyed', async () => {
    const times: number[] = []
    let busy = 2
    gateway.before = (_, response) => {
      times.push(performance.now())
      if (times.length > 40 && busy > 0) {
        busy -= 1
        response.writeHead(429, { 'retry-after': '1' }).end('{}')
      }
    }
    await imported()
    expect((await shown()).import).toMatchObject({ status: 'finished' })
    const pauses = times.flatMap((at, index) => (index > 0 ? [at - Number(times[index - 1])] : []))
    expect(pauses.filter((pause) => pause > 990)).toHaveLength(2)
  })

  it('a gateway that does not respond is asked again later, and the import says so', async () => {
    gateway.before = (_, response) => void response.writeHead(503).end('{}')
    await imported()
    expect((await shown()).import).toMatchObject({ status: 'running', problem: 'Status 503.' })
    gateway.before = null
    await merchant.here.pass(60)
    expect((await shown()).import).toMatchObject({ status: 'finished', problem: null })
  })

  it('records outside the schema and those that are not ours are left out, with the reason', async () => {
    gateway.before = instead('/v1/payments', (items) =>
      items.map((item) => {
        if (item.amount === 10_003) return { ...item, amount: '100' }
        if (item.amount === 10_004) return { ...item, currency: 'USD' }
        if (item.amount === 10_005) return { ...item, id: undefined }
        if (item.amount === 90_000) return { ...item, fee: null }
        return { ...item, of_another_version: { number: 1 } }
      }),
    )
    await imported()
    const { import: ended, left_out } = await shown()
    expect(ended?.progress.payments).toMatchObject({ read: COUNTS.payments, left_out: 4 })
    expect(ended?.progress.refunds).toMatchObject({ left_out: 3 })
    expect(left_out.map(({ reason }) => reason.replace(/pay_\w+/, 'pay_…')).sort()).toEqual([
      'It was captured, and the gateway does not say its fee.',
      'Its currency is USD; this account has INR.',
      'Its payment pay_… is not here.',
      'Its payment pay_… is not here.',
      'Its payment pay_… is not here.',
      'Outside the schema: amount.',
      'Outside the schema: id.',
    ])
    // What is missing in the settlement that has them is closed.
    expect(ended?.adjustments).toBe(1)
    expect(await merchant.balance()).toBe(await gateway.there.balance())
  })

  it('an ID that is here with other data is listed, and nothing of it changes', async () => {
    const [first] = await allOf('there', 'orders')
    const own = await merchant.run(createOrder, { amount: 999, currency: 'INR' })
    await merchant.here.runtime.query('UPDATE orders SET id = $2 WHERE id = $1', [own.id, first?.id])
    await merchant.run(createCustomer, { name: 'Here before', email: 'c7@example.com' })
    await imported()
    const { left_out } = await shown()
    expect(left_out.map(({ kind, reason }) => [kind, reason.replace(/(cust|pay)_\w+/, '$1_…')])).toEqual([
      ['customers', 'The customer cust_… has the same email and contact.'],
      ['orders', 'An order with this ID and another amount is here.'],
      ['payments', 'With it, more would be paid on its order than the order is of.'],
      ['refunds', 'Its payment pay_… is not here.'],
    ])
    expect(await merchant.run(fetchOrder, { id: first?.id ?? '' })).toMatchObject({ amount: 999 })
    await merchant.here.runtime.query('UPDATE orders SET id = $1 WHERE id = $2', [own.id, first?.id])
  })

  it('without the first months, the settlement that has them is closed by an entry', async () => {
    await imported(gateway.there.now() - 57 * DAY)
    const { import: ended } = await shown()
    expect(ended).toMatchObject({ status: 'finished', adjustments: 1 })
    expect(ended?.progress.payments.read).toBeLessThan(COUNTS.payments)
    expect(ended?.progress.customers.read).toBe(COUNTS.customers)
    expect(ended?.progress.settlements.read).toBe(1)
    expect(await merchant.balance()).toBe(await gateway.there.balance())
  })
})

describe('afterwards', () => {
  it('a refund of an imported payment goes to the gateway, once', async () => {
    const payment = await captured(33_000)
    await gateway.there.pass(2 * HOUR)
    await merchant.here.pass(2 * HOUR)
    await imported()
    await merchant.run(refundPayment, { id: payment.id, amount: 3000 })
    for (let round = 0; round < 3; round += 1) {
      await gateway.there.pass(60)
      await merchant.here.pass(120)
    }
    const refunds = await gateway.there.run(fetchPaymentRefunds, { id: payment.id })
    expect(refunds.items).toMatchObject([{ amount: 3000, status: 'processed' }])
    const here = await merchant.run(fetchPaymentRefunds, { id: payment.id })
    expect(here.items).toMatchObject([{ amount: 3000, status: 'processed' }])
    expect(here.items[0]?.id).not.toBe(refunds.items[0]?.id)
    // The next import knows it as its own.
    await merchant.here.pass(HOUR)
    await imported()
    expect((await shown()).import?.progress.refunds).toMatchObject({ own: 1, added: 0, left_out: 0 })
    expect(await merchant.balance()).toBe(await gateway.there.balance())
  })

  it('an imported authorization is captured at the gateway, and a pending refund is asked for until it ends', async () => {
    const authorized = await pay(34_000)
    const refunded = await captured(35_000)
    const { id: refund } = await gateway.there.run(refundPayment, { id: refunded.id, amount: 500 })
    await merchant.here.pass(HOUR)
    await imported()
    expect((await merchant.run(fetchPaymentRefunds, { id: refunded.id })).items).toMatchObject([
      { id: refund, status: 'pending' },
    ])
    await merchant.run(capturePayment, { id: authorized.id, amount: 34_000 })
    expect(await gateway.there.run(fetchPayment, { id: authorized.id })).toMatchObject({ captured: true })
    await gateway.there.pass(HOUR)
    await merchant.here.pass(2 * HOUR)
    expect((await merchant.run(fetchPaymentRefunds, { id: refunded.id })).items).toMatchObject([
      { id: refund, status: 'processed' },
    ])
    expect((await gateway.there.run(fetchPaymentRefunds, { id: refunded.id })).items).toHaveLength(1)
  })

  it('what this server began at the gateway is not imported, and the gateway settles it', async () => {
    await imported()
    await merchant.run(useAcquirer, { id: merchant.id })
    // The gateway has a fee of its own.
    const fees = 'UPDATE accounts SET fee_basis_points = $2 WHERE id = $1'
    const { test } = gateway.there.merchant.accounts
    await gateway.there.runtime.query(fees, [test, 300])
    const order = await merchant.run(createOrder, { amount: 77_000, currency: 'INR' })
    const begun = await merchant.run(beginHostedPayment, {
      ...payer,
      amount: 77_000,
      order_id: order.id,
      method: 'card',
    })
    const reference = begun.url?.split('/').at(-1) ?? ''
    const atGateway = { ...payer, amount: 77_000, method: 'card', card: goodCard }
    const [itsOrder] = (await gateway.there.run(fetchAllOrders, { receipt: reference })).items
    const failing = {
      ...atGateway,
      order_id: itsOrder?.id,
      card: { ...goodCard, number: '4100280000080001' },
    }
    await gateway.there.run(createPayment, failing as never).catch(() => undefined)
    await gateway.there.run(createPayment, { ...atGateway, order_id: itsOrder?.id } as never)
    await merchant.here.pass(2 * HOUR)
    await merchant.run(capturePayment, { id: begun.id, amount: 77_000 })
    const before = await merchant.balance()
    expect(before).toBe(await gateway.there.balance())

    await gateway.there.pass(3 * HOUR)
    await imported()
    const { import: again, left_out } = await shown()
    expect(left_out).toEqual([])
    expect(again?.progress.orders).toMatchObject({ own: 1, added: 0 })
    expect(again?.progress.payments).toMatchObject({ own: 2, added: 0 })

    // Our own daily settlement leaves it alone.
    await merchant.run(updateSettlementSettings, { schedule: 'on', delay_days: 0 })
    for (let day = 0; day < 4; day += 1) {
      await merchant.here.pass(DAY)
      expect(await merchant.run(settleBalance, {})).toEqual({ settlement: null })
    }
    const settled = await gateway.there.run(settleNow, {}, undefined, gateway.there.system)
    await gateway.there.pass(DAY)
    const system = { id: merchant.id, settlement_id: settled.id }
    expect(await merchant.run(recordGatewaySettlement, system)).toMatchObject({ amount: settled.amount })
    await merchant.run(recordGatewaySettlement, system)
    expect(await merchant.balance()).toBe(0)
    expect(await gateway.there.balance()).toBe(0)
    const { rows } = await merchant.here.runtime.query(
      "SELECT 1 FROM balance_movements WHERE account_id = $1 AND kind = 'gateway_adjustment'",
      [merchant.live],
    )
    expect(rows).toEqual([])
    const months = await merchant.run(fetchBalanceMonths, {})
    expect(months.items.length).toBeGreaterThan(3)
  })

  it('what is refunded out of captures that are older than the import is covered by an opening entry', async () => {
    await gateway.there.pass(DAY)
    const since = gateway.there.now()
    const earlier = await captured(45_000)
    await gateway.there.pass(DAY)
    const payment = await captured(40_000)
    await gateway.there.run(refundPayment, { id: payment.id })
    await gateway.there.pass(HOUR)
    await merchant.here.pass(gateway.there.now() + HOUR - merchant.here.now())
    await imported(since + HOUR)
    const { fee } = await gateway.there.run(fetchPayment, { id: payment.id })
    expect((await shown()).import).toMatchObject({ adjustments: 1, adjusted: fee })
    expect(await merchant.balance()).toBe(0)
    await expect(merchant.run(fetchPayment, { id: earlier.id })).rejects.toThrow()
  })
})
