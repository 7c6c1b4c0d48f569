import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_CARDS } from '#lib/acquirer/instruments.ts'
import { REASONS } from '#lib/pipeline/error-reasons.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, cardOf, type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(async () => {
  expect(await instance.violations()).toEqual([])
  await instance.close()
})

describe('the published cards', () => {
  it.each(
    TEST_CARDS.filter(({ outcome }) => outcome === 'authorized').map(
      ({ number, network, international }) => [number, network, international] as const,
    ),
  )('%s (%s) is authorized, from abroad: %s', async (number, network, international) => {
    const payment = await shop.authorized(10_000, cardOf(number))
    expect(payment).toMatchObject({ status: 'authorized', international })
    const { card } = await shop.fetch(payment.id, '?expand[]=card')
    expect(card).toMatchObject({ entity: 'card', last4: number.slice(-4), network, international })
  })

  const declined = TEST_CARDS.filter(({ outcome }) => outcome !== 'authorized').map(
    ({ number, outcome }) => [number, outcome] as const,
  )
  it.each(declined)('%s is declined: %s', async (number, reason) => {
    const order = await shop.order()
    const response = await shop.attempt(order, cardOf(number))
    const row = REASONS[reason as keyof typeof REASONS]
    expect(response.status).toBe(400)
    expect(response.error).toMatchObject({
      reason,
      code: row.code,
      source: row.source,
      step: row.step,
      metadata: { order_id: order.id },
    })
    const failed = await shop.fetch(response.error.metadata.payment_id as string)
    expect(failed).toMatchObject({
      status: 'failed',
      captured: false,
      order_id: order.id,
      fee: null,
      error_code: row.code,
      error_description: row.description,
      error_source: row.source,
      error_step: row.step,
      error_reason: reason,
    })
    expect(await shop.fetch(order.id)).toMatchObject({ status: 'attempted', attempts: 1, amount_paid: 0 })
    expect(await shop.postings(failed.id)).toEqual([])
    expect((await shop.events(failed.id)).map(({ event }) => event)).toEqual(['payment.failed'])
  })

  it.each([['gateway_technical_error'], ['authentication_failed']])(
    '%s is a GATEWAY_ERROR',
    async (reason) => {
      const number = TEST_CARDS.find(({ outcome }) => outcome === reason)?.number ?? ''
      expect((await shop.attempt(await shop.order(), cardOf(number))).error).toMatchObject({
        reason,
        code: 'GATEWAY_ERROR',
      })
    },
  )

  it.each([
    ['4242424242424241', 'card_number_invalid'],
    ['4100280000001008', 'card_number_invalid'],
    ['123456789012', 'card_number_invalid'],
  ])('%s, whose check digit is wrong, is %s', async (number, reason) => {
    expect((await shop.attempt(await shop.order(), cardOf(number))).error).toMatchObject({ reason })
  })

  it.each(['4242424242424242', '6011111111111117', '3530111333300000'])(
    '%s, a valid unissued number, is authorized',
    async (number) => {
      expect(await shop.authorized(10_000, cardOf(number))).toMatchObject({ status: 'authorized' })
    },
  )

  it.each([
    ['05', '2026'],
    ['12', '25'],
  ])('one that ran out in %s/%s is card_expired', async (expiry_month, expiry_year) => {
    const { error } = await shop.attempt(await shop.order(), {
      method: 'card',
      card: { ...goodCard, expiry_month, expiry_year },
    })
    expect(error).toMatchObject({ reason: 'card_expired' })
  })

  it('is good to the end of its month', async () => {
    expect(
      await shop.authorized(10_000, {
        method: 'card',
        card: { ...goodCard, expiry_month: '6', expiry_year: '26' },
      }),
    ).toMatchObject({ status: 'authorized' })
  })
})

describe('one-time passwords', () => {
  it.each(['1234', '123456', '1234567890', 123456])('%j is accepted', async (otp) => {
    expect((await shop.attempt(await shop.order(), undefined, { otp })).status).toBe(201)
  })
  it.each(['123', '12345678901', 'abcd', '12 34'])(
    '%j is incorrect_otp, and the failed payment is on record',
    async (otp) => {
      const { status, error } = await shop.attempt(await shop.order(), undefined, { otp })
      expect([status, error.reason, error.step]).toEqual([400, 'incorrect_otp', 'payment_authentication'])
      expect(await shop.fetch(error.metadata.payment_id as string)).toMatchObject({
        status: 'failed',
        error_reason: 'incorrect_otp',
      })
    },
  )
})

describe('what is kept of a card', () => {
  it('is shown by the API, on both reads', async () => {
    const payment = await shop.authorized(10_000, cardOf('5555555555554444'))
    const { status, body } = await rest.get(`/v1/payments/${payment.id}/card`)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: payment.card_id,
      entity: 'card',
      name: 'Test Payer',
      last4: '4444',
      network: 'MasterCard',
      type: 'credit',
      issuer: null,
      international: true,
      emi: false,
      sub_type: 'business',
      token_iin: null,
    })
    for (const spelling of ['expand[]=card', 'expand[0]=card', 'expand=card', 'expand[expand]=card']) {
      expect((await shop.fetch(payment.id, `?${spelling}`)).card).toEqual(body)
      const list = await rest.get(`/v1/payments?order_id=${payment.order_id}&${spelling}`)
      expect(list.body.items[0].card).toEqual(body)
    }
    expect(await shop.fetch(payment.id)).not.toHaveProperty('card')
    expect((await rest.get(`/v1/payments/${payment.id}?expand[]=invoice`)).error.field).toBe('expand.0')
  })

  it('does not exist for other ways to pay', async () => {
    const payment = await shop.authorized(10_000, upiOf('success'))
    const { status, error } = await rest.get(`/v1/payments/${payment.id}/card`)
    expect([status, error.reason, error.metadata]).toEqual([
      400,
      'payment_method_not_card',
      { payment_id: payment.id },
    ])
    expect(await shop.fetch(payment.id, '?expand[]=card')).not.toHaveProperty('card')
  })

  it('is no number and no CVV, in any column of any table', async () => {
    const number = '4111111111111111'
    const secrets = [number, number.slice(0, 10), '"731"', '982451']
    const card = { ...goodCard, number, cvv: '731', name: 'Asha' }
    const order = await shop.order()
    await shop.attempt(order, { method: 'card', card }, { otp: '982451' }, { idempotencyKey: 'card-secret' })
    await shop.attempt(
      order,
      { method: 'card', card: { ...card, number: '4111 1111 1111 1111' } },
      { otp: '982451', amount: 1 },
      { idempotencyKey: 'card-secret-2' },
    )
    await rest.post('/v1/payments/create/json', { ...payer, card, otp: '982451', surplus: number })
    const { flushRequestLog } = await import('#lib/surfaces/request-log.ts')
    await flushRequestLog(instance.runtime.query)
    const tables = await shop.rows(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    )
    const dumped = []
    for (const { table_name } of tables)
      dumped.push(
        ...(await shop.rows(`SELECT row_to_json(row)::text AS text FROM "${table_name}" row`)).map(
          ({ text }: Body) => `${table_name} ${text}`,
        ),
      )
    const all = dumped.join('\n')
    expect(all).toContain('"last4":"1111"')
    expect(all).toContain('[redacted]')
    for (const secret of secrets)
      expect(all.includes(secret), `${secret} is kept: ${dumped.find((text) => text.includes(secret))}`).toBe(
        false,
      )
  })
})
