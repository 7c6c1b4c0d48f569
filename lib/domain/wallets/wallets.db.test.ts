import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '#lib/testing/desk.ts'
import { type Answered, openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, shopOf } from '#lib/testing/shop.ts'
import { paymentSignature } from '#lib/values/signature.ts'

let desk: Desk
let rest: Rest
let shop: ReturnType<typeof shopOf>
let made = 0
beforeAll(async () => {
  desk = await openDesk()
  rest = await openRest(desk)
  shop = shopOf(rest, desk)
  for (let count = 0; count < 5; count += 1) await shop.captured(10_000_000)
})
afterAll(() => desk.close())
afterEach(async () => expect(await desk.violations()).toEqual([]))

const ok = (answer: Answered, status = 201): Body => {
  expect(answer.status, answer.text).toBe(status)
  return answer.body
}
const refusal = ({ status, error }: Answered) => [status, error?.reason, error?.field]

async function customer(contact = `+9198765${String(10_000 + made).padStart(5, '0')}`): Promise<Body> {
  made += 1
  return ok(
    await rest.post('/v1/customers', { name: 'Wallet Holder', email: `w${made}@example.com`, contact }),
  )
}

const give = (id: string, amount: number, more: object = {}, asked = {}) =>
  rest.post('/v1/transfers', { customer_id: id, amount, currency: 'INR', ...more }, asked)
const balanceOf = async (id: string) => ok(await rest.get(`/v1/customers/${id}/balance`), 200)
const statementOf = async (id: string, query = '') =>
  ok(await rest.get(`/v1/customers/${id}/statement${query}`), 200)

/** A customer whose wallet holds this much. */
async function holder(amount: number): Promise<Body> {
  const one = await customer()
  ok(await give(one.id, amount))
  return one
}

const payFrom = async (who: Body, order: Body, more: object = {}, asked = {}) =>
  rest.post(
    '/v1/payments/create/openwallet',
    {
      method: 'wallet',
      wallet: 'openwallet',
      customer_id: who.id,
      order_id: order.id,
      amount: order.amount,
      currency: 'INR',
      contact: who.contact,
      email: who.email,
      ...more,
    },
    asked,
  )

describe('a transfer', () => {
  it('of a payment gives the wallet its amount, as a collection of one', async () => {
    const payment = await shop.captured(50_000)
    const who = await customer()
    const before = await desk.balance()
    const answer = await rest.post(`/v1/payments/${payment.id}/transfers`, {
      transfers: [{ customer: who.id, amount: 20_000, currency: 'INR', notes: { description: 'Top up' } }],
    })
    const { entity, count, items } = ok(answer)
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
      created_at: desk.now(),
    })
    expect(await desk.balance()).toBe(before - 20_000)
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
        created_at: desk.now(),
      },
    ])
    expect((await rest.get(`/v1/payments/${payment.id}/transfers`)).body.items).toEqual(items)
    expect((await rest.get(`/v1/transfers/${items[0].id}`)).body).toEqual(items[0])
  })

  it('is no more than the captured amount over all transfers of the payment, and one customer a call', async () => {
    const payment = await shop.captured(30_000)
    const who = await customer()
    const send = (amount: number, transfers?: object[]) =>
      rest.post(`/v1/payments/${payment.id}/transfers`, {
        transfers: transfers ?? [{ customer: who.id, amount, currency: 'INR' }],
      })
    ok(await send(20_000))
    expect(refusal(await send(10_001))).toEqual([400, 'transfer_amount_too_large', 'transfers.0.amount'])
    ok(await send(10_000))
    expect(refusal(await send(1))).toEqual([400, 'transfer_amount_too_large', 'transfers.0.amount'])
    const one = { customer: who.id, amount: 100, currency: 'INR' }
    expect(refusal(await send(0, [one, one]))).toEqual([400, 'input_validation_failed', 'transfers'])
    expect(refusal(await send(0, []))).toEqual([400, 'input_validation_failed', 'transfers'])
    expect(refusal(await send(0, [{ ...one, customer: 'cust_NfLw3gQ81xRt0a' }]))).toEqual([
      400,
      'record_not_found',
      'transfers.0.customer',
    ])
    expect(refusal(await send(0, [{ ...one, currency: 'USD' }]))).toEqual([
      400,
      'input_validation_failed',
      'transfers.0.currency',
    ])
    const held = await shop.authorized(5000)
    expect(
      refusal(await rest.post(`/v1/payments/${held.id}/transfers`, { transfers: [one] })).slice(0, 2),
    ).toEqual([400, 'payment_not_captured'])
  })

  it('in parallel never exceeds the payment', async () => {
    const payment = await shop.captured(30_000)
    const who = await customer()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        rest.post(`/v1/payments/${payment.id}/transfers`, {
          transfers: [{ customer: who.id, amount: 7000, currency: 'INR' }],
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
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
      expect(transfer).toMatchObject({ source: desk.merchant.accounts.test, recipient: who.id })
    }
    expect(refusal(await rest.post('/v1/transfers', body))).toEqual([
      400,
      'input_validation_failed',
      'customer_id',
    ])
    const other = await customer()
    expect(
      refusal(await rest.post('/v1/transfers', { ...body, customer: who.id, customer_id: other.id })),
    ).toEqual([400, 'input_validation_failed', 'customer_id'])
  })

  it.each([undefined, '+60123456789', '+911123456789', '+919876', '+12025550143'])(
    'makes no wallet for the number %s',
    async (contact) => {
      const who = ok(
        await rest.post('/v1/customers', {
          name: 'No Wallet',
          email: `none${made++}@example.com`,
          ...(contact === undefined ? {} : { contact: contact.padEnd(9, '0') }),
        }),
      )
      expect(refusal(await give(who.id, 100))).toEqual([400, 'invalid_mobile_number', undefined])
      expect(await balanceOf(who.id)).toMatchObject({ balance: 0, monthly_usage: 0 })
      expect((await statementOf(who.id)).items).toEqual([])
    },
  )

  it('that the balance of the account cannot bear stays on record as failed', async () => {
    const poor = await openDesk()
    try {
      const other = await openRest(poor)
      const who = (await other.post('/v1/customers', { name: 'Poor', contact: '+919876543210' })).body
      const answer = await other.post('/v1/transfers', { customer: who.id, amount: 100, currency: 'INR' })
      expect(refusal(answer)).toEqual([400, 'insufficient_balance', undefined])
      expect(answer.error.step).toBe('balance_check')
      const [failed] = (await other.get('/v1/transfers')).body.items
      expect(failed).toMatchObject({ status: 'failed', amount: 100, id: answer.error.metadata.transfer_id })
      const { rows } = await poor.runtime.query("SELECT event FROM events WHERE event LIKE 'transfer%'", [])
      expect(rows).toEqual([{ event: 'transfer_failed' }])
      expect(await poor.violations()).toEqual([])
    } finally {
      await poor.close()
      await openRest(desk)
    }
  })

  it('keeps the wallet within what it may hold, and within the month', async () => {
    const who = await customer()
    ok(await give(who.id, 2_000_000))
    expect(refusal(await give(who.id, 1))).toEqual([400, 'wallet_limit_exceeded', 'amount'])
    const busy = await customer()
    for (let count = 0; count < 5; count += 1) {
      const transfer = ok(await give(busy.id, 2_000_000))
      ok(await rest.post(`/v1/transfers/${transfer.id}/reversals`))
    }
    expect(await balanceOf(busy.id)).toMatchObject({ balance: 0, monthly_usage: 10_000_000 })
    expect(refusal(await give(busy.id, 1))).toEqual([400, 'wallet_limit_exceeded', 'amount'])
    await desk.pass(31 * 86_400)
    ok(await give(busy.id, 1))
    expect(await balanceOf(busy.id)).toMatchObject({ balance: 1, monthly_usage: 1 })
  })

  it('on hold waits, is released by hand or by time, and gives way when the wallet is full', async () => {
    const who = await customer()
    const held = ok(await give(who.id, 1000, { on_hold: true }))
    expect(held).toMatchObject({ status: 'created', on_hold: true, on_hold_until: null })
    expect((await balanceOf(who.id)).balance).toBe(0)
    const freed = ok(await rest.patch(`/v1/transfers/${held.id}`, { on_hold: false }), 200)
    expect(freed).toMatchObject({ status: 'processed', on_hold: false })
    expect((await balanceOf(who.id)).balance).toBe(1000)
    expect(refusal(await rest.patch(`/v1/transfers/${held.id}`, { on_hold: true }))).toEqual([
      400,
      'transfer_not_on_hold',
      undefined,
    ])

    const until = desk.now() + 3600
    const timed = ok(await give(who.id, 500, { on_hold: true, on_hold_until: until }))
    await desk.pass(3500)
    expect((await balanceOf(who.id)).balance).toBe(1000)
    ok(await rest.patch(`/v1/transfers/${timed.id}`, { on_hold_until: until + 3600 }), 200)
    await desk.pass(200)
    expect((await rest.get(`/v1/transfers/${timed.id}`)).body.status).toBe('created')
    await desk.pass(3600)
    expect((await rest.get(`/v1/transfers/${timed.id}`)).body.status).toBe('processed')

    const late = ok(await give(who.id, 5000, { on_hold: true, on_hold_until: desk.now() + 60 }))
    ok(await give(who.id, 2_000_000 - 1500))
    const before = await desk.balance()
    await desk.pass(61)
    expect((await rest.get(`/v1/transfers/${late.id}`)).body.status).toBe('failed')
    expect(await desk.balance()).toBe(before + 5000)
    expect(refusal(await give(who.id, 1, { on_hold_until: desk.now() + 60 }))).toEqual([
      400,
      'input_validation_failed',
      'on_hold_until',
    ])
    expect(refusal(await give(who.id, 1, { on_hold: true, on_hold_until: desk.now() })).slice(0, 2)).toEqual([
      400,
      'input_validation_failed',
    ])
  })

  it('is reversed in parts and no further', async () => {
    const who = await customer()
    const transfer = ok(await give(who.id, 1000))
    const before = await desk.balance()
    const first = ok(await rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: 400 }))
    expect(first).toMatchObject({ entity: 'reversal', transfer_id: transfer.id, amount: 400 })
    expect(refusal(await rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: 601 }))).toEqual([
      400,
      'reversal_amount_too_large',
      'amount',
    ])
    const order = await shop.order(500)
    ok(await payFrom(who, order))
    expect(refusal(await rest.post(`/v1/transfers/${transfer.id}/reversals`))).toEqual([
      400,
      'insufficient_funds',
      'amount',
    ])
    ok(await rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: 100 }))
    expect(await desk.balance()).toBe(before + 500)
    expect((await rest.get(`/v1/transfers/${transfer.id}`)).body.amount_reversed).toBe(500)
  })
})

describe('a payment from a wallet', () => {
  it('is signed, held until the capture, and refunded to the wallet at once', async () => {
    const who = await holder(50_000)
    const order = await shop.order(30_000)
    const answer = ok(await payFrom(who, order))
    expect(answer).toEqual({
      service_payment_id: expect.stringMatching(/^pay_/),
      service_order_id: order.id,
      service_signature: paymentSignature(order.id, answer.service_payment_id, desk.key.secret),
    })
    const id = answer.service_payment_id
    expect(await shop.fetch(id)).toMatchObject({
      status: 'authorized',
      method: 'wallet',
      wallet: 'openwallet',
      customer_id: who.id,
      captured: false,
    })
    expect((await balanceOf(who.id)).balance).toBe(20_000)
    const before = await desk.balance()
    const captured = ok(await rest.post(`/v1/payments/${id}/capture`, { amount: 30_000 }), 200)
    expect(captured).toMatchObject({ status: 'captured', fee: 708, tax: 108 })
    expect(await desk.balance()).toBe(before + 30_000 - 708)
    expect((await shop.fetch(order.id)).status).toBe('paid')

    const refund = ok(
      await rest.post(`/v1/payments/${id}/refund`, { amount: 10_000, notes: { description: 'Back' } }),
    )
    expect(refund).toMatchObject({ status: 'processed', speed_processed: 'instant', acquirer_data: [] })
    expect((await balanceOf(who.id)).balance).toBe(30_000)
    const [newest] = (await statementOf(who.id, '?count=1')).items
    expect(newest).toMatchObject({
      type: 'refund',
      source: refund.id,
      credit: 10_000,
      balance: 30_000,
      description: 'Back',
    })
    ok(await rest.post(`/v1/payments/${id}/refund`, { speed: 'optimum' }))
    expect((await balanceOf(who.id)).balance).toBe(50_000)
    expect(await shop.fetch(id)).toMatchObject({ status: 'refunded', refund_status: 'full' })
  })

  it('is captured at once when the order says so, and gives back what nobody captured', async () => {
    const who = await holder(50_000)
    const at_once = await shop.order(10_000, { payment_capture: true })
    const { service_payment_id } = ok(await payFrom(who, at_once))
    expect((await shop.fetch(service_payment_id)).status).toBe('captured')
    const left = await shop.order(10_000)
    const other = ok(await payFrom(who, left)).service_payment_id
    expect((await balanceOf(who.id)).balance).toBe(30_000)
    await desk.pass(259_300)
    expect(await shop.fetch(other)).toMatchObject({ status: 'refunded', captured: false })
    expect((await balanceOf(who.id)).balance).toBe(40_000)
  })

  it('that the wallet cannot bear is on record, counts as an attempt, and leaves the order to be paid', async () => {
    const who = await holder(5000)
    const order = await shop.order(6000)
    const answer = await payFrom(who, order)
    expect(refusal(answer)).toEqual([400, 'insufficient_funds', undefined])
    expect(answer.error).toMatchObject({ source: 'customer', step: 'payment_authorization' })
    expect(await shop.fetch(answer.error.metadata.payment_id ?? '')).toMatchObject({
      status: 'failed',
      error_reason: 'insufficient_funds',
      order_id: order.id,
    })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'attempted', attempts: 1 })
    ok(await give(who.id, 1000))
    ok(await payFrom(who, order))
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 2 })
    expect(refusal(await payFrom(who, order)).slice(0, 2)).toEqual([400, 'order_has_authorized_payment'])
    const none = await customer()
    expect(refusal(await payFrom(none, await shop.order(100)))).toEqual([
      400,
      'insufficient_funds',
      undefined,
    ])
  })

  it('needs its order, its customer, its method and INR', async () => {
    const who = await holder(5000)
    const order = await shop.order(1000)
    for (const [more, field] of [
      [{ method: 'card' }, 'method'],
      [{ wallet: 'paytm' }, 'wallet'],
      [{ currency: 'USD' }, 'currency'],
      [{ order_id: 'order_NfLw3gQ81xRt0a' }, 'order_id'],
      [{ customer_id: 'cust_NfLw3gQ81xRt0a' }, 'customer_id'],
      [{ contact: undefined }, 'contact'],
      [{ email: undefined }, 'email'],
    ] as const) {
      const answer = await payFrom(who, order, more)
      expect([answer.status, answer.error.field], JSON.stringify(more)).toEqual([400, field])
    }
    expect(refusal(await payFrom(who, order, { amount: 999 })).slice(0, 2)).toEqual([
      400,
      'order_amount_mismatch',
    ])
    const theirs = await shop.order(1000, { customer_id: (await customer()).id })
    expect(refusal(await payFrom(who, theirs))).toEqual([400, 'order_customer_mismatch', 'customer_id'])
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 0 })
  })

  it('is made once for one idempotency key, and one of many at once', async () => {
    const who = await holder(50_000)
    const order = await shop.order(1000)
    const same = await Promise.all(
      Array.from({ length: 10 }, () => payFrom(who, order, {}, { idempotencyKey: `wallet-${order.id}` })),
    )
    const texts = new Set(same.filter(({ status }) => status === 201).map(({ text }) => text))
    expect(texts.size).toBe(1)
    const contested = await shop.order(1000)
    const many = await Promise.all(Array.from({ length: 10 }, () => payFrom(who, contested)))
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await balanceOf(who.id)).balance).toBe(48_000)
  })

  it('a hundred at once spend what there is and no more, each with the true balance after it', async () => {
    const who = await holder(20_000)
    const orders = await Promise.all(Array.from({ length: 100 }, () => shop.order(1000)))
    const answers = await Promise.all(orders.map((order) => payFrom(who, order)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { items } = await statementOf(who.id, '?count=100')
    expect(items.map(({ balance }: Body) => balance)).toEqual(
      Array.from({ length: 21 }, (_, index) => index * 1000),
    )
  })
})

describe('a statement', () => {
  it('is paged by count, skip and cursors, and bounded by time', async () => {
    const who = await customer()
    const starts = desk.now()
    for (let count = 1; count <= 6; count += 1) {
      ok(await give(who.id, count))
      await desk.pass(10)
    }
    const amounts = async (query: string) =>
      (await statementOf(who.id, query)).items.map(({ amount }: Body) => amount)
    expect(await amounts('')).toEqual([6, 5, 4, 3, 2, 1])
    expect(await amounts('?count=2&skip=1')).toEqual([5, 4])
    expect(await amounts(`?from=${starts + 10}&to=${starts + 30}`)).toEqual([4, 3, 2])
    const [, second] = (await statementOf(who.id)).items
    expect(await amounts(`?starting_after=${second.id}&count=2`)).toEqual([4, 3])
    expect(await amounts(`?ending_before=${second.id}`)).toEqual([6])
    for (const query of ['?count=0', '?count=101', '?skip=-1', '?starting_after=ctxn_NfLw3gQ81xRt0a'])
      expect((await rest.get(`/v1/customers/${who.id}/statement${query}`)).status).toBeGreaterThanOrEqual(400)
  })
})

const fundAccount = async (who: Body, account_number = '123456789012') =>
  ok(
    await rest.post('/v1/fund_accounts', {
      customer_id: who.id,
      account_type: 'bank_account',
      bank_account: { name: 'Wallet Holder', ifsc: 'hdfc0000001', account_number },
    }),
  )
const payOut = (who: Body, account: Body, more: object = {}) =>
  rest.post(`/v1/customers/${who.id}/payouts`, {
    fund_account_id: account.id,
    purpose: 'refund',
    amount: 10_000,
    currency: 'INR',
    ...more,
  })

describe('a fund account', () => {
  it('is made of a bank account, kept encrypted, and answered in full', async () => {
    const who = await customer()
    const account = await fundAccount(who)
    expect(account).toEqual({
      id: expect.stringMatching(/^fa_/),
      entity: 'fund_account',
      customer_id: who.id,
      account_type: 'bank_account',
      bank_account: {
        name: 'Wallet Holder',
        account_number: '123456789012',
        ifsc: 'HDFC0000001',
        bank_name: 'HDFC Bank',
      },
      active: 'true',
      created_at: desk.now(),
    })
    const { rows } = await desk.runtime.query('SELECT * FROM fund_accounts WHERE id = $1', [account.id])
    expect(JSON.stringify(rows)).not.toContain('123456789012')
    expect((await rest.get(`/v1/fund_accounts?customer_id=${who.id}`)).body.items).toEqual([account])
    const off = ok(await rest.patch(`/v1/fund_accounts/${account.id}`, { active: false }), 200)
    expect(off.active).toBe('false')
    expect(refusal(await payOut(who, account))).toEqual([400, 'fund_account_inactive', 'fund_account_id'])
  })

  it('answers a repeat with the same bytes, and keeps them where nobody reads the number', async () => {
    const who = await customer()
    const body = {
      customer_id: who.id,
      account_type: 'bank_account',
      bank_account: { name: 'Wallet Holder', ifsc: 'HDFC0000001', account_number: '998877665544' },
    }
    const asked = { idempotencyKey: `fund-${who.id}` }
    const first = await rest.post('/v1/fund_accounts', body, asked)
    const again = await rest.post('/v1/fund_accounts', body, asked)
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ])
    const { rows } = await desk.runtime.query('SELECT body FROM idempotency_keys WHERE key = $1', [
      asked.idempotencyKey,
    ])
    expect(rows).toHaveLength(1)
    expect(String(rows[0]?.body)).not.toContain('998877665544')
  })

  it('the same again is the one that is there', async () => {
    const who = await customer()
    const first = await fundAccount(who)
    const again = await rest.post('/v1/fund_accounts', {
      customer_id: who.id,
      account_type: 'bank_account',
      bank_account: { name: 'wallet holder', ifsc: 'HDFC0000001', account_number: '1234 5678 9012' },
    })
    expect([again.status, again.body.id]).toEqual([200, first.id])
  })

  it.each([
    ['ifsc', 'HDFC1000001', 'bank_account.ifsc'],
    ['ifsc', 'XXXX0000001', 'bank_account.ifsc'],
    ['account_number', '1234', 'bank_account.account_number'],
    ['account_number', '1'.repeat(36), 'bank_account.account_number'],
    ['account_number', 123456, 'bank_account.account_number'],
    ['name', 'ab', 'bank_account.name'],
    ['name', 'a'.repeat(121), 'bank_account.name'],
  ])('refuses the %s %s', async (member, value, field) => {
    const who = await customer()
    const answer = await rest.post('/v1/fund_accounts', {
      customer_id: who.id,
      account_type: 'bank_account',
      bank_account: { name: 'Holder', ifsc: 'HDFC0000001', account_number: '123456', [member]: value },
    })
    expect([answer.status, answer.error.field]).toEqual([400, field])
  })
})

describe('a payout', () => {
  it('takes amount, fees and tax, and is processed with a UTR', async () => {
    const who = await holder(50_000)
    const account = await fundAccount(who)
    const payout = ok(await payOut(who, account, { notes: { a: 'b' }, reference_id: 'r-1' }))
    expect(payout).toMatchObject({
      entity: 'payout',
      status: 'processing',
      fees: 500,
      tax: 90,
      utr: null,
      narration: 'Test Stores',
      reference_id: 'r-1',
      batch_id: null,
    })
    expect((await balanceOf(who.id)).balance).toBe(50_000 - 10_590)
    await desk.pass(120)
    const done = (await rest.get(`/v1/payouts/${payout.id}`)).body
    expect(done).toMatchObject({ status: 'processed', utr: expect.stringMatching(/^[A-Z0-9]{22}$/) })
    expect((await rest.get(`/v1/customers/${who.id}/payouts`)).body.items).toEqual([done])
    expect((await rest.get(`/v1/payouts?customer_id=${who.id}`)).body.items).toEqual([done])
  })

  it('that the bank sends back returns everything, whatever has come in since', async () => {
    const who = await holder(2_000_000)
    const account = await fundAccount(who, '99999000')
    const payout = ok(await payOut(who, account))
    expect(refusal(await give(who.id, 10_000)).slice(0, 2)).toEqual([400, 'wallet_limit_exceeded'])
    await desk.pass(120)
    expect((await rest.get(`/v1/payouts/${payout.id}`)).body).toMatchObject({
      status: 'reversed',
      failure_reason: expect.stringMatching(/\.$/),
    })
    expect((await balanceOf(who.id)).balance).toBe(2_000_000)
    expect((await statementOf(who.id, '?count=1')).items[0]).toMatchObject({
      type: 'refund',
      source: payout.id,
      credit: 10_590,
    })
  })

  it('of the whole balance twice at once happens once', async () => {
    const who = await holder(10_590)
    const account = await fundAccount(who)
    const answers = await Promise.all([payOut(who, account), payOut(who, account), payOut(who, account)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect((await balanceOf(who.id)).balance).toBe(0)
  })

  it.each([
    [{ narration: 'a'.repeat(31) }, 'narration'],
    [{ narration: 'Shop & Co' }, 'narration'],
    [{ reference_id: 'r'.repeat(41) }, 'reference_id'],
    [{ purpose: '' }, 'purpose'],
    [{ currency: 'USD' }, 'currency'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 40_000 }, 'amount'],
    [{ fund_account_id: 'fa_NfLw3gQ81xRt0a' }, 'fund_account_id'],
  ])('refuses %j', async (more, field) => {
    const who = await holder(20_000)
    const account = await fundAccount(who)
    const answer = await payOut(who, account, more)
    expect([answer.status, answer.error.field]).toEqual([400, field])
  })

  it('goes to an account of the same customer only', async () => {
    const who = await holder(20_000)
    const other = await fundAccount(await customer())
    expect(refusal(await payOut(who, other))).toEqual([400, 'record_not_found', 'fund_account_id'])
  })
})

describe('an account without the product', () => {
  it('is told so at every address of it, and every answer says that it is discontinued', async () => {
    const plain = await openDesk({ capabilities: [] })
    try {
      const other = await openRest(plain)
      const who = (await other.post('/v1/customers', { name: 'Holder', contact: '+919876543210' })).body
      const answers = [
        await other.post('/v1/transfers', { customer: who.id, amount: 1, currency: 'INR' }),
        await other.get('/v1/transfers'),
        await other.get(`/v1/customers/${who.id}/balance`),
        await other.get(`/v1/customers/${who.id}/statement`),
        await other.get('/v1/payouts'),
        await other.get('/v1/fund_accounts'),
      ]
      for (const answer of answers) {
        expect(refusal(answer).slice(0, 2)).toEqual([400, 'product_discontinued'])
        expect(answer.headers.get('deprecation')).toBe('@1680307200')
        expect(answer.headers.get('sunset')).toMatch(/GMT$/)
        expect(answer.headers.get('link')).toContain('rel="deprecation"')
      }
      expect((await other.get('/v1/orders')).headers.get('deprecation')).toBeNull()
    } finally {
      await plain.close()
      await openRest(desk)
    }
  })
})
