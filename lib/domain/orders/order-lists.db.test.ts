import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
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

const idsOf = (response: { body: { items: { id: string }[] } }) => response.body.items.map(({ id }) => id)

describe('lists of orders', () => {
  let listed: Body[]
  let start: number

  beforeAll(async () => {
    await instance.pass(10)
    start = instance.now()
    listed = []
    for (let index = 0; index < 23; index += 1) {
      listed.unshift(await shop.order(10_000 + index, { receipt: `list-${index % 3}` }))
      if (index % 4 === 3) await instance.pass(1)
    }
  })

  const from = () => `from=${start}&to=${instance.now()}`

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

  it('can be asked for by receipt whatever the case of its letters', async () => {
    const order = await shop.order(10_000, { receipt: 'Mixed-Case-Ä7' })
    for (const receipt of ['Mixed-Case-Ä7', 'mIXED-cASE-Ä7', 'MIXED-CASE-Ä7']) {
      const { body } = await rest.get(`/v1/orders?${new URLSearchParams({ receipt })}`)
      expect(body.items.map(({ id }: { id: string }) => id)).toEqual([order.id])
    }
    expect((await rest.get('/v1/orders?receipt=mixed-case')).body.items).toEqual([])
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
  ])('reject ?%s', async (query, field) => {
    const { status, error } = await rest.get(`/v1/orders?${query}`)
    expect([status, error.field]).toEqual([400, field])
  })

  it('reject an unknown cursor', async () => {
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
    'rejects ?%s',
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
