import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { rotateKey } from '#lib/domain/api-keys/rotate.ts'
import { approveApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { appOwner, claimIdempotencyKey, keyOf, wantedKey } from '#lib/pipeline/idempotency.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { as, replayed } from '#lib/testing/keyed.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeEach(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterEach(async () => {
  expect(await instance.violations()).toEqual([])
  await instance.close()
})

const ORDER = { amount: 100, currency: 'INR' } as const
const run = (operation: Operation, actor: Actor, input: object, key: string) =>
  outcomeOf(
    execute(instance.runtime, operation, actor, input, {
      requestId: `req_${Math.random()}`,
      idempotencyKey: key,
    }).then(({ value }) => value as Record<string, unknown>),
  )
const person = (): Actor => ({ ...instance.actor, kind: 'user', id: 'user_0123456789abcd' })
const program = (owner: string): Actor => ({ ...instance.actor, kind: 'client', id: `grant-${owner}`, owner })
const payerOf = (order: string): Actor => ({ ...instance.actor, kind: 'payer', id: order })

async function anotherKey() {
  return (
    await execute(
      instance.runtime,
      createKey,
      instance.system,
      { name: 'another' },
      { requestId: 'req_another' },
    )
  ).value as { id: string; secret: string }
}

describe('the key of one caller is never that of another', () => {
  const id = fc.stringMatching(/^[a-z_0-9A-Z-]{1,20}$/)
  const actor = fc.record(
    {
      kind: fc.constantFrom('key', 'user', 'client', 'payer', 'system'),
      id,
      owner: id,
      approval: fc.record({ id, by: id }),
    },
    { requiredKeys: ['kind', 'id'] },
  ) as unknown as fc.Arbitrary<Actor>
  const sent = fc.oneof(
    fc.string({ maxLength: 255 }),
    fc.stringMatching(/^(key|user|approval|form|tool):[a-z]+ ?[a-z]*$/),
  )
  const callerOf = ({ kind, id: own, owner, approval }: Actor) =>
    JSON.stringify(approval ? ['approval', approval.id] : [kind, owner ?? own])

  it('whatever either sends', () => {
    fc.assert(
      fc.property(actor, sent, actor, sent, (one, first, two, second) => {
        const same = callerOf(one) === callerOf(two) && first === second
        expect(keyOf(one, first) === keyOf(two, second)).toBe(same)
      }),
      { numRuns: 2000 },
    )
  })

  it('in the namespaces that were prefixes once', async () => {
    const owner = appOwner('client_1', 'user_1')
    const callers: [string, Actor, string][] = [
      ['a form', person(), `form:${person().id}:k`],
      ['a payer', payerOf('order_1'), 'form:order_1:k'],
      ['a program', program(owner), `tool:${owner}:k`],
      ['a form, as it is kept', person(), `user:${person().id}`],
    ]
    for (const [name, caller, planted] of callers) {
      // Another operation and body, so that a caller who hits this row is rejected.
      expect(
        (await rest.post('/v1/customers', { name: 'Planted', fail_existing: '0' }, as(planted))).status,
        name,
      ).toBe(200 + 1)
      expect(await run(createOrder, caller, ORDER, 'k'), name).toMatchObject({ value: { amount: 100 } })
    }
  })
})

describe('an approval', () => {
  it('is carried out, whatever keys others have used', async () => {
    const pending = await openApprovalInstance()
    const owner = await pending.person('owner')
    const asking = await pending.program(owner)
    const { id: payment } = await pending.shop.captured(10_000)
    const go = (operation: Operation, input: object, actor: Actor, key?: string) =>
      outcomeOf(
        execute(pending.instance.runtime, operation, actor, input, {
          requestId: `req_${Math.random()}`,
          idempotencyKey: key,
        }).then(({ value }) => value as Record<string, unknown>),
      )
    const { metadata } = await go(refundPayment, { id: payment, amount: 900 }, asking)
    const id = metadata?.approval_id ?? ''
    for (const key of [`approval:${id}`, 'run', `approval:${id} run`.replace(' ', ':')])
      expect((await go(createOrder, ORDER, pending.instance.actor, key)).value).toMatchObject({ amount: 100 })
    expect((await go(createOrder, ORDER, asking, 'run')).value).toMatchObject({ amount: 100 })
    expect((await go(approveApproval, { id }, await pending.person('admin'))).value).toBeTruthy()
    await runApproval(pending.instance.runtime, pending.instance.actor.account.id, id)
    const { rows } = await pending.instance.runtime.query(
      'SELECT status, error FROM approvals WHERE id = $1',
      [id],
    )
    expect(rows[0]).toEqual({ status: 'approved', error: null })
    const refunds = await pending.instance.runtime.query('SELECT amount FROM refunds WHERE payment_id = $1', [
      payment,
    ])
    expect(refunds.rows).toEqual([{ amount: 900 }])
    await pending.instance.close()
  })
})

describe('two API keys with one idempotency key and one body', () => {
  const WEBHOOK = { url: 'https://example.com/hook', events: ['payment.captured'] }

  it('are two requests: a secret that is shown once is shown to neither twice', async () => {
    const other = await anotherKey()
    const first = await rest.post('/v1/webhooks', WEBHOOK, as('k'))
    const second = await rest.post('/v1/webhooks', WEBHOOK, { ...as('k'), as: other })
    expect([first.status, second.status, replayed(second)]).toEqual([201, 201, null])
    expect(second.body.id).not.toBe(first.body.id)
    expect(second.body.secret).not.toBe(first.body.secret)
    expect((await rest.post('/v1/webhooks', WEBHOOK, as('k'))).text).toBe(first.text)
    expect((await rest.post('/v1/webhooks', WEBHOOK, { ...as('k'), as: other })).text).toBe(second.text)
  })

  it.each(['/v1/orders', '/v1/webhooks'])(
    '%s: each at once many times, has one effect for each',
    async (path) => {
      const other = await anotherKey()
      const body = path === '/v1/orders' ? ORDER : WEBHOOK
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          rest.post(path, body, { ...as('k'), ...(index % 2 ? { as: other } : {}) }),
        ),
      )
      const made = responses
        .map(({ status, text }, index) => ({ key: index % 2, status, text }))
        .filter(({ status }) => status === 201)
      for (const key of [0, 1]) {
        expect(new Set(made.filter((one) => one.key === key).map(({ text }) => text)).size).toBe(1)
      }
      expect(await shop.count(path === '/v1/orders' ? 'orders' : 'webhook_endpoints')).toBe(2)
    },
  )

  it('are one after a rotation, however often', async () => {
    const first = await rest.post('/v1/orders', ORDER, as('k'))
    let key: { id: string; secret: string } = instance.key
    for (let rotation = 0; rotation < 2; rotation += 1) {
      key = (
        await execute(
          instance.runtime,
          rotateKey,
          instance.system,
          { id: key.id, overlap: 3600 },
          { requestId: 'req_rotation' },
        )
      ).value as typeof key
      const again = await rest.post('/v1/orders', ORDER, { ...as('k'), as: key })
      expect([again.text, replayed(again)]).toEqual([first.text, 'true'])
    }
    expect(await shop.count('orders')).toBe(1)
  })
})

describe('the claim of a process', () => {
  const globals = globalThis as { counterfoilHeartbeat?: unknown }
  const beat = (id: string, ago: number) =>
    instance.runtime.query(
      `INSERT INTO processes (id, works, started_at, beat_at) VALUES ($1, false, now(), now() - $2 * interval '1 second')
       ON CONFLICT (id) DO UPDATE SET beat_at = EXCLUDED.beat_at`,
      [id, ago],
    )
  const claimAs = async (process: string, key: string, operation: string, input: object) => {
    globals.counterfoilHeartbeat = { id: process }
    try {
      const wanted = wantedKey(instance.runtime, { name: operation }, instance.actor, key, input)
      return await claimIdempotencyKey(instance.runtime, wanted)
    } finally {
      delete globals.counterfoilHeartbeat
    }
  }

  it('lasts while the process lives, and ends with it long before its lease', async () => {
    const payment = await shop.captured()
    const input = { amount: 100, id: payment.id }
    await beat('alive', 0)
    await claimAs('alive', 'k', 'refund_payment', input)
    const send = () => shop.refund(payment, { amount: 100 }, as('k'))
    expect((await send()).error.reason).toBe('idempotency_key_in_use')
    await beat('alive', 4)
    const responses = await Promise.all(Array.from({ length: 20 }, send))
    expect(
      responses.filter((response) => response.status === 201 && replayed(response) === null),
    ).toHaveLength(1)
    expect(await shop.count('refunds')).toBe(1)
  })

  it('ends with a process that no table knows any more', async () => {
    const payment = await shop.captured()
    await claimAs('gone', 'k', 'refund_payment', { amount: 100, id: payment.id })
    expect((await shop.refund(payment, { amount: 100 }, as('k'))).status).toBe(201)
  })

  it('reserves nothing at the bank once it was taken over, though the process comes back', async () => {
    const order = await shop.order(10_000, { partial_payment: true })
    const { prisma } = instance.runtime
    const pay = () => shop.attempt(order, undefined, { amount: 4000 }, as('k'))
    let second: Awaited<ReturnType<typeof pay>> | undefined
    globals.counterfoilHeartbeat = { id: 'stopped' }
    await beat('stopped', 0)
    // Claimed first and decided in a transaction, as after an error of the first attempt.
    const { writer } = instance.runtime
    instance.runtime.writer = null
    // The first process is stopped before its transaction, and goes on after a repeat has its response.
    const stopped: typeof prisma.$transaction = async (work, options) => {
      instance.runtime.prisma = prisma
      globals.counterfoilHeartbeat = { id: 'second' }
      await beat('stopped', 4)
      await beat('second', 0)
      second = await pay()
      return prisma.$transaction(work, options)
    }
    instance.runtime.prisma = new Proxy(prisma, {
      get: (target, name) => (name === '$transaction' ? stopped : Reflect.get(target, name)),
    })
    const first = await pay().finally(() => {
      instance.runtime.writer = writer
      delete globals.counterfoilHeartbeat
    })
    expect(second?.status).toBe(201)
    expect([first.status, first.error.reason]).toEqual([409, 'idempotency_key_in_use'])
    expect(await shop.count('payments')).toBe(1)
    expect(await shop.count('bank_operations', "kind = 'authorize'")).toBe(1)
    expect((await pay()).text).toBe(second?.text)
  })

  it('claims its key with its first writes, so a process that is stopped before has begun nothing', async () => {
    const order = await shop.order(10_000, { partial_payment: true })
    const { writer } = instance.runtime
    if (!writer) throw new Error('Writes are joined by default.')
    const pay = () => shop.attempt(order, undefined, { amount: 4000 }, as('late'))
    let second: Awaited<ReturnType<typeof pay>> | undefined
    instance.runtime.writer = {
      async write(write) {
        instance.runtime.writer = writer
        second = await pay()
        return writer.write(write)
      },
    }
    const before = await shop.count('payments')
    const first = await pay()
    expect([second?.status, first.status]).toEqual([201, 201])
    expect(first.text).toBe(second?.text)
    expect(await shop.count('payments')).toBe(before + 1)
  })
})
