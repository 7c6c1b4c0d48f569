import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '#lib/testing/desk.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, cardOf, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

let desk: Desk
let rest: Rest
let shop: Shop
beforeAll(async () => {
  desk = await openDesk()
  rest = await openRest(desk)
  shop = shopOf(rest, desk)
})
afterAll(async () => {
  expect(await desk.violations()).toEqual([])
  await desk.close()
})

const idsOf = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map(({ id }) => id)

describe('creating an order', () => {
  it('answers with every field of the specification and nothing else', async () => {
    const answer = await rest.post('/v1/orders', {
      amount: 20_035,
      currency: 'INR',
      receipt: 'r-1',
      payment_capture: true,
      notes: { table: '7' },
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 20_035,
      amount_paid: 0,
      amount_due: 20_035,
      currency: 'INR',
      receipt: 'r-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { table: '7' },
      created_at: desk.now(),
    })
    expect(await shop.fetch(answer.body.id)).toEqual(answer.body)
  })

  it('writes one audit line with who did it, and no event', async () => {
    const answer = await rest.post('/v1/orders', { amount: 100, currency: 'INR' })
    expect(await shop.lines(answer.body.id)).toEqual([
      {
        action: 'create_order',
        actor_kind: 'key',
        actor_id: desk.key.id,
        actor_name: 'test',
        request_id: answer.headers.get('x-request-id'),
        details: {},
      },
    ])
    expect(await shop.events(answer.body.id)).toEqual([])
  })

  it.each([
    [{ amount: 100 }, 'amount', 100],
    [{ amount: 50_000_000_000 }, 'amount', 50_000_000_000],
    [{ receipt: 'x'.repeat(40) }, 'receipt', 'x'.repeat(40)],
    [{ receipt: null }, 'receipt', null],
    [{ notes: {} }, 'notes', []],
    [{ notes: [] }, 'notes', []],
    [{ notes: { 'ключ 🔑': 'ü'.repeat(256) } }, 'notes', { 'ключ 🔑': 'ü'.repeat(256) }],
    [
      {
        notes: Object.fromEntries(
          Array.from({ length: 15 }, (_, n) => [`k${n}`.padEnd(256, 'x'), String(n)]),
        ),
      },
      'notes',
      expect.objectContaining({ ['k14'.padEnd(256, 'x')]: '14' }),
    ],
  ])('takes %j', async (more, name, value) => {
    const order = await shop.order(10_000, more)
    expect((await shop.fetch(order.id))[name]).toEqual(value)
  })

  it.each([
    [{ amount: 99 }, 'amount'],
    [{ amount: 50_000_000_001 }, 'amount'],
    [{ amount: undefined }, 'amount'],
    [{ currency: undefined }, 'currency'],
    [{ currency: 'USD' }, 'currency'],
    [{ currency: 'MYR' }, 'currency'],
    [{ receipt: 'x'.repeat(41) }, 'receipt'],
    [{ receipt: '' }, 'receipt'],
    [{ notes: Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`k${n}`, 'v'])) }, 'notes'],
    [{ notes: { k: 'x'.repeat(257) } }, 'notes.k'],
    [{ notes: 'text' }, 'notes'],
    [{ payment_capture: 'maybe' }, 'payment_capture'],
    [{ partial_payment: 2 }, 'partial_payment'],
    [{ first_payment_min_amount: 100 }, 'first_payment_min_amount'],
    [{ callback_url: 'javascript:alert(1)' }, 'callback_url'],
    [{ amount_paid: 100 }, 'amount_paid'],
    [{ status: 'paid' }, 'status'],
    [{ id: 'order_NfLw3gQ81xRt0a' }, 'id'],
  ])('refuses %j and names it', async (more, field) => {
    const before = await shop.count('orders')
    const answer = await rest.post('/v1/orders', { amount: 10_000, currency: 'INR', ...more })
    expect(answer.status).toBe(400)
    expect(answer.error).toMatchObject({ reason: 'input_validation_failed', field })
    expect(await shop.count('orders')).toBe(before)
  })

  it.each([
    [true, 'captured'],
    [1, 'captured'],
    ['1', 'captured'],
    ['true', 'captured'],
    [false, 'authorized'],
    [0, 'authorized'],
    ['0', 'authorized'],
    ['false', 'authorized'],
    [undefined, 'authorized'],
  ])('payment_capture %j leaves a payment %s', async (payment_capture, status) => {
    const payment = await shop.pay(await shop.order(10_000, { payment_capture }))
    expect(payment).toMatchObject({ status, captured: status === 'captured' })
  })

  it('is read from a form as the PHP client sends it', async () => {
    const form = {
      amount: '50000',
      currency: 'INR',
      receipt: '42',
      payment_capture: '1',
      'notes[table]': '7',
      'notes[0]': 'x',
    }
    const { status, body } = await rest.call('POST', '/v1/orders', { form })
    expect(status).toBe(201)
    expect(body).toMatchObject({ amount: 50_000, receipt: '42', notes: { table: '7', 0: 'x' } })
    expect(await shop.pay(body)).toMatchObject({ status: 'captured' })
    const empty = await rest.call('POST', '/v1/orders', { form: { amount: '1e3', currency: 'INR' } })
    expect(empty.error).toMatchObject({ field: 'amount' })
  })

  it('takes the currency of the account’s region and no other', async () => {
    const abroad = await openDesk({ country: 'MY' })
    try {
      const there = await openRest(abroad)
      const { status, body } = await there.post('/v1/orders', {
        amount: 10_000,
        currency: 'MYR',
        payment_capture: true,
      })
      expect({ status, currency: body.currency }).toEqual({ status: 201, currency: 'MYR' })
      expect((await there.post('/v1/orders', { amount: 10_000, currency: 'INR' })).error).toMatchObject({
        field: 'currency',
      })
      const payment = await shopOf(there, abroad).pay(body)
      expect(payment).toMatchObject({ currency: 'MYR', status: 'captured' })
      expect((await there.post(`/v1/payments/${payment.id}/refund`, { amount: 9000 })).body).toMatchObject({
        currency: 'MYR',
        amount: 9000,
      })
      expect(await abroad.violations()).toEqual([])
    } finally {
      await openRest(desk)
      await abroad.close()
    }
  })
})

describe('states of an order', () => {
  it('stays created until a payment is tried, is attempted then, and paid once one is captured', async () => {
    const order = await shop.order()
    expect(order).toMatchObject({ status: 'created', attempts: 0 })
    await shop.attempt(order, cardOf('4100280000060003'))
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'attempted',
      attempts: 1,
      amount_paid: 0,
      amount_due: 10_000,
    })
    const payment = await shop.pay(order)
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'attempted',
      attempts: 2,
      amount_paid: 0,
      amount_due: 10_000,
    })
    await shop.capture(payment)
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'paid',
      attempts: 2,
      amount_paid: 10_000,
      amount_due: 0,
    })
    await shop.refund(payment)
    await desk.pass(60)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'refunded' })
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'paid',
      attempts: 2,
      amount_paid: 10_000,
      amount_due: 0,
    })
  })

  it('takes no attempt while a payment is authorized, and none after it is paid', async () => {
    const order = await shop.order()
    const payment = await shop.pay(order)
    const during = await shop.attempt(order)
    expect([during.status, during.error.reason, during.error.metadata]).toEqual([
      400,
      'order_has_authorized_payment',
      { order_id: order.id },
    ])
    await shop.capture(payment)
    const after = await shop.attempt(order)
    expect([after.status, after.error.reason, after.error.metadata]).toEqual([
      400,
      'order_already_paid',
      { order_id: order.id },
    ])
    expect(await shop.fetch(order.id)).toMatchObject({ attempts: 1 })
    expect(await shop.count('payments', 'order_id = $1', order.id)).toBe(1)
  })

  it('opens again when the authorized payment lapses', async () => {
    const order = await shop.order()
    const first = await shop.pay(order)
    await desk.pass(259_300)
    expect(await shop.fetch(first.id)).toMatchObject({ status: 'refunded', captured: false })
    const second = await shop.pay(order)
    await shop.capture(second)
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', attempts: 2 })
  })

  it.each([
    [9999, 'amount'],
    [10_001, 'amount'],
  ])('takes no attempt of %d', async (amount, field) => {
    const order = await shop.order()
    const { error } = await shop.attempt(order, undefined, { amount })
    expect(error).toMatchObject({ reason: 'order_amount_mismatch', field, step: 'payment_initiation' })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'created', attempts: 0 })
  })

  it('takes no attempt in another currency', async () => {
    const { error } = await shop.attempt(await shop.order(), undefined, { currency: 'USD' })
    expect(error).toMatchObject({ reason: 'order_currency_mismatch', field: 'currency' })
  })

  it('is paid in parts when it allows them', async () => {
    const order = await shop.order(10_000, {
      partial_payment: true,
      first_payment_min_amount: 2500,
      payment_capture: true,
    })
    expect((await shop.attempt(order, undefined, { amount: 2499 })).error).toMatchObject({
      reason: 'order_amount_mismatch',
      field: 'amount',
    })
    const first = await shop.pay(order, undefined, { amount: 2500 })
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'attempted',
      amount_paid: 2500,
      amount_due: 7500,
    })
    expect((await shop.attempt(order, undefined, { amount: 7501 })).error).toMatchObject({
      reason: 'order_amount_mismatch',
    })
    await shop.pay(order, upiOf('success'), { amount: 7450 })
    const last = await shop.pay(order, undefined, { amount: 50 })
    expect(await shop.fetch(order.id)).toMatchObject({
      status: 'paid',
      amount_paid: 10_000,
      amount_due: 0,
      attempts: 3,
    })
    expect((await shop.events(order.id)).map(({ event }) => event)).toEqual([
      'payment.authorized',
      'payment.captured',
      'payment.authorized',
      'payment.captured',
      'payment.authorized',
      'payment.captured',
      'order.paid',
    ])
    expect((await shop.refund(first)).status).toBe(201)
    expect((await shop.refund(last)).error).toMatchObject({ reason: 'refund_amount_too_small' })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
  })

  it('holds one part at a time when parts are captured by hand', async () => {
    const order = await shop.order(10_000, { partial_payment: true })
    const first = await shop.pay(order, undefined, { amount: 4000 })
    expect((await shop.attempt(order, undefined, { amount: 6000 })).error).toMatchObject({
      reason: 'order_has_authorized_payment',
    })
    await shop.capture(first)
    const second = await shop.pay(order, undefined, { amount: 6000 })
    await shop.capture(second)
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'paid', amount_paid: 10_000 })
  })
})

describe('changing an order', () => {
  it('replaces its notes as a whole, and nothing else', async () => {
    const order = await shop.order(10_000, { notes: { a: '1', b: '2' } })
    const answer = await rest.patch(`/v1/orders/${order.id}`, { notes: { c: '3' } })
    expect([answer.status, answer.body]).toEqual([200, { ...order, notes: { c: '3' } }])
    expect((await rest.patch(`/v1/orders/${order.id}`, { notes: {} })).body.notes).toEqual([])
    const lines = await shop.lines(order.id)
    expect(lines.map(({ action, details }) => [action, details])).toEqual([
      ['create_order', {}],
      ['update_order', { notes: { from: { a: '1', b: '2' }, to: { c: '3' } } }],
      ['update_order', { notes: { from: { c: '3' }, to: {} } }],
    ])
  })

  it.each([
    [{}, 'notes'],
    [{ notes: { a: 'b' }, receipt: 'x' }, 'receipt'],
    [{ notes: { a: 'b' }, amount: 1 }, 'amount'],
    [{ notes: null }, 'notes'],
  ])('refuses %j', async (body, field) => {
    const order = await shop.order(10_000, { notes: { a: '1' } })
    expect((await rest.patch(`/v1/orders/${order.id}`, body)).error).toMatchObject({
      reason: 'input_validation_failed',
      field,
    })
    expect(await shop.fetch(order.id)).toEqual(order)
  })
})

describe('lists of orders', () => {
  let listed: Body[]
  let start: number

  beforeAll(async () => {
    await desk.pass(10)
    start = desk.now()
    listed = []
    for (let index = 0; index < 23; index += 1) {
      listed.unshift(await shop.order(10_000 + index, { receipt: `list-${index % 3}` }))
      if (index % 4 === 3) await desk.pass(1)
    }
  })

  const from = () => `from=${start}&to=${desk.now()}`

  it('are collections, newest first, ten at a time', async () => {
    const { body } = await rest.get(`/v1/orders?${from()}`)
    expect(body).toEqual({ entity: 'collection', count: 10, items: listed.slice(0, 10) })
  })

  it('can be skipped through without a gap or a repeat', async () => {
    const pages = []
    for (const skip of [0, 7, 14, 21, 28])
      pages.push(await rest.get(`/v1/orders?${from()}&count=7&skip=${skip}`))
    expect(pages.flatMap(idsOf)).toEqual(listed.map(({ id }) => id))
    expect(pages.map(({ body }) => body.count)).toEqual([7, 7, 7, 2, 0])
  })

  it('can be walked by cursor, forwards and backwards, without a gap or a repeat', async () => {
    const forwards: string[] = []
    for (let after = ''; ; after = forwards.at(-1) ?? '') {
      const page = idsOf(
        await rest.get(`/v1/orders?${from()}&count=4${after === '' ? '' : `&starting_after=${after}`}`),
      )
      if (page.length === 0) break
      forwards.push(...page)
    }
    expect(forwards).toEqual(listed.map(({ id }) => id))
    const backwards: string[] = []
    for (
      let before = forwards.at(-1);
      before !== undefined;
      before = backwards[0] === before ? undefined : backwards[0]
    ) {
      const page = idsOf(await rest.get(`/v1/orders?${from()}&count=4&ending_before=${before}`))
      if (page.length === 0) break
      backwards.unshift(...page)
    }
    expect(backwards).toEqual(forwards.slice(0, -1))
  })

  it('between two cursors hold what is between them', async () => {
    const between = await rest.get(
      `/v1/orders?count=100&starting_after=${listed[2].id}&ending_before=${listed[9].id}`,
    )
    expect(between.body.items).toEqual(listed.slice(3, 9))
    const nothing = await rest.get(
      `/v1/orders?count=100&starting_after=${listed[9].id}&ending_before=${listed[2].id}`,
    )
    expect(nothing.body.items).toEqual([])
  })

  it('take from and to, both ends included', async () => {
    const at = listed[10].created_at
    const { body } = await rest.get(`/v1/orders?from=${at}&to=${at}&count=100`)
    expect(body.items).toEqual(listed.filter((order) => order.created_at === at))
    expect((await rest.get(`/v1/orders?from=${at + 1}&to=${at}`)).body.items).toEqual([])
  })

  it('can be asked for by receipt and by status', async () => {
    const byReceipt = await rest.get(`/v1/orders?${from()}&receipt=list-1&count=100`)
    expect(byReceipt.body.items).toEqual(listed.filter(({ receipt }) => receipt === 'list-1'))
    const paid = await shop.captured(10_000)
    const byStatus = await rest.get(`/v1/orders?status=paid&count=100`)
    expect(idsOf(byStatus)).toContain(paid.order_id)
    expect(byStatus.body.items.every(({ status }: Body) => status === 'paid')).toBe(true)
    expect(
      (await rest.get(`/v1/orders?${from()}&status=attempted`)).body.items.every(
        ({ status }: Body) => status === 'attempted',
      ),
    ).toBe(true)
  })

  it('can be asked for by whether a payment is authorized', async () => {
    const authorized = await shop.authorized()
    const captured = await shop.captured()
    for (const spelling of ['1', 'true']) {
      const ids = idsOf(await rest.get(`/v1/orders?authorized=${spelling}&count=100`))
      expect(ids).toContain(authorized.order_id)
      expect(ids).not.toContain(captured.order_id)
    }
    for (const spelling of ['0', 'false']) {
      const ids = idsOf(await rest.get(`/v1/orders?authorized=${spelling}&count=100`))
      expect(ids).not.toContain(authorized.order_id)
      expect(ids).toContain(captured.order_id)
    }
    await shop.capture(authorized)
    expect(idsOf(await rest.get('/v1/orders?authorized=1&count=100'))).not.toContain(authorized.order_id)
  })

  it.each([
    ['count=0', 'count'],
    ['count=101', 'count'],
    ['count=ten', 'count'],
    ['count=', 'count'],
    ['count=1.5', 'count'],
    ['skip=-1', 'skip'],
    ['skip=x', 'skip'],
    ['from=946684799', 'from'],
    ['to=4765046401', 'to'],
    ['from=yesterday', 'from'],
    ['from=1781505000000', 'from'],
    ['status=open', 'status'],
    ['authorized=2', 'authorized'],
    ['expand[]=card', 'expand.0'],
    ['starting_after=pay_NfLw3gQ81xRt0a', 'starting_after'],
    ['ending_before=x', 'ending_before'],
    ['receipt=a&receipt=b', undefined],
    [`receipt=${'x'.repeat(41)}`, 'receipt'],
    ['limit=5', 'limit'],
    ['count[]=5', 'count'],
    ['count[a]=5', 'count'],
  ])('refuse ?%s', async (query, field) => {
    const { status, error } = await rest.get(`/v1/orders?${query}`)
    expect([status, error.field]).toEqual([400, field])
  })

  it('refuse a cursor that names nothing', async () => {
    const { status, error } = await rest.get('/v1/orders?starting_after=order_NfLw3gQ81xRt0a')
    expect([status, error.reason, error.field]).toEqual([404, 'record_not_found', 'starting_after'])
  })
})

describe('expanding an order', () => {
  const spellings = [
    'expand[]=X',
    'expand[0]=X',
    'expand=X',
    'expand[expand]=X',
    'expand%5B%5D=X',
    'expand[expand][0]=X',
  ]

  it.each(spellings)('by %s shows its payments', async (spelling) => {
    const order = await shop.order()
    const failed = await shop.attempt(order, cardOf('4100280000060003'))
    const payment = await shop.pay(order)
    const { body } = await rest.get(`/v1/orders/${order.id}?${spelling.replace('X', 'payments')}`)
    expect(body.payments).toMatchObject({ entity: 'collection', count: 2 })
    expect(body.payments.items.map(({ id, status }: Body) => [id, status])).toEqual([
      [payment.id, 'authorized'],
      [failed.error.metadata.payment_id, 'failed'],
    ])
    expect(body.payments.items[0].card).toBeUndefined()
    const cards = await rest.get(`/v1/orders/${order.id}?${spelling.replace('X', 'payments.card')}`)
    expect(cards.body.payments.items.map(({ card }: Body) => card.last4)).toEqual(['1007', '0003'])
  })

  it('may ask for both at once, and in a list', async () => {
    const payment = await shop.authorized()
    for (const query of ['expand[]=payments&expand[]=payments.card', 'expand=payments,payments.card']) {
      const { body } = await rest.get(`/v1/orders/${payment.order_id}?${query}`)
      expect(body.payments.items[0].card.last4).toBe('1007')
    }
    const { body } = await rest.get('/v1/orders?count=1&expand[]=payments')
    expect(body.items[0]).toMatchObject({
      id: payment.order_id,
      payments: { entity: 'collection', count: 1, items: [{ id: payment.id }] },
    })
  })

  it('is not done unasked', async () => {
    expect(Object.keys(await shop.fetch((await shop.authorized()).order_id))).not.toContain('payments')
  })

  it.each(['expand[]=card', 'expand=', 'expand[]=payments&expand[]=nothing', 'expand[a][b]=payments'])(
    'refuses ?%s',
    async (query) => {
      const { status, error } = await rest.get(`/v1/orders/${(await shop.order()).id}?${query}`)
      expect([status, error.reason]).toEqual([400, 'input_validation_failed'])
      expect(error.field).toMatch(/^expand/)
    },
  )
})

describe('the payments of an order', () => {
  it('are listed, newest first, with cards when asked for', async () => {
    const order = await shop.order()
    expect((await rest.get(`/v1/orders/${order.id}/payments`)).body).toEqual({
      entity: 'collection',
      count: 0,
      items: [],
    })
    const failed = await shop.attempt(order, upiOf('failure'))
    const payment = await shop.pay(order)
    const { body } = await rest.get(`/v1/orders/${order.id}/payments`)
    expect(body.items.map(({ id }: Body) => id)).toEqual([payment.id, failed.error.metadata.payment_id])
    expect(body.count).toBe(2)
    const expanded = await rest.get(`/v1/orders/${order.id}/payments?expand[]=card`)
    expect(expanded.body.items.map(({ card }: Body) => card?.last4)).toEqual(['1007', undefined])
  })
})
