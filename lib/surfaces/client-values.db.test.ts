import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(() => instance.close())

describe('values as clients write them', () => {
  it.each([
    ['as JSON', { json: { amount: '20035', currency: 'INR', receipt: 42, payment_capture: 1 } }],
    ['as JSON text', { json: { amount: '20035', currency: 'INR', receipt: 42, payment_capture: 'true' } }],
    ['as a form', { form: { amount: '20035', currency: 'INR', receipt: '42', payment_capture: '1' } }],
    [
      'as a form of Python',
      {
        form: {
          amount: '20035',
          currency: 'INR',
          receipt: '42',
          payment_capture: 'True',
          partial_payment: 'False',
          discount: 'False',
        },
      },
    ],
  ])('%s are stored and returned with the types of the schema', async (_, request) => {
    const { status, body } = await rest.call('POST', '/v1/orders', request)
    expect([status, body]).toMatchObject([201, { amount: 20_035, receipt: '42' }])
    expect(await shop.rows('SELECT payment_capture FROM orders WHERE id = $1', body.id)).toEqual([
      { payment_capture: true },
    ])
  })

  it('are the same request to an idempotency key as the values of the schema', async () => {
    const idempotencyKey = 'same-order'
    const first = await rest.post('/v1/orders', { amount: 500, currency: 'INR' }, { idempotencyKey })
    const again = await rest.post('/v1/orders', { amount: '500', currency: 'INR' }, { idempotencyKey })
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  it('that are null, and optional texts that are empty, are not given', async () => {
    const absent = { receipt: null, notes: null, partial_payment: null, callback_url: '', customer_id: '' }
    const { status, body } = await rest.post('/v1/orders', { amount: 100, currency: 'INR', ...absent })
    expect([status, body]).toMatchObject([201, { receipt: null, notes: [] }])
    const missing = await rest.post('/v1/orders', { amount: null, currency: 'INR' })
    expect([missing.status, missing.error.description]).toEqual([400, 'amount is required.'])
    const unknown = await rest.post('/v1/orders', { amount: 100, currency: 'INR', reciept: null })
    expect([unknown.status, unknown.error.field]).toEqual([400, 'reciept'])
  })

  it('of a PUT that are not given are cleared', async () => {
    const made = await rest.post('/v1/customers', { name: 'Asha Rao', email: 'asha@example.com' })
    const { status, body } = await rest.call('PUT', `/v1/customers/${made.body.id}`, {
      json: { name: 'Asha Rao', email: '', contact: 9876543210 },
    })
    expect([status, body]).toMatchObject([200, { email: null, contact: '+919876543210' }])
  })

  it.each(['null', '[]', '', '{}'])('of a body of %j are none', async (body) => {
    // The balance that the refund is paid from.
    await shop.captured(5000)
    const payment = await shop.captured(1000)
    const refund = await rest.call('POST', `/v1/payments/${payment.id}/refund`, { body })
    expect([refund.status, refund.body]).toMatchObject([201, { amount: 1000 }])
    const { status, error } = await rest.call('POST', '/v1/orders', { body })
    expect([status, error.description]).toEqual([400, 'amount and currency are required.'])
  })

  it('of a query are read likewise', async () => {
    const order = await shop.order(700, { receipt: 'R-700' })
    const { status, body } = await rest.get('/v1/orders?receipt=R-700&status=&count=1&authorized=False')
    expect([status, body.items]).toMatchObject([200, [{ id: order.id }]])
    expect((await rest.get('/v1/orders?count=1e1')).error).toMatchObject({ field: 'count' })
  })
})
