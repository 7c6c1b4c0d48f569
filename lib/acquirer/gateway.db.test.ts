import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { receiveNotification } from '#lib/domain/bank-notifications.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchAllOrders } from '#lib/domain/orders/fetch.ts'
import { beginHostedPayment } from '#lib/domain/payments/begin.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { returnFromBank } from '#lib/domain/payments/fetch-for-payer.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { fetchPaymentRefunds } from '#lib/domain/refunds/fetch.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { openGatewayMerchant } from '#lib/testing/gateway.ts'
import {
  type GatewayClientUnderTest,
  openGatewayClient,
  PAID,
  PAYER_BACK,
  PAYER_PAGES,
  unavailable,
} from '#lib/testing/gateway-client.ts'
import { payer } from '#lib/testing/instance.ts'
import { openReceiver } from '#lib/testing/receiver.ts'
import { paymentSignature } from '#lib/values/signature.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'
import { replyToPayer } from './gateway-pages.ts'
import { referenceOfReturn } from './signature.ts'

let at: GatewayClientUnderTest
beforeAll(async () => {
  at = await openGatewayClient()
})
afterEach(() => at.calm())
afterAll(() => at.close())

describe('a payment', () => {
  it('is collected, captured and refunded in parts, and both sides agree', async () => {
    const gateway = at.connect()
    // The gateway's fees are paid by what it holds for the merchant, so a whole refund needs another payment.
    const earlier = await at.authorized(gateway)
    await gateway.capture({ reference: at.newReference(), authorization: earlier.reference, ...PAID })
    const reference = at.newReference()
    const redirect = { outcome: 'redirect', url: `${PAYER_PAGES}/${reference}` }
    expect(await gateway.authorize(at.hosted(reference))).toEqual(redirect)
    expect(await gateway.authorize(at.hosted(reference))).toEqual(redirect)
    expect((await at.there.run(fetchAllOrders, { receipt: reference })).count).toBe(1)
    expect(await gateway.status(reference)).toEqual({ outcome: 'authorization', response: redirect })
    const paid = await at.payThere(reference)
    expect(await gateway.status(reference)).toEqual({
      outcome: 'authorization',
      response: {
        outcome: 'authorized',
        international: false,
        data: expect.objectContaining({ gateway_id: paid.id }),
        paid_with: { method: 'card', last4: '1007', network: 'Visa' },
      },
    })
    const capture = { reference: at.newReference(), authorization: reference, ...PAID }
    expect(await gateway.capture(capture)).toMatchObject({ outcome: 'captured' })
    expect(await gateway.capture(capture)).toMatchObject({ outcome: 'captured' })
    const refund = {
      reference: at.newReference(),
      authorization: reference,
      currency: 'INR',
      amount: 25_050,
      speed: 'normal' as const,
    }
    await gateway.refund(refund)
    await at.there.pass(60)
    expect(await gateway.refund(refund)).toMatchObject({ outcome: 'processed', speed: 'normal' })
    const other = { ...refund, reference: at.newReference(), amount: 99_950 }
    await gateway.refund(other)
    await at.there.pass(60)
    expect(await gateway.refund(other)).toMatchObject({ outcome: 'processed' })
    const more = await gateway.refund({ ...refund, reference: at.newReference(), amount: 100 })
    expect(more).toMatchObject({ outcome: 'failed', reason: expect.any(String) })
    expect(await at.there.run(fetchPayment, { id: paid.id })).toMatchObject({
      amount: 125_000,
      captured: true,
      amount_refunded: 125_000,
      status: 'refunded',
    })
    expect((await at.refundsOf(paid.id)).map(({ amount }) => amount)).toEqual([99_950, 25_050])
  })

  it('that failed is open until its payer has come back', async () => {
    const gateway = at.connect()
    const reference = at.newReference()
    await gateway.authorize(at.hosted(reference))
    await expect(at.payThere(reference, '4100280000080001')).rejects.toThrow()
    expect(await gateway.status(reference)).toMatchObject({ response: { outcome: 'redirect' } })
    const returned = { 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'insufficient_funds' }
    const reply = await replyToPayer(gateway, { reference, returned, language: 'en' })
    expect(reply).toMatchObject({ status: 303, headers: { location: expect.stringContaining(PAYER_BACK) } })
    expect(await gateway.status(reference)).toMatchObject({
      response: { outcome: 'declined', reason: 'insufficient_funds' },
    })
    // The gateway decides, whatever its form said.
    await at.payThere(reference)
    expect(await gateway.status(reference)).toMatchObject({ response: { outcome: 'authorized' } })
  })

  it('that is cancelled is declined; one that is paid is not, whatever the link says', async () => {
    const gateway = at.connect()
    const [cancelled, paid] = [at.newReference(), at.newReference()]
    for (const reference of [cancelled, paid]) await gateway.authorize(at.hosted(reference))
    await at.payThere(paid)
    for (const reference of [cancelled, paid]) await gateway.returned(reference, {})
    expect(await gateway.status(cancelled)).toMatchObject({
      response: { outcome: 'declined', reason: 'payment_cancelled' },
    })
    expect(await gateway.status(paid)).toMatchObject({ response: { outcome: 'authorized' } })
    expect(await gateway.status(at.newReference())).toEqual({ outcome: 'unknown' })
  })

  it('is released by the gateway alone: a void is pending until then', async () => {
    const gateway = at.connect()
    const { reference, payment } = await at.authorized(gateway)
    const request = {
      reference: at.newReference(),
      authorization: reference,
      ...PAID,
      speed: 'normal' as const,
    }
    expect(await gateway.void(request)).toEqual({ outcome: 'pending' })
    await at.there.pass(4 * 86_400)
    expect(await at.there.run(fetchPayment, { id: payment.id })).toMatchObject({ status: 'refunded' })
    expect(await gateway.void(request)).toMatchObject({ outcome: 'processed' })
    const capture = { reference: at.newReference(), authorization: reference, ...PAID }
    expect(await gateway.capture(capture)).toEqual({ outcome: 'refused', reason: 'authorization_lapsed' })
  })
})

describe('the way there and back', () => {
  it('is a form that goes by itself, and by a button without script', async () => {
    const gateway = at.connect()
    const reference = at.newReference()
    await gateway.authorize(at.hosted(reference))
    const details = {
      name: 'Asha Rao',
      email: 'asha@example.com',
      contact: '+919876543210',
      method: 'upi' as const,
    }
    const { status, text, headers } = await replyToPayer(gateway, { reference, language: 'en', details })
    expect(status).toBe(200)
    expect(text).toContain(`action="${at.gateway.url}/v1/checkout/embedded"`)
    expect(text).toContain('<button>Continue</button>')
    expect(headers['content-security-policy']).toMatch(/script-src 'sha256-/)
    const form = Object.fromEntries(
      [...text.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]),
    )
    const reply = await fetch(`${at.gateway.url}/v1/checkout/embedded`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    expect(reply.status).toBe(303)
    const [page, query] = (reply.headers.get('location') ?? '').split('?')
    expect(page).toBe(`/checkout/${form.order_id}`)
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      method: 'upi',
      'prefill[name]': 'Asha Rao',
      'prefill[email]': 'asha@example.com',
      'prefill[contact]': '+919876543210',
    })
    expect(decodeURIComponent(reply.headers.get('set-cookie') ?? '')).toContain(
      `${PAYER_PAGES}/${reference}/return`,
    )
  })

  it.each(['razorpay', 'service'] as const)('a return is checked in the names of %s', async (dialect) => {
    const gateway = at.connect({ credentials: [at.gateway.credentials({ dialect })] })
    const { reference, payment } = await at.authorized(gateway)
    const { order_id } = await at.there.run(fetchPayment, { id: payment.id })
    const signature = paymentSignature(order_id ?? '', payment.id, at.there.key.secret)
    const named = (sign: string, order = order_id ?? '') => ({
      [`${dialect}_order_id`]: order,
      [`${dialect}_payment_id`]: payment.id,
      [`${dialect}_signature`]: sign,
    })
    expect(await gateway.returned(reference, named(signature))).toEqual({ outcome: 'paid' })
    expect(await gateway.returned(reference, named(signature.replace(/./, 'x')))).toEqual({
      outcome: 'invalid',
    })
    expect(await gateway.returned(reference, named('x'))).toEqual({ outcome: 'invalid' })
    const another = await at.authorized(gateway)
    expect(await gateway.returned(another.reference, named(signature))).toEqual({ outcome: 'invalid' })
    const reply = await replyToPayer(gateway, { reference, returned: named(signature), language: 'hi' })
    expect(reply.status).toBe(303)
    const back = new URL(reply.headers.location ?? '')
    expect(referenceOfReturn(gateway.returnSecrets, Object.fromEntries(back.searchParams))).toBe(reference)
    const forged = await replyToPayer(gateway, { reference, returned: named('x'), language: 'en' })
    expect(forged).toMatchObject({ status: 303, headers: { location: PAYER_BACK }, forged: true })
    // Paid already: there is no way to pay again.
    expect(await replyToPayer(gateway, { reference, language: 'en' })).toMatchObject({ status: 303 })
  })

  it('an unknown reference is not found, and the way back leads to this server alone', async () => {
    const gateway = at.connect()
    const foreign = at.newReference()
    await gateway.authorize({
      ...at.hosted(foreign),
      collect: { kind: 'hosted', return_url: 'https://evil.example/' },
    })
    for (const reference of [at.newReference(), foreign])
      expect(await replyToPayer(gateway, { reference, language: 'en' })).toMatchObject({ status: 404 })
  })
})

it('the test of the connection shows whether the key is right', async () => {
  expect(await at.connect().capabilities()).toMatchObject({
    collection: ['hosted'],
    payouts: false,
    sandbox: true,
  })
  const other = await at.there.run(createKey, { name: 'other' }, undefined, at.there.system)
  await expect(
    at.connect({ credentials: [at.gateway.credentials({ key_secret: other.secret })] }).capabilities(),
  ).rejects.toEqual(unavailable)
})

it('events come twice and in any order, and name what they are about', async () => {
  const receiver = await openReceiver()
  at.closing(receiver)
  const webhook = await at.there.run(createWebhook, { url: receiver.url, events: ['*'] })
  const before = at.gateway.credentials({ webhook_secret: webhook.secret ?? '' })
  const gateway = at.connect({ credentials: [at.gateway.credentials(), before] })
  const dispatcher = new Dispatcher(at.there.runtime, { chance: () => 0.5 })
  const { reference, payment } = await at.authorized(gateway)
  await gateway.capture({ reference: at.newReference(), authorization: reference, ...PAID })
  const own = at.newReference()
  const refund = { reference: own, authorization: reference, currency: 'INR', speed: 'normal' as const }
  await gateway.refund({ ...refund, amount: 100 })
  await at.there.pass(60)
  await dispatcher.drain()
  await dispatcher.stop()
  const taken = new Map<string, string | null>()
  for (const { body, headers } of [...receiver.heard.toReversed(), ...receiver.heard]) {
    const notification = await gateway.notification(body, headers)
    if (notification) taken.set(notification.message, notification.reference)
    expect(await at.connect().notification(body, headers)).toBeNull()
  }
  expect(taken.size).toBe(receiver.heard.length)
  expect([...taken.values()]).toEqual(expect.arrayContaining([reference, own]))
  expect(await at.there.run(fetchPayment, { id: payment.id })).toMatchObject({ amount_refunded: 100 })
})

it('a payment of live mode goes through a second instance, and both agree to the paisa', async () => {
  const receiver = await openReceiver()
  at.closing(receiver)
  const webhook = await at.there.run(createWebhook, { url: receiver.url, events: ['*'] })
  const secrets = at.gateway.credentials({ webhook_secret: webhook.secret ?? '' })
  const merchant = await openGatewayMerchant({ url: at.gateway.url, credentials: () => secrets })
  const { here, run, id } = at.closing(merchant)
  await run(useAcquirer, { id })
  const { acquirers } = here.runtime

  const order = await run(createOrder, { ...PAID })
  const begun = await run(beginHostedPayment, { ...payer, ...PAID, order_id: order.id, method: 'card' })
  const reference = begun.url?.split('/').at(-1) ?? ''
  expect(begun.url).toBe(`https://desk.example/v1/acquirers/${id}/payers/${reference}`)
  const { account } = await systemActor(here.runtime.query, merchant.live, 'test')
  const page = await acquirers.payer(account, id, { reference, language: 'en' })
  expect(page.text).toContain(`action="${at.gateway.url}/v1/checkout/embedded"`)
  const paid = await at.payThere(reference)
  const returned = {
    razorpay_order_id: paid.service_order_id ?? '',
    razorpay_payment_id: paid.id,
    razorpay_signature: paid.service_signature ?? '',
  }
  const reply = await acquirers.payer(account, id, { reference, returned, language: 'en' })
  const params = Object.fromEntries(new URL(reply.headers.location ?? '').searchParams)
  const back = await run(returnFromBank, { id: begun.id, order_id: order.id, params })
  expect(back).toMatchObject({ status: 'authorized', method: 'card' })
  await run(capturePayment, { id: begun.id, amount: PAID.amount })
  await run(refundPayment, { id: begun.id, amount: 25_050 })

  const dispatcher = new Dispatcher(at.there.runtime, { chance: () => 0.5 })
  const notify = async () => {
    await dispatcher.drain()
    for (const { body, headers } of [...receiver.heard, ...receiver.heard.toReversed()]) {
      const notification = await acquirers.notification(account, id, body, headers)
      if (!notification?.reference) continue
      const { message } = notification
      await run(receiveNotification, { id, reference: notification.reference, message })
    }
  }
  for (let round = 0; round < 3; round += 1) {
    await at.there.pass(60)
    await notify()
    await here.pass(60)
  }
  await dispatcher.stop()
  const both = [await run(fetchPayment, { id: begun.id }), await at.there.run(fetchPayment, { id: paid.id })]
  for (const payment of both)
    expect(payment).toMatchObject({
      ...PAID,
      status: 'captured',
      captured: true,
      amount_refunded: 25_050,
      refund_status: 'partial',
    })
  const refunds = await run(fetchPaymentRefunds, { id: begun.id })
  expect(refunds.items).toMatchObject([{ status: 'processed', amount: 25_050 }])
  expect(await at.refundsOf(paid.id)).toHaveLength(1)
  expect(await here.violations()).toEqual([])
})
