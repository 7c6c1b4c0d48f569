import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { TRANSFER_FAILURES } from '#lib/domain/transfers/schema.ts'
import { REASONS, type Reason } from '#lib/pipeline/error-reasons.ts'
import { named, reads } from '#lib/testing/contract.ts'
import { upiOf } from '#lib/testing/shop.ts'
import { ok, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'

let wallets: WalletInstance
beforeAll(async () => {
  wallets = await openWalletInstance()
})
afterAll(() => wallets.instance.close())

const get = async (path: string) => ok(await wallets.rest.get(path), 200)

describe('lists', () => {
  // A reconciliation is of a month or a day.
  const lists = reads.filter(
    ({ name, output }) =>
      output instanceof z.ZodObject && 'items' in output.shape && name !== 'fetch_settlement_reconciliation',
  )

  it.each(named(lists))('%s takes from, to, count and skip', (_, { input }) => {
    const names = input instanceof z.ZodObject ? Object.keys(input.shape) : []
    expect(names).toEqual(expect.arrayContaining(['from', 'to', 'count', 'skip']))
  })

  it('of the payments of an order, and of the transfers and refunds of a payment, are paged', async () => {
    const { shop, rest, customer } = wallets
    const order = await shop.order(10_000, { partial_payment: true, payment_capture: true })
    const [first, second] = [
      await shop.pay(order, undefined, { amount: 4000 }),
      await shop.pay(order, upiOf('success'), { amount: 6000 }),
    ]
    const { id } = await customer()
    for (const amount of [100, 200]) {
      const transfers = [{ customer: id, amount, currency: 'INR' }]
      ok(await rest.post(`/v1/payments/${second.id}/transfers`, { transfers }))
      ok(await rest.post(`/v1/payments/${second.id}/refund`, { amount }))
    }
    const payments = `/v1/orders/${order.id}/payments`
    expect(await get(`${payments}?count=1`)).toMatchObject({ count: 1, items: [{ id: second.id }] })
    expect(await get(`${payments}?skip=1`)).toMatchObject({ count: 1, items: [{ id: first.id }] })
    expect(await get(`${payments}?to=1000000000`)).toMatchObject({ count: 0 })
    expect(await get(`${payments}?expand[]=card&skip=1`)).toMatchObject({
      items: [{ card: { last4: '1007' } }],
    })
    for (const of of ['transfers', 'refunds'])
      expect(await get(`/v1/payments/${second.id}/${of}?count=1&skip=1`)).toMatchObject({
        count: 1,
        items: [{ amount: 100 }],
      })
  })
})

describe('expand', () => {
  it('includes in a payment what there is, and an empty value for what is never here', async () => {
    const { shop, rest, customer } = wallets
    const order = await shop.order(5000, { payment_capture: true })
    const payment = await shop.pay(order, upiOf('success'))
    const { id } = await customer()
    const transfers = [{ customer: id, amount: 100, currency: 'INR' }]
    ok(await rest.post(`/v1/payments/${payment.id}/transfers`, { transfers }))
    ok(await rest.post(`/v1/payments/${payment.id}/refund`, { amount: 200 }))
    const query = ['card', 'refunds', 'transfers', 'order', 'upi', 'emi', 'offers']
      .map((name) => `expand[]=${name}`)
      .join('&')
    const expanded = {
      id: payment.id,
      refunds: { entity: 'collection', count: 1, items: [{ entity: 'refund', amount: 200 }] },
      transfers: { entity: 'collection', count: 1, items: [{ entity: 'transfer', amount: 100 }] },
      order: { entity: 'order', id: order.id, amount_paid: 5000 },
      upi: { vpa: 'success@upi' },
      emi: null,
      offers: { entity: 'collection', count: 0, items: [] },
    }
    expect(await get(`/v1/payments/${payment.id}?${query}`)).toMatchObject(expanded)
    expect((await get(`/v1/payments?${query}&count=1`)).items).toMatchObject([expanded])
    const byCard = await shop.authorized()
    for (const query of ['', '?expand[]=upi'])
      expect(await get(`/v1/payments/${byCard.id}${query}`)).toMatchObject({ upi: null })
    const wrong = await rest.get(`/v1/payments/${payment.id}?expand[]=invoice`)
    expect([wrong.status, wrong.error.field]).toEqual([400, 'expand.0'])
  })

  it('includes in an order its payments and their transfers', async () => {
    const { shop, rest, customer } = wallets
    const order = await shop.order(5000, { payment_capture: true })
    const payment = await shop.pay(order)
    const { id } = await customer()
    ok(
      await rest.post(`/v1/payments/${payment.id}/transfers`, {
        transfers: [{ customer: id, amount: 100, currency: 'INR' }],
      }),
    )
    const query = 'expand[]=payments.card&expand[]=transfers&expand[]=virtual_account'
    const expanded = {
      payments: { count: 1, items: [{ id: payment.id, card: { last4: '1007' } }] },
      transfers: { count: 1, items: [{ source: payment.id, amount: 100 }] },
      virtual_account: null,
    }
    expect(await get(`/v1/orders/${order.id}?${query}`)).toMatchObject(expanded)
    expect((await get(`/v1/orders?${query}&count=1`)).items).toMatchObject([expanded])
    expect(await get(`/v1/orders/${order.id}?expand[]=virtual_account`)).not.toHaveProperty('payments')
  })

  it('includes the settlement of a transfer: null until it is deducted from one', async () => {
    const { instance, rest, shop, customer, give } = wallets
    const { id: customer_id } = await customer()
    const direct = ok(await give(customer_id, 300))
    const payment = await shop.pay(await shop.order(5000, { payment_capture: true }), upiOf('success'))
    const transfers = [{ customer: customer_id, amount: 100, currency: 'INR' }]
    ok(await rest.post(`/v1/payments/${payment.id}/transfers`, { transfers }))
    const expand = 'expand[]=recipient_settlement'
    const single = `/v1/transfers/${direct.id}`
    expect(await get(`${single}?${expand}`)).toEqual({ ...(await get(single)), recipient_settlement: null })
    expect(await get(single)).not.toHaveProperty('recipient_settlement')

    const { id } = await instance.run(settleNow, {}, undefined, instance.system)
    await instance.pass(60)
    const settlement = await get(`/v1/settlements/${id}`)
    const expanded = { recipient_settlement_id: id, recipient_settlement: settlement }
    expect(await get(`${single}?${expand}`)).toMatchObject(expanded)
    for (const path of ['/v1/transfers', `/v1/payments/${payment.id}/transfers`]) {
      const { items } = await get(`${path}?count=1&expand=recipient_settlement`)
      expect(items, path).toMatchObject([expanded])
    }
    const wrong = await rest.get(`${single}?expand[]=settlement`)
    expect([wrong.status, wrong.error.field]).toEqual([400, 'expand.0'])
    const as = await instance.run(
      createKey,
      { name: 'transfers', scopes: ['transfers:read'] },
      undefined,
      instance.system,
    )
    expect((await rest.get(`${single}?${expand}`, { as })).status).toBe(403)
    expect((await rest.get(single, { as })).status).toBe(200)
  })

  it('shows nothing that the key may not read', async () => {
    const { shop, rest, instance } = wallets
    const payment = await shop.captured()
    const scopes = ['payments:read', 'orders:read']
    const as = await instance.run(createKey, { name: 'reader', scopes }, undefined, instance.system)
    const status = async (path: string) => (await rest.get(path, { as })).status
    expect(await status(`/v1/payments/${payment.id}?expand[]=order`)).toBe(200)
    for (const name of ['refunds', 'transfers'])
      expect(await status(`/v1/payments/${payment.id}?expand[]=${name}`), name).toBe(403)
    expect(await status(`/v1/orders/${payment.order_id}?expand[]=transfers`)).toBe(403)
  })
})

describe('an unknown parameter without a value', () => {
  it('asks for nothing; with a value it is rejected by name', async () => {
    const { rest, shop } = wallets
    const { id } = await shop.order()
    for (const path of [`/v1/orders/${id}?expand[]=transfers&status`, '/v1/orders?page=&count=1'])
      expect((await rest.get(path)).status, path).toBe(200)
    const { status, error } = await rest.get(`/v1/orders/${id}?status=paid`)
    expect([status, error.field]).toEqual([400, 'status'])
  })
})

describe('a card', () => {
  it('is found by its ID in its own account alone', async () => {
    const { shop, rest } = wallets
    const { card_id, id } = await shop.captured()
    expect(await get(`/v1/cards/${card_id}`)).toEqual(await get(`/v1/payments/${id}/card`))
    const unknown = await rest.get('/v1/cards/card_NfLw3gQ81xRt0a')
    expect([unknown.status, unknown.error.reason]).toEqual([404, 'record_not_found'])
  })
})

describe('a transfer', () => {
  it('is reversed without a body, and lists its reversals', async () => {
    const { rest, customer, give, instance } = wallets
    const { id } = await customer()
    const transfer = ok(await give(id, 1000))
    const path = `/v1/transfers/${transfer.id}/reversals`
    ok(await rest.post(path, { amount: 300 }))
    const rest_ = ok(await rest.call('POST', path))
    expect(rest_).toMatchObject({
      amount: 700,
      initiator_id: instance.actor.account.id,
      customer_refund_id: null,
    })
    expect(await get(path)).toMatchObject({ entity: 'collection', count: 2, items: [rest_, { amount: 300 }] })
    expect(await get(`${path}?count=1&skip=1`)).toMatchObject({ count: 1, items: [{ amount: 300 }] })
  })

  it.each(Object.entries(TRANSFER_FAILURES))(
    'that failed with %s has the error of its request',
    (name, own) => {
      const { step, description, code, source } = REASONS[name as Reason]
      expect(own).toEqual({ step, description })
      expect([code, source]).toEqual(['BAD_REQUEST_ERROR', 'business'])
    },
  )

  it('that failed says why', async () => {
    const { rest, customer, give } = wallets
    const { id } = await customer()
    const { status, error } = await give(id, 49_999_999_999)
    expect(status).toBe(400)
    const [failed] = (await get(`/v1/transfers?recipient=${id}`)).items
    const { code, source, step, reason } = error
    const { description } = TRANSFER_FAILURES[reason] ?? {}
    const own = { id: failed.id, field: null, metadata: null, code, source, step, reason, description }
    expect(failed).toMatchObject({ status: 'failed', processed_at: null, error: own })
    expect((await rest.get(`/v1/transfers/${failed.id}`)).body).toEqual(failed)
  })
})

describe('properties that clients know', () => {
  it('of UPI are in each payment, whichever way it is read', async () => {
    const { shop, rest } = wallets
    const order = await shop.order(5000, { payment_capture: true })
    const upi = { vpa: 'success@upi' }
    const made = await shop.pay(order, upiOf('success'))
    expect(made.upi).toEqual(upi)
    expect((await get(`/v1/payments/${made.id}`)).upi).toEqual(upi)
    expect((await get('/v1/payments?count=1')).items[0]).toMatchObject({ id: made.id, upi })
    expect((await get(`/v1/orders/${order.id}/payments`)).items).toMatchObject([{ upi }])
    expect((await get(`/v1/orders/${order.id}?expand[]=payments`)).payments.items).toMatchObject([{ upi }])
    const patched = await rest.patch(`/v1/payments/${made.id}`, { notes: { packed: 'yes' } })
    expect(ok(patched, 200)).toMatchObject({ upi })
    const events = (await get('/v1/events?count=5')).items as { event: string; payload: unknown }[]
    expect(events.find(({ event }) => event === 'payment.captured')?.payload).toMatchObject({
      payment: { entity: { id: made.id, upi } },
    })
  })

  it('are in payouts, fund accounts and webhooks', async () => {
    const { rest, instance, holder } = wallets
    const { id } = await holder(10_000)
    const bank_account = { name: 'Asha Rao', ifsc: 'HDFC0000001', account_number: '123456789000' }
    const account = ok(
      await rest.post('/v1/fund_accounts', { customer_id: id, account_type: 'bank_account', bank_account }),
    )
    expect(account).toMatchObject({ batch_id: null })
    const request = { fund_account_id: account.id, purpose: 'refund', amount: 500, currency: 'INR' }
    const payout = ok(await rest.post(`/v1/customers/${id}/payouts`, request))
    expect(payout).toMatchObject({ mode: null, status_details: { source: null, description: null } })
    await instance.pass(60)
    const reversed = await get(`/v1/payouts/${payout.id}`)
    expect(reversed).toMatchObject({
      status: 'reversed',
      status_details: { source: 'beneficiary_bank', description: reversed.failure_reason },
    })
    const owner = { owner_id: instance.actor.account.id, owner_type: 'merchant', context: [], service: 'api' }
    const hook = ok(await rest.post('/v1/webhooks', { url: 'http://localhost:9/x', events: ['*'] }))
    expect(hook).toMatchObject(owner)
    expect(await get(`/v1/webhooks/${hook.id}`)).toMatchObject(owner)
  })
})
