import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getMailDetails } from '#lib/domain/mails/get-details.ts'
import { listMailsForDashboard } from '#lib/domain/mails/list.ts'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { returnPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { askWalletCode } from '#lib/domain/wallets/ask-code.ts'
import { getWalletDetailsForPayer } from '#lib/domain/wallets/fetch.ts'
import { payFromOpenWallet } from '#lib/domain/wallets/pay-at-checkout.ts'
import { proveWallet } from '#lib/domain/wallets/prove.ts'
import { cleanupWalletCodes } from '#lib/jobs/cleanup.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, shopOf } from '#lib/testing/shop.ts'
import { paymentSignature } from '#lib/values/signature.ts'
import { DAY } from '#lib/values/time.ts'

let instance: Instance
let rest: Rest
let shop: ReturnType<typeof shopOf>
let made = 0
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
  await shop.captured(10_000_000)
})
afterAll(() => instance.close())
afterEach(async () => expect(await instance.violations()).toEqual([]))

const UNKNOWN = '+919999900000'
const browserOf = (name: string) => createHash('sha256').update(name).digest('hex')

/** A customer with this wallet balance; without a wallet for null. */
async function holder(amount: number | null, more: object = {}): Promise<Body> {
  made += 1
  const contact = `+9198765${String(20_000 + made)}`
  const body = { name: 'Wallet Holder', email: `c${made}@example.com`, contact, ...more }
  const customer = (await rest.post('/v1/customers', body)).body
  if (amount !== null) await rest.post('/v1/transfers', { customer_id: customer.id, amount, currency: 'INR' })
  return customer
}
const balanceOf = async (who: Body) => (await rest.get(`/v1/customers/${who.id}/balance`)).body.balance

/** A payer with the URL of an order, in a separate browser. */
function payerOf(order: Body, name = 'a browser', more: Partial<Actor> = {}) {
  const me: Actor = {
    ...instance.actor,
    kind: 'payer',
    id: order.id,
    name: 'Payer',
    permissions: new Set(['orders:read', 'payments:create']),
    ...more,
  }
  const of = { order_id: order.id, browser: browserOf(name) }
  return {
    ask: (contact?: string) => instance.run(askWalletCode, { ...of, contact }, undefined, me),
    enter: (otp: string) => instance.run(proveWallet, { ...of, otp }, undefined, me),
    view: () => instance.run(getWalletDetailsForPayer, of, undefined, me),
    pay: (amount = order.amount, key?: string) =>
      instance.run(payFromOpenWallet, { ...of, amount, currency: 'INR' }, key, me),
    order: () => instance.run(fetchOrderForPayer, { id: order.id }, undefined, me),
    back: (id: string) => instance.run(returnPayer, { id, order_id: order.id }, undefined, me),
  }
}
type Payer = ReturnType<typeof payerOf>
const passwordOf = async (payer: Payer) => (await payer.view()).test_password ?? ''
const mailsTo = async (recipient: string) =>
  (await instance.run(listMailsForDashboard, { recipient }, undefined, instance.system)).items

async function opened(order: Body, contact?: string): Promise<Payer> {
  const payer = payerOf(order)
  await payer.ask(contact)
  await payer.enter(await passwordOf(payer))
  return payer
}

describe('a wallet at checkout', () => {
  it('is paid from after its owner has proven it, signed, captured and once', async () => {
    const who = await holder(50_000)
    const order = await shop.order(30_000, {
      payment_capture: true,
      callback_url: 'https://shop.example/back',
    })
    const payer = payerOf(order)
    expect(await payer.order()).toMatchObject({ own_wallet: true })
    expect(await payer.view()).toMatchObject({ step: 'ask', balance: null })
    await payer.ask(who.contact)
    expect(await payer.view()).toMatchObject({ step: 'code', tries_left: 5, balance: null })
    await payer.enter(await passwordOf(payer))
    expect(await payer.view()).toEqual({
      step: 'open',
      ended: null,
      tries_left: null,
      test_password: null,
      balance: 50_000,
    })
    const payment = await payer.pay()
    expect(payment).toMatchObject({
      status: 'captured',
      method: 'wallet',
      wallet: 'openwallet',
      customer_id: who.id,
      email: who.email,
      contact: who.contact,
    })
    expect(await payer.back(payment.id)).toMatchObject({
      service_signature: paymentSignature(order.id, payment.id, instance.key.secret),
    })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', attempts: 1 })
    expect(await balanceOf(who)).toBe(20_000)
    expect(await payer.view()).toMatchObject({ step: 'ask', ended: null, balance: null })
    await expect(payer.pay()).rejects.toMatchObject({ reason: 'otp_expired' })
  })

  it('is that of the order when it has a customer, whatever number was typed', async () => {
    const [who, other] = [await holder(50_000), await holder(70_000)]
    const order = await shop.order(10_000, { customer_id: who.id })
    const payer = await opened(order, other.contact)
    expect((await payer.view()).balance).toBe(50_000)
    expect(await payer.pay()).toMatchObject({ status: 'authorized', customer_id: who.id })
  })

  it('that holds too little keeps the order, is on record, and can be tried again with the same proof', async () => {
    const who = await holder(5000)
    const order = await shop.order(6000)
    const payer = await opened(order, who.contact)
    expect(await payer.pay()).toMatchObject({ status: 'failed', error_reason: 'insufficient_funds' })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'attempted', attempts: 1 })
    await rest.post('/v1/transfers', { customer_id: who.id, amount: 1000, currency: 'INR' })
    expect(await payer.pay()).toMatchObject({ status: 'authorized' })
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 2 })
    expect(await balanceOf(who)).toBe(0)
  })

  it('pays a part where the order allows it, and needs another proof for the next', async () => {
    const who = await holder(50_000)
    const order = await shop.order(30_000, { payment_capture: true, partial_payment: true })
    const payer = await opened(order, who.contact)
    expect(await payer.pay(10_000)).toMatchObject({ status: 'captured', amount: 10_000 })
    await expect(payer.pay(10_000)).rejects.toMatchObject({ reason: 'otp_expired' })
    expect(await shop.fetch(order.id)).toMatchObject({ amount_paid: 10_000 })
  })

  it('pays once for one key and once for one proof, however many ask at once', async () => {
    const who = await holder(50_000)
    const order = await shop.order(30_000, { partial_payment: true, payment_capture: true })
    const payer = await opened(order, who.contact)
    const responses = await Promise.allSettled([1, 2, 3, 4, 5].map(() => payer.pay(5000)))
    expect(responses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balanceOf(who)).toBe(45_000)
    await payer.ask(who.contact)
    await payer.enter(await passwordOf(payer))
    const first = await payer.pay(5000, 'the-same-key')
    expect((await payer.pay(5000, 'the-same-key')).id).toBe(first.id)
    expect(await balanceOf(who)).toBe(40_000)
  })
})

describe('the one-time password of a wallet', () => {
  it('reads the same for a number without a wallet and for an unknown one, and mails neither', async () => {
    const none = await holder(null)
    const order = await shop.order(10_000)
    const received = []
    for (const [index, contact] of [none.contact, UNKNOWN, (await holder(100)).contact].entries()) {
      const payer = payerOf(order, `browser ${index}`)
      const request = await payer.ask(contact)
      const { test_password, ...shown } = await payer.view()
      expect(test_password).toMatch(/^\d{6}$/)
      const wrong = payer.enter(test_password === '000000' ? '000001' : '000000')
      await expect(wrong).rejects.toMatchObject({ reason: 'incorrect_otp' })
      received.push(JSON.stringify([request, shown]))
    }
    expect(new Set(received).size).toBe(1)
    expect(await mailsTo(none.email)).toEqual([])
    const payer = payerOf(order, 'browser 1')
    await payer.enter(await passwordOf(payer))
    expect(await payer.view()).toMatchObject({ step: 'open', balance: null })
    await expect(payer.pay()).rejects.toMatchObject({ reason: 'insufficient_funds' })
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 0 })
  })

  it('is mailed to the owner, kept nowhere, and shown in test mode alone', async () => {
    const who = await holder(1000)
    const order = await shop.order(500)
    const payer = payerOf(order)
    await payer.ask(who.contact)
    const password = await passwordOf(payer)
    const [mail] = await mailsTo(who.email)
    expect(mail).toMatchObject({ kind: 'wallet_code' })
    const read = (actor: Actor) => instance.run(getMailDetails, { id: mail?.id ?? '' }, undefined, actor)
    expect((await read(instance.system)).text).toContain(password)
    const live = { ...instance.actor.account, mode: 'live' as const }
    const inLiveMode = await read({ ...instance.system, account: live })
    expect(inLiveMode.text + inLiveMode.html).not.toContain(password)
    expect(await payerOf(order, 'a browser', { account: live }).view()).toMatchObject({
      step: 'code',
      test_password: null,
    })
    for (const table of ['mails', 'wallet_codes', 'idempotency_keys', 'audit_lines'])
      expect(JSON.stringify(await shop.rows(`SELECT * FROM ${table}`)), table).not.toContain(`"${password}"`)
    expect(JSON.stringify(await shop.rows('SELECT text, html FROM mails'))).not.toContain(password)
  })

  it('belongs to the browser that asked and to its order', async () => {
    const who = await holder(1000)
    const [order, other] = [await shop.order(500), await shop.order(500)]
    const payer = payerOf(order)
    await payer.ask(who.contact)
    const password = await passwordOf(payer)
    for (const stranger of [payerOf(order, 'another browser'), payerOf(other)]) {
      expect(await stranger.view()).toMatchObject({ step: 'ask' })
      await expect(stranger.enter(password)).rejects.toMatchObject({ reason: 'otp_expired' })
    }
    await payer.enter(password)
    expect(await payerOf(order, 'another browser').view()).toMatchObject({ step: 'ask', balance: null })
    await expect(payerOf(order, 'another browser').pay()).rejects.toMatchObject({ reason: 'otp_expired' })
    await expect(payer.enter(password)).rejects.toMatchObject({ reason: 'otp_expired' })
  })

  it('can be wrong five times, also when all are tried at once', async () => {
    const who = await holder(1000)
    const payer = payerOf(await shop.order(500))
    await payer.ask(who.contact)
    const password = await passwordOf(payer)
    const wrong = Array.from({ length: 12 }, (_, index) =>
      String((Number(password) + 1 + index) % 1_000_000).padStart(6, '0'),
    )
    const range = await Promise.allSettled(wrong.map((otp) => payer.enter(otp)))
    const reasons = range.map((end) => (end.status === 'rejected' ? end.reason.reason : 'right'))
    expect(reasons.filter((reason) => reason === 'incorrect_otp')).toHaveLength(4)
    expect(reasons.filter((reason) => reason === 'otp_expired')).toHaveLength(8)
    expect(await payer.view()).toMatchObject({ step: 'ask', ended: 'tries' })
    await expect(payer.enter(password)).rejects.toMatchObject({ reason: 'otp_expired' })
  })

  it('is good for ten minutes, and the wallet open for fifteen', async () => {
    const who = await holder(1000)
    const payer = payerOf(await shop.order(500))
    await payer.ask(who.contact)
    const password = await passwordOf(payer)
    await instance.pass(601)
    expect(await payer.view()).toMatchObject({ step: 'ask', ended: 'time' })
    await expect(payer.enter(password)).rejects.toMatchObject({ reason: 'otp_expired' })
    await payer.ask(who.contact)
    await payer.enter(await passwordOf(payer))
    await instance.pass(901)
    expect(await payer.view()).toMatchObject({ step: 'ask', ended: 'time', balance: null })
    await expect(payer.pay()).rejects.toMatchObject({ reason: 'otp_expired' })
  })

  it('is given out five times an hour for a number, whatever the order, and ten times for an order', async () => {
    const who = await holder(1000)
    for (const contact of [who.contact, '+919999900001']) {
      for (let count = 0; count < 5; count += 1) await payerOf(await shop.order(500)).ask(contact)
      const one = payerOf(await shop.order(500)).ask(contact)
      await expect(one, contact).rejects.toMatchObject({ reason: 'too_many_requests' })
    }
    expect(await mailsTo(who.email)).toHaveLength(5)
    const order = await shop.order(500)
    for (let count = 0; count < 10; count += 1) await payerOf(order).ask(`+9188888${String(10_000 + count)}`)
    await expect(payerOf(order).ask('+918888820000')).rejects.toMatchObject({ reason: 'too_many_requests' })
    await instance.pass(3601)
    await payerOf(await shop.order(500)).ask(who.contact)
    expect(await mailsTo(who.email)).toHaveLength(6)
  })

  it('is forgotten after a day', async () => {
    await payerOf(await shop.order(500)).ask(UNKNOWN)
    await instance.pass(DAY - 10)
    const stored = await shop.count('wallet_codes', 'created_at > $1', instance.now() - DAY)
    await cleanupWalletCodes(instance.runtime)
    expect(await shop.count('wallet_codes')).toBe(stored)
    await instance.pass(20)
    expect(await cleanupWalletCodes(instance.runtime)).toBeGreaterThan(0)
  })

  it('is not asked for an order that is paid', async () => {
    const who = await holder(1000)
    const order = await shop.order(500, { payment_capture: true })
    const payer = await opened(order, who.contact)
    await payer.pay()
    await expect(payer.ask(who.contact)).rejects.toMatchObject({ reason: 'order_already_paid' })
  })
})

it('is no payment method where the account has no wallets, or no email can be sent', async () => {
  const order = await shop.order(500)
  const plain = payerOf(order, 'a browser', { account: { ...instance.actor.account, capabilities: [] } })
  expect(await plain.order()).toMatchObject({ own_wallet: false })
  const tries = [() => plain.ask(UNKNOWN), plain.view, () => plain.enter('123456'), () => plain.pay()]
  for (const attempt of tries)
    await expect(attempt()).rejects.toMatchObject({ reason: 'product_discontinued' })
  const live = payerOf(order, 'a browser', { account: { ...instance.actor.account, mode: 'live' } })
  expect(await live.order()).toMatchObject({ own_wallet: false })
})
