import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWriter, type Writer } from '#lib/pipeline/writer.ts'
import { tally, times } from '#lib/testing/at-once.ts'
import { openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { errorOf, ok, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'

let instance: WalletInstance['instance']
let rest: WalletInstance['rest']
let shop: WalletInstance['shop']
let customer: WalletInstance['customer']
let give: WalletInstance['give']
let balanceOf: WalletInstance['balanceOf']
let statementOf: WalletInstance['statementOf']
let payFrom: WalletInstance['payFrom']
beforeAll(async () => {
  ;({ instance, rest, shop, customer, give, balanceOf, statementOf, payFrom } = await openWalletInstance())
})
afterAll(() => instance.close())
afterEach(async () => expect(await instance.violations()).toEqual([]))

describe('a transfer', () => {
  it('of a payment gives the wallet its amount, as a collection of one', async () => {
    const payment = await shop.captured(50_000)
    const who = await customer()
    const before = await instance.balance()
    const response = await rest.post(`/v1/payments/${payment.id}/transfers`, {
      transfers: [{ customer: who.id, amount: 20_000, currency: 'INR', notes: { description: 'Top up' } }],
    })
    const { entity, count, items } = ok(response)
    expect([entity, count]).toEqual(['collection', 1])
    expect(items[0]).toEqual({
      id: expect.stringMatching(/^trf_/),
      entity: 'transfer',
      status: 'processed',
      source: payment.id,
      recipient: who.id,
      amount: 20_000,
      currency: 'INR',
      amount_reversed: 0,
      fees: 0,
      tax: 0,
      notes: { description: 'Top up' },
      linked_account_notes: [],
      on_hold: false,
      on_hold_until: null,
      recipient_settlement_id: null,
      settlement_status: null,
      processed_at: instance.now(),
      created_at: instance.now(),
    })
    expect(await instance.balance()).toBe(before - 20_000)
    expect(await balanceOf(who.id)).toEqual({
      entity: 'wallet',
      balance: 20_000,
      monthly_usage: 20_000,
      max_balance: 2_000_000,
    })
    expect((await statementOf(who.id)).items).toEqual([
      {
        id: expect.stringMatching(/^ctxn_/),
        entity: 'customer_transaction',
        source: items[0].id,
        status: 'completed',
        type: 'transfer',
        amount: 20_000,
        currency: 'INR',
        credit: 20_000,
        debit: 0,
        balance: 20_000,
        description: 'Top up',
        created_at: instance.now(),
      },
    ])
    expect((await rest.get(`/v1/payments/${payment.id}/transfers`)).body.items).toEqual(items)
    expect((await rest.get(`/v1/transfers/${items[0].id}`)).body).toEqual(items[0])
  })

  it('is no more than what has not gone back to the payer', async () => {
    const payment = await shop.captured(30_000)
    const who = await customer()
    const send = (amount: number) =>
      rest.post(`/v1/payments/${payment.id}/transfers`, {
        transfers: [{ customer: who.id, amount, currency: 'INR' }],
      })
    expect((await rest.post(`/v1/payments/${payment.id}/refund`, { amount: 20_000 })).status).toBe(201)
    expect(errorOf(await send(10_001))).toEqual([400, 'transfer_amount_too_large', 'transfers.0.amount'])
    ok(await send(10_000))
  })

  it('that is reversed leaves room for another of its payment, even after a refund', async () => {
    const payment = await shop.captured(30_000)
    const who = await customer()
    const send = (amount: number) =>
      rest.post(`/v1/payments/${payment.id}/transfers`, {
        transfers: [{ customer: who.id, amount, currency: 'INR' }],
      })
    const [transfer] = ok(await send(25_000)).items
    ok(await shop.refund(payment, { amount: 20_000 }))
    ok(await rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: 5000 }))
    expect(errorOf(await send(1))).toEqual([400, 'transfer_amount_too_large', 'transfers.0.amount'])
    ok(await rest.post(`/v1/transfers/${transfer.id}/reversals`))
    ok(await send(10_000))
  })

  it('is no more than the captured amount over all transfers of the payment, and one customer a call', async () => {
    const payment = await shop.captured(30_000)
    const who = await customer()
    const send = (amount: number, transfers?: object[]) =>
      rest.post(`/v1/payments/${payment.id}/transfers`, {
        transfers: transfers ?? [{ customer: who.id, amount, currency: 'INR' }],
      })
    ok(await send(20_000))
    expect(errorOf(await send(10_001))).toEqual([400, 'transfer_amount_too_large', 'transfers.0.amount'])
    ok(await send(10_000))
    expect(errorOf(await send(1))).toEqual([400, 'transfer_amount_too_large', 'transfers.0.amount'])
    const one = { customer: who.id, amount: 100, currency: 'INR' }
    expect(errorOf(await send(0, [one, one]))).toEqual([400, 'input_validation_failed', 'transfers'])
    expect(errorOf(await send(0, []))).toEqual([400, 'input_validation_failed', 'transfers'])
    expect(errorOf(await send(0, [{ ...one, customer: 'cust_NfLw3gQ81xRt0a' }]))).toEqual([
      400,
      'record_not_found',
      'transfers.0.customer',
    ])
    expect(errorOf(await send(0, [{ ...one, currency: 'USD' }]))).toEqual([
      400,
      'input_validation_failed',
      'transfers.0.currency',
    ])
    const authorized = await shop.authorized(5000)
    expect(
      errorOf(await rest.post(`/v1/payments/${authorized.id}/transfers`, { transfers: [one] })).slice(0, 2),
    ).toEqual([400, 'payment_not_captured'])
  })

  it('in parallel never exceeds the payment', async () => {
    const payment = await shop.captured(30_000)
    const who = await customer()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        rest.post(`/v1/payments/${payment.id}/transfers`, {
          transfers: [{ customer: who.id, amount: 7000, currency: 'INR' }],
        }),
      ),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(4)
    expect((await balanceOf(who.id)).balance).toBe(28_000)
  })

  it('takes customer or customer_id, and its source is the account', async () => {
    const who = await customer()
    const body = { amount: 500, currency: 'INR' }
    for (const named of [
      { customer: who.id },
      { customer_id: who.id },
      { customer: who.id, customer_id: who.id },
    ]) {
      const transfer = ok(await rest.post('/v1/transfers', { ...named, ...body }))
      expect(transfer).toMatchObject({ source: instance.merchant.accounts.test, recipient: who.id })
    }
    expect(errorOf(await rest.post('/v1/transfers', body))).toEqual([
      400,
      'input_validation_failed',
      'customer_id',
    ])
    const other = await customer()
    expect(
      errorOf(await rest.post('/v1/transfers', { ...body, customer: who.id, customer_id: other.id })),
    ).toEqual([400, 'input_validation_failed', 'customer_id'])
  })

  it.each([undefined, '+60123456789', '+911123456789', '+911600123456', '+919876', '+12025550143'])(
    'makes no wallet for the number %s',
    async (contact) => {
      const who = ok(
        await rest.post('/v1/customers', {
          name: 'No Wallet',
          email: `none${(contact ?? '').replace(/\D/g, '')}@example.com`,
          ...(contact === undefined ? {} : { contact: contact.padEnd(9, '0') }),
        }),
      )
      expect(errorOf(await give(who.id, 100))).toEqual([400, 'invalid_mobile_number', undefined])
      expect(await balanceOf(who.id)).toMatchObject({ balance: 0, monthly_usage: 0 })
      expect((await statementOf(who.id)).items).toEqual([])
    },
  )

  it('that the balance of the account cannot bear stays on record as failed', async () => {
    const poor = await openInstance()
    try {
      const other = await openRest(poor)
      const who = (await other.post('/v1/customers', { name: 'Poor', contact: '+919876543210' })).body
      const response = await other.post('/v1/transfers', { customer: who.id, amount: 100, currency: 'INR' })
      expect(errorOf(response)).toEqual([400, 'insufficient_balance', undefined])
      expect(response.error.step).toBe('balance_check')
      const [failed] = (await other.get('/v1/transfers')).body.items
      expect(failed).toMatchObject({ status: 'failed', amount: 100, id: response.error.metadata.transfer_id })
      const { rows } = await poor.runtime.query("SELECT event FROM events WHERE event LIKE 'transfer%'", [])
      expect(rows).toEqual([{ event: 'transfer_failed' }])
      expect(await poor.violations()).toEqual([])
    } finally {
      await poor.close()
      await openRest(instance)
    }
  })

  it('keeps the wallet within what it may hold, and within the month', async () => {
    const who = await customer()
    ok(await give(who.id, 2_000_000))
    expect(errorOf(await give(who.id, 1))).toEqual([400, 'wallet_limit_exceeded', 'amount'])
    const busy = await customer()
    for (let count = 0; count < 5; count += 1) {
      const transfer = ok(await give(busy.id, 2_000_000))
      ok(await rest.post(`/v1/transfers/${transfer.id}/reversals`))
    }
    expect(await balanceOf(busy.id)).toMatchObject({ balance: 0, monthly_usage: 10_000_000 })
    expect(errorOf(await give(busy.id, 1))).toEqual([400, 'wallet_limit_exceeded', 'amount'])
    await instance.pass(31 * 86_400)
    ok(await give(busy.id, 1))
    expect(await balanceOf(busy.id)).toMatchObject({ balance: 1, monthly_usage: 1 })
  })

  it('is held to the newer month when the clock of its server is behind', async () => {
    const who = await customer()
    ok(await give(who.id, 1))
    const reach = (usage: number) =>
      instance.runtime.query(
        "UPDATE wallets SET usage = $1, usage_month = '2099-01' WHERE customer_id = $2",
        [usage, who.id],
      )
    await reach(10_000_000)
    const refused = await give(who.id, 1)
    expect(errorOf(refused)).toEqual([400, 'wallet_limit_exceeded', 'amount'])
    expect(refused.error.description).toContain('monthly limit')
    await reach(9_999_999)
    ok(await give(who.id, 1))
    expect(await balanceOf(who.id)).toMatchObject({ balance: 2, monthly_usage: 10_000_000 })
  })

  it('on hold waits, is released by request or by time, and is returned when the wallet is full', async () => {
    const who = await customer()
    const onHold = ok(await give(who.id, 1000, { on_hold: true }))
    expect(onHold).toMatchObject({ status: 'created', on_hold: true, on_hold_until: null })
    expect((await balanceOf(who.id)).balance).toBe(0)
    const freed = ok(await rest.patch(`/v1/transfers/${onHold.id}`, { on_hold: false }), 200)
    expect(freed).toMatchObject({ status: 'processed', on_hold: false })
    expect((await balanceOf(who.id)).balance).toBe(1000)
    expect(errorOf(await rest.patch(`/v1/transfers/${onHold.id}`, { on_hold: true }))).toEqual([
      400,
      'transfer_not_on_hold',
      undefined,
    ])

    const until = instance.now() + 3600
    const timed = ok(await give(who.id, 500, { on_hold: true, on_hold_until: until }))
    await instance.pass(3500)
    expect((await balanceOf(who.id)).balance).toBe(1000)
    ok(await rest.patch(`/v1/transfers/${timed.id}`, { on_hold_until: until + 3600 }), 200)
    await instance.pass(200)
    expect((await rest.get(`/v1/transfers/${timed.id}`)).body.status).toBe('created')
    await instance.pass(3600)
    expect((await rest.get(`/v1/transfers/${timed.id}`)).body.status).toBe('processed')

    const late = ok(await give(who.id, 5000, { on_hold: true, on_hold_until: instance.now() + 60 }))
    ok(await give(who.id, 2_000_000 - 1500))
    const before = await instance.balance()
    await instance.pass(61)
    expect((await rest.get(`/v1/transfers/${late.id}`)).body.status).toBe('failed')
    expect(await instance.balance()).toBe(before + 5000)
    expect(errorOf(await give(who.id, 1, { on_hold_until: instance.now() + 60 }))).toEqual([
      400,
      'input_validation_failed',
      'on_hold_until',
    ])
    expect(
      errorOf(await give(who.id, 1, { on_hold: true, on_hold_until: instance.now() })).slice(0, 2),
    ).toEqual([400, 'input_validation_failed'])
  })

  it('is reversed in parts and no further', async () => {
    const who = await customer()
    const transfer = ok(await give(who.id, 1000))
    const before = await instance.balance()
    const first = ok(await rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: 400 }))
    expect(first).toMatchObject({ entity: 'reversal', transfer_id: transfer.id, amount: 400 })
    expect(errorOf(await rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: 601 }))).toEqual([
      400,
      'reversal_amount_too_large',
      'amount',
    ])
    const order = await shop.order(500)
    ok(await payFrom(who, order))
    expect(errorOf(await rest.post(`/v1/transfers/${transfer.id}/reversals`))).toEqual([
      400,
      'insufficient_funds',
      'amount',
    ])
    ok(await rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: 100 }))
    expect(await instance.balance()).toBe(before + 500)
    expect((await rest.get(`/v1/transfers/${transfer.id}`)).body.amount_reversed).toBe(500)
  })
  it.each([true, false])('in parts at once is reversed up to its amount (joined: %s)', async (join) => {
    const { runtime } = instance
    const { writer } = runtime
    const write = vi.spyOn(writer as Writer, 'write')
    if (!join) runtime.writer = createWriter({ query: runtime.query, queues: runtime.queues, join })
    try {
      const who = await customer()
      const transfer = ok(await give(who.id, 1000))
      ok(await give(who.id, 5000))
      write.mockClear()
      const reversals = await times(15, () =>
        rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: 100 }),
      )
      expect(tally(reversals)).toEqual({ 201: 10, '400 reversal_amount_too_large': 5 })
      // The amount is not reversed twice if another reversal changed the row first.
      if (join) expect(write.mock.calls.length).toBeLessThanOrEqual(25)
      expect((await rest.get(`/v1/transfers/${transfer.id}`)).body.amount_reversed).toBe(1000)
      expect((await balanceOf(who.id)).balance).toBe(5000)
    } finally {
      runtime.writer = writer
      write.mockRestore()
    }
  })

  it('of all that is left is reversed once, whatever is reversed meanwhile', async () => {
    const who = await customer()
    const transfer = ok(await give(who.id, 1000))
    const responses = await times(8, (index) =>
      rest.post(`/v1/transfers/${transfer.id}/reversals`, index % 2 === 0 ? { amount: 100 } : {}),
    )
    const reversed = responses.filter(({ status }) => status === 201).map(({ body }) => body.amount)
    expect(reversed.reduce((sum, amount) => sum + amount, 0)).toBe(1000)
    expect(reversed.filter((amount) => amount !== 100)).toHaveLength(1)
  })
})
