import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Reply, type Rest } from '#lib/testing/rest.ts'
import { type Body, cardOf, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
  // Additional balance for refunds: the fee of a payment is not refunded.
  await shop.captured(1_000_000)
})
afterAll(async () => {
  expect(await instance.violations()).toEqual([])
  await instance.close()
})

const namesOf = async (id: string) =>
  (await shop.events(id)).map(({ event }) => event).filter((name) => name.startsWith('refund.'))
const errorOf = ({ status, error }: Reply) => [status, error.reason, error.field]

const routes: [string, (payment: Body, body?: object, request?: object) => Promise<Reply>][] = [
  [
    'POST /v1/payments/:id/refund',
    (payment, body = {}, request) => rest.post(`/v1/payments/${payment.id}/refund`, body, request),
  ],
  [
    'POST /v1/refunds',
    (payment, body = {}, request) => rest.post('/v1/refunds', { payment_id: payment.id, ...body }, request),
  ],
]

describe.each(routes)('%s', (name, refund) => {
  it('refunds the full remaining amount by default, and responds with every field', async () => {
    const payment = await shop.captured()
    const before = await instance.balance()
    const response = await refund(payment, { notes: { why: 'late' }, receipt: 'r-1' })
    expect(response.status).toBe(201)
    expect(response.body).toEqual({
      id: expect.stringMatching(/^rfnd_[0-9A-Za-z]{14}$/),
      entity: 'refund',
      amount: 10_000,
      currency: 'INR',
      payment_id: payment.id,
      notes: { why: 'late' },
      receipt: 'r-1',
      acquirer_data: [],
      created_at: instance.now(),
      batch_id: null,
      status: 'pending',
      speed_requested: 'normal',
      speed_processed: null,
    })
    expect(await shop.fetch(response.body.id)).toEqual(response.body)
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      amount_refunded: 10_000,
      captured: true,
      fee: 236,
    })
    // The fee is kept.
    expect(await instance.balance()).toBe(before - 10_000)
    expect((await shop.lines(response.body.id))[0]).toMatchObject({
      actor_kind: 'key',
      actor_id: instance.key.id,
      request_id: response.headers.get('x-request-id'),
    })
  })

  it('without a body refunds everything', async () => {
    if (name.endsWith('/v1/refunds')) return
    const payment = await shop.captured()
    const response = await rest.call('POST', `/v1/payments/${payment.id}/refund`)
    expect([response.status, response.body.amount]).toEqual([201, 10_000])
  })

  it('refunds in parts until nothing is left', async () => {
    const payment = await shop.captured()
    expect((await refund(payment, { amount: 2500 })).body).toMatchObject({
      amount: 2500,
      notes: [],
      receipt: null,
    })
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
      amount_refunded: 2500,
      captured: true,
    })
    expect(errorOf(await refund(payment, { amount: 7501 }))).toEqual([
      400,
      'refund_amount_too_large',
      'amount',
    ])
    expect((await refund(payment)).body).toMatchObject({ amount: 7500 })
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      amount_refunded: 10_000,
    })
    expect(errorOf(await refund(payment, { amount: 100 }))).toEqual([
      400,
      'payment_already_refunded',
      undefined,
    ])
    expect(errorOf(await refund(payment))).toEqual([400, 'payment_already_refunded', undefined])
  })

  it.each([
    [{ amount: 10_001 }, 'refund_amount_too_large', 'amount'],
    [{ amount: 99 }, 'refund_amount_too_small', 'amount'],
    [{ amount: 0 }, 'input_validation_failed', 'amount'],
    [{ amount: -100 }, 'input_validation_failed', 'amount'],
    [{ amount: '100.0' }, 'input_validation_failed', 'amount'],
    [{ speed: 'instant' }, 'input_validation_failed', 'speed'],
    [{ receipt: 'x'.repeat(41) }, 'input_validation_failed', 'receipt'],
    [{ notes: { a: {} } }, 'input_validation_failed', 'notes.a'],
    [{ reason: 'late' }, 'input_validation_failed', 'reason'],
    [{ expected_refundable: 10_000 }, 'input_validation_failed', 'expected_refundable'],
  ])('rejects %j', async (body, reason, field) => {
    const payment = await shop.captured()
    const before = await instance.balance()
    expect(errorOf(await refund(payment, body))).toEqual([400, reason, field])
    expect(await shop.fetch(payment.id)).toMatchObject({ amount_refunded: 0, refund_status: null })
    expect(await instance.balance()).toBe(before)
    expect(await shop.count('refunds', 'payment_id = $1', payment.id)).toBe(0)
  })

  it('rejects a payment that is not captured', async () => {
    const failed = (await shop.attempt(await shop.order(), cardOf('4100280000060003'))).error.metadata
      .payment_id
    const waiting = await shop.pay(await shop.order(), upiOf('pending'))
    for (const payment of [await shop.authorized(), { id: failed }, waiting]) {
      const response = await refund(payment, { amount: 100 })
      expect([...errorOf(response), response.error.metadata]).toEqual([
        400,
        'payment_not_captured',
        undefined,
        { payment_id: payment.id },
      ])
    }
  })

  it('rejects a receipt that a refund of this payment has, and takes it for another payment', async () => {
    const [one, two] = [await shop.captured(), await shop.captured()]
    const first = await refund(one, { amount: 100, receipt: 'same' })
    const again = await refund(one, { amount: 200, receipt: 'same' })
    expect([...errorOf(again), again.error.metadata]).toEqual([
      400,
      'refund_receipt_used',
      'receipt',
      { payment_id: one.id, refund_id: first.body.id },
    ])
    expect((await refund(two, { amount: 100, receipt: 'same' })).status).toBe(201)
    expect((await refund(one, { amount: 100, receipt: null })).status).toBe(201)
    expect((await refund(one, { amount: 100 })).status).toBe(201)
    expect(await shop.fetch(one.id)).toMatchObject({ amount_refunded: 300 })
  })

  it.each([
    ['a card from abroad', cardOf('5555555555554444')],
    ['a wallet', { method: 'wallet', wallet: 'mobikwik' }],
  ])('rejects optimum speed for %s, and takes normal speed', async (_, way) => {
    const payment = await shop.captured(10_000, way)
    expect(errorOf(await refund(payment, { speed: 'optimum' }))).toEqual([
      400,
      'instant_refund_not_possible',
      'speed',
    ])
    expect((await refund(payment, { speed: 'normal' })).status).toBe(201)
  })

  it('fails when the balance is too small, and leaves everything as it was', async () => {
    const poor = await openInstance()
    try {
      const there = await openRest(poor)
      const theirs = shopOf(there, poor)
      const payment = await theirs.captured()
      const balance = await poor.balance()
      expect(balance).toBe(10_000 - 236)
      const path = name.endsWith('/v1/refunds') ? '/v1/refunds' : `/v1/payments/${payment.id}/refund`
      const body = name.endsWith('/v1/refunds') ? { payment_id: payment.id } : {}
      const refused = await there.post(path, body)
      expect([...errorOf(refused), refused.error.step]).toEqual([
        400,
        'insufficient_balance',
        undefined,
        'balance_check',
      ])
      expect(refused.error.metadata).toEqual({ payment_id: payment.id })
      expect(await theirs.fetch(payment.id)).toMatchObject({ status: 'captured', amount_refunded: 0 })
      expect(await theirs.count('refunds')).toBe(0)
      expect((await theirs.events(payment.id)).map(({ event }) => event)).not.toContain('refund.created')
      expect((await there.post(path, { ...body, amount: balance })).status).toBe(201)
      expect(await poor.balance()).toBe(0)
      expect(await poor.violations()).toEqual([])
    } finally {
      await openRest(instance)
      await poor.close()
    }
  })

  it('names an unknown payment by its own field', async () => {
    const response = await refund({ id: 'pay_NfLw3gQ81xRt0a' })
    const inBody = name.endsWith('/v1/refunds')
    expect(errorOf(response)).toEqual([inBody ? 400 : 404, 'record_not_found', inBody ? 'payment_id' : 'id'])
  })
})

describe('a refund at the bank', () => {
  it('at normal speed is processed after a while, with a reference of the bank', async () => {
    const payment = await shop.captured(20_000)
    const { body } = await shop.refund(payment, { amount: 5000 })
    await instance.pass(10)
    expect(await shop.fetch(body.id)).toMatchObject({ status: 'pending', acquirer_data: [] })
    await instance.pass(60)
    expect(await shop.fetch(body.id)).toEqual({
      ...body,
      status: 'processed',
      speed_processed: 'normal',
      acquirer_data: { arn: expect.stringMatching(/^\d{23}$/) },
    })
    expect(await namesOf(payment.id)).toEqual(['refund.created', 'refund.processed'])
    expect((await shop.postings(payment.id)).slice(-2)).toEqual([
      ['refund', 'merchant_balance', 'refunds_pending', 5000],
      ['refund_processed', 'refunds_pending', 'bank', 5000],
    ])
  })

  it.each([
    ['card', cardOf('4100280000001007')],
    ['upi', upiOf('success')],
    ['netbanking', { method: 'netbanking', bank: 'HDFC' }],
  ])('at optimum speed is instant for %s', async (_, way) => {
    const payment = await shop.captured(20_000, way)
    const { body } = await shop.refund(payment, { amount: 5000, speed: 'optimum' })
    expect(body).toMatchObject({ status: 'pending', speed_requested: 'optimum', speed_processed: null })
    await instance.pass(1)
    expect(await shop.fetch(body.id)).toMatchObject({
      status: 'processed',
      speed_processed: 'instant',
      acquirer_data: { rrn: expect.stringMatching(/^\d{12}$/) },
    })
    expect(await namesOf(payment.id)).toEqual(['refund.created', 'refund.processed'])
  })

  it('of …68 paise at optimum speed falls back to normal speed, and says so', async () => {
    const payment = await shop.captured(20_000)
    const { body } = await shop.refund(payment, { amount: 5068, speed: 'optimum' })
    await instance.pass(5)
    expect(await shop.fetch(body.id)).toMatchObject({ status: 'pending', speed_processed: null })
    await instance.pass(60)
    expect(await shop.fetch(body.id)).toMatchObject({
      status: 'processed',
      speed_requested: 'optimum',
      speed_processed: 'normal',
    })
    expect(await namesOf(payment.id)).toEqual(['refund.created', 'refund.speed_changed', 'refund.processed'])
    const [, changed] = (await shop.events(payment.id)).filter(({ event }) => event.startsWith('refund.'))
    expect(changed.contains).toEqual(['refund', 'payment'])
    expect(changed.payload.refund.entity).toMatchObject({
      id: body.id,
      speed_requested: 'optimum',
      speed_processed: 'normal',
    })
  })

  it('of …68 paise at normal speed says nothing of the sort', async () => {
    const payment = await shop.captured(20_000)
    await shop.refund(payment, { amount: 5068 })
    await instance.pass(60)
    expect(await namesOf(payment.id)).toEqual(['refund.created', 'refund.processed'])
  })

  it('of …13 paise fails after pending, and gives the amount back to the payment and to the balance', async () => {
    const payment = await shop.captured(20_000)
    const before = await instance.balance()
    const { body } = await shop.refund(payment, { amount: 5013, receipt: 'once' })
    expect(await instance.balance()).toBe(before - 5013)
    await instance.pass(10)
    expect(await shop.fetch(body.id)).toMatchObject({ status: 'pending' })
    await instance.pass(60)
    expect(await shop.fetch(body.id)).toMatchObject({
      status: 'failed',
      speed_processed: null,
      acquirer_data: [],
    })
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'captured',
      refund_status: null,
      amount_refunded: 0,
    })
    expect(await instance.balance()).toBe(before)
    expect(await namesOf(payment.id)).toEqual(['refund.created', 'refund.failed'])
    const failed = (await shop.events(payment.id)).find(({ event }) => event === 'refund.failed')
    expect(failed).toMatchObject({
      contains: ['refund', 'payment'],
      actor_kind: 'system',
      payment_id: payment.id,
      order_id: payment.order_id,
    })
    expect(failed.payload.refund.entity).toMatchObject({ id: body.id, status: 'failed' })
    expect(failed.payload.payment.entity).toMatchObject({
      id: payment.id,
      amount_refunded: 0,
      refund_status: null,
    })
    expect((await shop.postings(payment.id)).slice(-2)).toEqual([
      ['refund', 'merchant_balance', 'refunds_pending', 5013],
      ['refund_failed', 'refunds_pending', 'merchant_balance', 5013],
    ])
    // The returned amount can be refunded again, with another receipt.
    expect((await shop.refund(payment, { amount: 100, receipt: 'once' })).error.reason).toBe(
      'refund_receipt_used',
    )
    expect((await shop.refund(payment, { amount: 20_000, receipt: 'twice' })).status).toBe(201)
  })

  it('that fails takes a payment from refunded back to captured', async () => {
    const payment = await shop.captured(10_013)
    const { body } = await shop.refund(payment)
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'refunded', refund_status: 'full' })
    await instance.pass(60)
    expect(await shop.fetch(body.id)).toMatchObject({ status: 'failed' })
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'captured',
      refund_status: null,
      amount_refunded: 0,
      captured: true,
    })
    expect(await shop.fetch(payment.order_id)).toMatchObject({ status: 'paid' })
  })

  it('that fails beside one that did not leaves a part refunded', async () => {
    const payment = await shop.captured(20_000)
    await shop.refund(payment, { amount: 5013 })
    await shop.refund(payment, { amount: 14_987 })
    expect(await shop.fetch(payment.id)).toMatchObject({ status: 'refunded', refund_status: 'full' })
    await instance.pass(60)
    expect(await shop.fetch(payment.id)).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
      amount_refunded: 14_987,
    })
  })

  it('is told once, with a snapshot of refund and payment, and one line for each change', async () => {
    const payment = await shop.captured(20_000)
    const { body } = await shop.refund(payment, { amount: 5000 })
    await instance.pass(120)
    const [created, processed] = (await shop.events(payment.id)).filter(({ event }) =>
      event.startsWith('refund.'),
    )
    expect(created.payload.refund.entity).toEqual(body)
    expect(created.payload.payment.entity).toMatchObject({
      id: payment.id,
      amount_refunded: 5000,
      refund_status: 'partial',
    })
    expect(created).toMatchObject({ actor_kind: 'key', contains: ['refund', 'payment'] })
    expect(processed).toMatchObject({ actor_kind: 'system', actor_id: 'process-refund' })
    expect(processed.payload.refund.entity).toEqual(await shop.fetch(body.id))
    expect((await shop.lines(body.id)).map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['refund_payment', 'key'],
      ['process_refund', 'system'],
    ])
  })

  it('is one refund to the bank, however often the job runs', async () => {
    const payment = await shop.captured(20_000)
    const { body } = await shop.refund(payment, { amount: 5000 })
    instance.jobs.push(
      ...instance.jobs
        .filter(({ name }) => name === 'process-refund')
        .flatMap((job) => [{ ...job }, { ...job }]),
    )
    await instance.pass(120)
    expect(await namesOf(payment.id)).toEqual(['refund.created', 'refund.processed'])
    expect(
      await shop.count(
        'simulator_records',
        "kind = 'refund' AND reference IN (SELECT id FROM bank_operations WHERE refund_id = $1)",
        body.id,
      ),
    ).toBe(1)
    expect(await shop.rows('SELECT state FROM bank_operations WHERE refund_id = $1', body.id)).toEqual([
      { state: 'succeeded' },
    ])
  })
})

describe('reading refunds', () => {
  let payment: Body
  let listed: Body[]
  let start: number
  beforeAll(async () => {
    await instance.pass(100)
    start = instance.now()
    payment = await shop.captured(20_000)
    listed = []
    for (const amount of [100, 200, 313, 400]) {
      listed.unshift((await shop.refund(payment, { amount })).body)
      await instance.pass(1)
    }
    await instance.pass(60)
    listed = await Promise.all(listed.map(({ id }) => shop.fetch(id)))
  })

  it('of a payment, newest first, in pages', async () => {
    const { body } = await rest.get(`/v1/payments/${payment.id}/refunds`)
    expect(body).toEqual({ entity: 'collection', count: 4, items: listed })
    expect((await rest.get(`/v1/payments/${payment.id}/refunds?count=2&skip=1`)).body.items).toEqual(
      listed.slice(1, 3),
    )
    expect(
      (await rest.get(`/v1/payments/${payment.id}/refunds?starting_after=${listed[1].id}`)).body.items,
    ).toEqual(listed.slice(2))
    expect(
      (
        await rest.get(
          `/v1/payments/${payment.id}/refunds?from=${listed[1].created_at}&to=${listed[1].created_at}`,
        )
      ).body.items,
    ).toEqual([listed[1]])
  })

  it('of the account, by status and by payment', async () => {
    const list = async (query: string) => (await rest.get(`/v1/refunds?from=${start}&${query}`)).body.items
    expect(await list('')).toEqual(listed)
    expect(await list('status=failed')).toEqual(listed.filter(({ amount }) => amount === 313))
    expect(await list('status=processed')).toEqual(listed.filter(({ amount }) => amount !== 313))
    expect(await list(`payment_id=${payment.id}&count=2`)).toEqual(listed.slice(0, 2))
    expect(await list('payment_id=pay_NfLw3gQ81xRt0a')).toEqual([])
  })

  it('by its id, alone or under its payment, and not under another', async () => {
    const [refund] = listed
    expect((await rest.get(`/v1/refunds/${refund.id}`)).body).toEqual(refund)
    expect((await rest.get(`/v1/payments/${payment.id}/refunds/${refund.id}`)).body).toEqual(refund)
    const other = await shop.captured()
    expect(errorOf(await rest.get(`/v1/payments/${other.id}/refunds/${refund.id}`))).toEqual([
      404,
      'record_not_found',
      'refund_id',
    ])
  })

  it.each([
    ['status=open', 'status'],
    ['payment_id=x', 'payment_id'],
    ['count=0', 'count'],
    ['speed=normal', 'speed'],
    ['starting_after=pay_NfLw3gQ81xRt0a', 'starting_after'],
  ])('rejects ?%s', async (query, field) => {
    expect(errorOf(await rest.get(`/v1/refunds?${query}`))).toEqual([400, 'input_validation_failed', field])
  })

  it('notes can be replaced, and nothing else', async () => {
    const [refund] = listed
    const { status, body } = await rest.patch(`/v1/refunds/${refund.id}`, { notes: { a: '1' } })
    expect([status, body]).toEqual([200, { ...refund, notes: { a: '1' } }])
    expect((await rest.patch(`/v1/refunds/${refund.id}`, { notes: {} })).body).toEqual(refund)
    expect(errorOf(await rest.patch(`/v1/refunds/${refund.id}`, { notes: {}, status: 'processed' }))).toEqual(
      [400, 'input_validation_failed', 'status'],
    )
    expect(errorOf(await rest.patch(`/v1/refunds/${refund.id}`, {}))).toEqual([
      400,
      'input_validation_failed',
      'notes',
    ])
    expect((await shop.lines(refund.id)).filter(({ action }) => action === 'update_refund')).toHaveLength(2)
  })
})
