import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { rotateKey } from '#lib/domain/api-keys/rotate.ts'
import { approveApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { createPayout } from '#lib/domain/payouts/create.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { createTransfer } from '#lib/domain/transfers/create.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { tripsOf } from '#lib/testing/trips.ts'
import { KEY_PERMISSIONS, type Role } from '#lib/values/permissions.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

let shop: ApprovalInstance
beforeAll(async () => {
  shop = await openApprovalInstance()
})
beforeEach(async () => {
  for (const flow of ['refunds', 'wallet_credits', 'payouts'] as const) await shop.thresholds(null, {}, flow)
})
afterAll(async () => {
  expect(await shop.instance.violations()).toEqual([])
  await shop.instance.close()
})

type Input = Record<string, unknown>
/** @param at the present in Unix seconds, if it differs from the server's */
const run = (operation: unknown, input: Input, as: Actor, at?: number) => {
  const runtime =
    at === undefined ? shop.instance.runtime : { ...shop.instance.runtime, clock: () => at * 1000 }
  const meta = { requestId: `req_${Math.random()}`, idempotencyKey: `key-${Math.random()}` }
  return outcomeOf(
    execute(runtime, operation as Operation, as, input, meta).then(({ value }) => value as Input),
  )
}
const causeOf = async (ended: ReturnType<typeof run>) => {
  const { reason, metadata } = await ended
  return reason === 'waiting_for_approval' ? metadata?.cause : (reason ?? 'moved')
}
const refund = async (as: Actor, amount: number, of?: string, at?: number) =>
  run(refundPayment, { id: of ?? (await shop.shop.captured(100_000)).id, amount }, as, at)

/** The actor of requests with a key that a person created. */
async function keyOf(maker: Actor, scopes: string[] = []): Promise<Actor> {
  const { id } = await shop.instance.run(createKey, { name: 'Webshop', scopes }, undefined, maker)
  return asKey(id)
}
const asKey = (id: string): Actor => ({ ...shop.instance.actor, id, permissions: new Set(KEY_PERMISSIONS) })
const setRole = (person: Actor, role: Role) =>
  shop.instance.runtime.query('UPDATE memberships SET role = $2 WHERE user_id = $1', [person.id, role])

describe('thresholds add up', () => {
  const THRESHOLD = 10_000

  it('so that, however it is split, no more moves alone in any 24 hours: per person, per app, per payment', async () => {
    const payments = await Promise.all([0, 1, 2].map(() => shop.shop.captured(1_000_000)))
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            who: fc.nat(5),
            payment: fc.nat(2),
            amount: fc.oneof(fc.integer({ min: 100, max: 4_000 }), fc.constant(THRESHOLD)),
            wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 * HOUR })),
          }),
          { minLength: 6, maxLength: 24 },
        ),
        async (steps) => {
          await shop.instance.runtime.query('DELETE FROM moved_alone', [])
          await shop.thresholds(null, { support: THRESHOLD })
          const [one, two] = [await shop.person('support'), await shop.person('support')]
          const limits = { perCall: 1e9, perDay: 1e9 }
          const [app, other] = [await shop.program(one, limits), await shop.program(two, limits)]
          await shop.instance.runtime.query('UPDATE oauth_grants SET client_id = $3 WHERE id IN ($1, $2)', [
            app.id,
            other.id,
            `shared-${app.id}`,
          ])
          const key = asKey((await keyOf({ ...one, permissions: shop.instance.system.permissions })).id)
          const actors = [
            one,
            two,
            app,
            other,
            key,
            asKey((await keyOf({ ...two, permissions: shop.instance.system.permissions })).id),
          ]
          const counts = [['one'], ['two'], ['one', 'app'], ['two', 'app'], ['one'], ['two']]
          const moved: { at: number; amount: number; counted: string[] }[] = []
          let at = shop.instance.now()
          for (const { who, payment, amount, wait } of steps) {
            at += wait
            const id = payments[payment]?.id
            const ended = await refund(actors[who] as Actor, amount + moved.length, id, at)
            if (ended.reason === undefined)
              moved.push({ at, amount: amount + moved.length, counted: [...(counts[who] ?? []), String(id)] })
            else expect(ended.reason).toBe('waiting_for_approval')
            // The sum of every total that this movement counts towards, over the last 24 hours.
            for (const total of ['one', 'two', 'app', ...payments.map((each) => each.id)]) {
              const sum = moved
                .filter((each) => each.at > at - DAY && each.counted.includes(total))
                .reduce((all, each) => all + each.amount, 0)
              expect(sum).toBeLessThanOrEqual(THRESHOLD)
            }
          }
          expect(moved.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: 8 },
    )
  })

  it('also for requests at once, by one person in three ways', async () => {
    const person = await shop.person('support')
    await shop.thresholds(1_000)
    const app = await shop.program(person, { perCall: 1e6, perDay: 1e6 })
    const key = await keyOf({ ...person, permissions: shop.instance.system.permissions })
    const payments = await Promise.all(Array.from({ length: 9 }, () => shop.shop.captured(10_000)))
    const range = await Promise.all(
      payments.map(({ id }, at) => causeOf(refund([person, app, key][at % 3] as Actor, 300, id))),
    )
    expect(range.filter((end) => end === 'moved')).toHaveLength(3)
    expect(range.filter((end) => end === 'person_total')).toHaveLength(6)
  })

  it('for one payment, across all requesters, also at once', async () => {
    const people = await Promise.all([0, 1, 2, 3].map(() => shop.person('support')))
    await shop.thresholds(1_000)
    const { id } = await shop.shop.captured(10_000)
    const range = await Promise.all(people.map((person) => causeOf(refund(person, 400, id))))
    expect(range.sort()).toEqual(['moved', 'moved', 'record_total', 'record_total'])
  })

  it('without what a second person approved', async () => {
    const person = await shop.person('support')
    await shop.thresholds(1_000)
    const pending = await refund(person, 5_000)
    const id = pending.metadata?.approval_id ?? ''
    await run(approveApproval, { id }, await shop.person('owner'))
    await runApproval(shop.instance.runtime, person.account.id, id)
    expect((await shop.approval(id))?.result).not.toBeNull()
    expect(await causeOf(refund(person, 1_000))).toBe('moved')
    expect(await causeOf(refund(person, 100))).toBe('person_total')
  })
})

describe('an API key', () => {
  it('is held to the thresholds of the person who made it, together with them', async () => {
    const admin = await shop.person('admin')
    await shop.thresholds(null, { admin: 1_000 })
    const [one, two] = [await keyOf(admin), await keyOf(admin)]
    expect(await causeOf(refund(one, 1_001))).toBe('role_threshold')
    expect(await causeOf(refund(one, 600))).toBe('moved')
    expect(await causeOf(refund(two, 600))).toBe('person_total')
    expect(await causeOf(refund(admin, 600))).toBe('person_total')
    expect(await causeOf(refund(await keyOf(await shop.person('owner')), 5_000))).toBe('moved')
  })

  it('takes on those of the person who rotates it', async () => {
    const [owner, admin] = [await shop.person('owner'), await shop.person('admin')]
    await shop.thresholds(null, { admin: 1_000 })
    const { id } = await keyOf(owner)
    expect(await causeOf(refund(asKey(id), 2_000))).toBe('moved')
    const rotated = await shop.instance.run(rotateKey, { id, overlap: 0 }, undefined, admin)
    expect(await causeOf(refund(asKey(rotated.id), 2_000))).toBe('role_threshold')
  })

  it('is held to the lowest threshold of any role once its creator was disabled or removed', async () => {
    const [gone, left] = [await shop.person('owner'), await shop.person('owner')]
    await shop.thresholds(50_000, { support: 700, admin: 1_000 })
    const keys = [await keyOf(gone), await keyOf(left)]
    for (const key of keys) expect(await causeOf(refund(key, 800))).toBe('moved')
    await shop.instance.runtime.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [gone.id])
    await shop.instance.runtime.query('DELETE FROM memberships WHERE user_id = $1', [left.id])
    for (const key of keys) expect(await causeOf(refund(key, 800))).toBe('role_threshold')
  })

  it('of the platform is held to the threshold of the merchant, all such keys together', async () => {
    await shop.thresholds(1_000, { support: 10 })
    const other = asKey((await keyOf(shop.instance.system)).id)
    expect(await causeOf(refund(shop.instance.actor, 1_001))).toBe('merchant_threshold')
    expect(await causeOf(refund(shop.instance.actor, 900))).toBe('moved')
    expect(await causeOf(refund(other, 200))).toBe('key_total')
  })

  it('with a threshold of its own counts alone', async () => {
    const admin = await shop.person('admin')
    await shop.thresholds(null, { admin: 1_000 })
    const key = await keyOf(admin)
    await shop.instance.runtime.query('UPDATE api_keys SET approval_above = 5000 WHERE id = $1', [key.id])
    expect(await causeOf(refund(key, 5_001))).toBe('key_threshold')
    expect(await causeOf(refund(key, 4_000))).toBe('moved')
    expect(await causeOf(refund(key, 1_500))).toBe('key_total')
    expect(await causeOf(refund(admin, 1_000))).toBe('moved')
    const rotated = await shop.instance.run(
      rotateKey,
      { id: key.id, overlap: 0 },
      undefined,
      await shop.person('admin'),
    )
    expect(await causeOf(refund(asKey(rotated.id), 1_001))).toBe('role_threshold')
  })

  it('waits once for the same request, whichever of three keys asks, and is carried out once another approves', async () => {
    const admin = await shop.person('admin')
    await shop.thresholds(1_000)
    const keys = [await keyOf(admin), await keyOf(admin), await keyOf(admin)]
    const { id: payment } = await shop.shop.captured(10_000)
    const range = await Promise.all(keys.map((key) => refund(key, 5_000, payment)))
    const [id, ...others] = new Set(range.map(({ metadata }) => metadata?.approval_id ?? ''))
    expect(others).toEqual([])
    expect((await run(approveApproval, { id }, admin)).reason).toBe('approval_takes_another')
    expect((await run(approveApproval, { id }, await shop.person('owner'))).reason).toBeUndefined()
    await Promise.allSettled([0, 1].map(() => runApproval(shop.instance.runtime, admin.account.id, id ?? '')))
    await runApproval(shop.instance.runtime, admin.account.id, id ?? '')
    expect((await shop.shop.fetch(payment)).amount_refunded).toBe(5_000)
    expect(await shop.approval(id ?? '')).toMatchObject({
      status: 'approved',
      actor_kind: 'key',
      user_id: admin.id,
    })
  })
})

describe('wallet credits and payouts', () => {
  it('add up like refunds, each for itself', async () => {
    const person = await shop.person('finance')
    await shop.thresholds(1_000, {}, 'wallet_credits')
    const credit = async (amount: number, to?: string) =>
      causeOf(
        run(
          createTransfer,
          { customer_id: to ?? (await shop.customer()).id, amount, currency: 'INR' },
          person,
        ),
      )
    const { id } = await shop.customer()
    expect(await credit(1_001, id)).toBe('merchant_threshold')
    expect(await credit(700, id)).toBe('moved')
    expect(await credit(400)).toBe('person_total')
    expect(await causeOf(refund(person, 5_000))).toBe('moved')
    const other = await shop.person('finance')
    const input = { customer_id: id, amount: 400, currency: 'INR' }
    expect(await causeOf(run(createTransfer, input, other))).toBe('record_total')
  })

  it('cannot be joined to pay out to a bank account that was just added', async () => {
    const person = await shop.person('finance')
    const who = await shop.holder(50_000)
    const account = await shop.fundAccount(who)
    const input = {
      id: who.id,
      fund_account_id: account.id,
      purpose: 'refund',
      amount: 1_000,
      currency: 'INR',
    }
    await shop.thresholds(null, { finance: 5_000 }, 'wallet_credits')
    expect(await causeOf(run(createPayout, input, person))).toBe('new_bank_account')
    await shop.instance.pass(DAY + 1)
    expect(await causeOf(run(createPayout, { ...input, amount: 1_001 }, person))).toBe('moved')
    await shop.thresholds(2_000, {}, 'payouts')
    expect(await causeOf(run(createPayout, { ...input, amount: 1_900 }, person))).toBe('merchant_threshold')
  })

  it('move at once where there is no threshold, to a new bank account as well', async () => {
    const who = await shop.holder(50_000)
    const account = await shop.fundAccount(who)
    const input = {
      id: who.id,
      fund_account_id: account.id,
      purpose: 'refund',
      amount: 1_000,
      currency: 'INR',
    }
    expect(await causeOf(run(createPayout, input, await shop.person('finance')))).toBe('moved')
    await shop.thresholds(null, { support: 100 })
    const other = { ...input, fund_account_id: (await shop.fundAccount(who, '223456789012')).id }
    expect(await causeOf(run(createPayout, other, await shop.person('finance')))).toBe('moved')
  })
})

describe('the cost of a refund', () => {
  /** The minimum of three runs, since the process writes its logs meanwhile. */
  const tripsOfRefund = async (as: Actor) => {
    const counts: number[] = []
    for (let at = 0; at < 3; at += 1) {
      const { id } = await shop.shop.captured(10_000)
      await flushRequestLog(shop.instance.runtime.query)
      const { value, trips } = await tripsOf(() => run(refundPayment, { id, amount: 100 }, as))
      expect(value.reason).toBeUndefined()
      counts.push(trips)
    }
    return Math.min(...counts)
  }

  it('is a part of the one query without thresholds, and decided in a transaction with them', async () => {
    const person = await shop.person('support')
    const key = await keyOf(await shop.person('owner'))
    const free = [await tripsOfRefund(key), await tripsOfRefund(person)]
    await shop.thresholds(null, { support: 10_000 })
    // The role of the key has no threshold, so nothing is locked or written for it.
    expect(await tripsOfRefund(key)).toBe(free[0])
    expect(await tripsOfRefund(person)).toBeGreaterThan(FREE + 3)
    expect(free).toEqual([FREE, FREE])
    await setRole(person, 'owner')
    expect(await tripsOfRefund(person)).toBe(free[1])
  })
})

/** All trips of a refund with an idempotency key by a requester without thresholds. */
const FREE = 2
