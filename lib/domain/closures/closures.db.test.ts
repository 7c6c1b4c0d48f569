import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { cancelClosure, confirmClosure } from '#lib/domain/closures/decide.ts'
import { fetchClosure, requestClosure } from '#lib/domain/closures/request.ts'
import { CLOSURE_DRAINS, CLOSURE_WAITS } from '#lib/domain/closures/schema.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { advanceClosures } from '#lib/jobs/closures.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { outcomeOf } from '#lib/testing/approvals.ts'
import { customRole } from '#lib/testing/custom-role.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'
import { ROLE_GRANTABLE, ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'
import { randomText } from '#lib/values/random-text.ts'

let first: Instance
beforeAll(async () => {
  first = await openInstance()
})
afterAll(() => first.close())

const TYPED = { typed_name: 'Test Stores' }

/** A merchant of its own with its people. */
async function merchant() {
  const instance = await openInstance({ beside: first })
  const rest: Rest = await openRest(instance)
  const rows = async (text: string, values: unknown[] = []) =>
    (await instance.runtime.query(text, values)).rows
  async function person(role: Role = 'owner'): Promise<Actor> {
    const email = `${randomText(8).toLowerCase()}@example.com`
    const user = await instance.database.prisma.$transaction((tables) =>
      createUser(
        tables,
        { email, name: 'A Person', password: '-', merchant_id: instance.merchant.id, role },
        '-',
        instance.now() * 1000,
      ),
    )
    const permissions = new Set(ROLE_PERMISSIONS[role])
    return { kind: 'user', id: user.id, name: email, account: instance.actor.account, permissions }
  }
  const request = (as: Actor) => outcomeOf(instance.run(requestClosure, TYPED, undefined, as, true))
  const status = async () =>
    (
      await rows('SELECT status FROM closures WHERE merchant_id = $1 ORDER BY id DESC LIMIT 1', [
        instance.merchant.id,
      ])
    )[0]?.status
  /** A payment of live mode as it is in the tables, without the bank that live mode has none of here. */
  const livePayment = (state: string) =>
    instance.runtime.query(
      `INSERT INTO payments (account_id, id, amount, currency, status, method, created_at)
       VALUES ($1, $2, 12500, 'INR', $3, 'upi', $4)`,
      [instance.merchant.accounts.live, `pay_${randomText(14)}`, state, instance.now()],
    )
  return { instance, rest, rows, person, request, status, livePayment }
}

describe('a deletion', () => {
  it('is requested by owners alone, with the name typed and the password given', async () => {
    const { instance, person } = await merchant()
    for (const role of ROLES) {
      const actor = await person(role)
      const { reason } = await outcomeOf(
        instance.run(requestClosure, { typed_name: 'x' }, undefined, actor, true),
      )
      expect(reason, role).toBe(role === 'owner' ? 'name_not_typed' : 'permission_denied')
    }
    const owner = await person()
    expect((await outcomeOf(instance.run(requestClosure, TYPED, undefined, owner))).reason).toBe(
      'password_required',
    )
    const { value } = await outcomeOf(instance.run(requestClosure, TYPED, undefined, owner, true))
    expect(value).toMatchObject({ status: 'waiting', due_at: instance.now() + CLOSURE_WAITS })
    expect((await outcomeOf(instance.run(requestClosure, TYPED, undefined, owner, true))).reason).toBe(
      'closure_decided',
    )
  })

  it('tells every owner, and any owner cancels it while everything works', async () => {
    const { instance, rest, rows, person, request, status } = await merchant()
    const [one, other] = [await person(), await person()]
    const { value } = await request(one)
    const attention = (as: Actor) => instance.run(fetchAttention, {}, undefined, as)
    expect((await attention(other)).closing_at).toBe(instance.now() + CLOSURE_WAITS)
    expect((await attention(await person('admin'))).closing_at).toBeNull()
    const mails = await rows("SELECT recipient FROM mails WHERE account_id = $1 AND kind = 'closure'", [
      instance.merchant.accounts.test,
    ])
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([one.name, other.name].sort())
    expect((await rest.post('/v1/orders', { amount: 500, currency: 'INR' })).status).toBe(201)
    await instance.pass(CLOSURE_WAITS - 60)
    await advanceClosures(instance.runtime)
    expect(await status()).toBe('waiting')
    const cancel = () =>
      outcomeOf(instance.run(cancelClosure, { id: value?.id ?? '' }, undefined, other, true))
    expect((await cancel()).value?.status).toBe('cancelled')
    expect((await cancel()).reason).toBe('closure_decided')
    await instance.pass(CLOSURE_WAITS)
    await advanceClosures(instance.runtime)
    expect(await status()).toBe('cancelled')
    expect((await request(one)).value?.status).toBe('waiting')
  })

  it('is confirmed by another owner only, and ends keys, sessions and links at once', async () => {
    const { instance, rest, rows, person, request } = await merchant()
    const [one, other] = [await person(), await person()]
    const order = await shopOf(rest, instance).order()
    await instance.runtime.query(
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES ($1, $2, 1, 1, $3)`,
      [`ses_${randomText(14)}`, one.id, instance.now() + 1000],
    )
    const { value } = await request(one)
    const id = value?.id ?? ''
    const confirm = (as: Actor) =>
      outcomeOf(instance.run(confirmClosure, { id, ...TYPED }, undefined, as, true))
    expect((await confirm(one)).reason).toBe('approval_takes_another')
    expect((await confirm(other)).value?.status).toBe('closed')
    expect((await rest.get(`/v1/orders/${order.id}`)).status).toBe(401)
    expect(await rows('SELECT 1 FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [one.id])).toEqual([])
    const { linkHolder } = await import('#lib/auth/link-holder.ts')
    expect(await linkHolder(instance.runtime.query, 'order', order.id)).toBeNull()
    expect((await confirm(other)).reason).toBe('closure_decided')
  })

  it('is confirmed by an owner, for every requester, and by no pair of people without one', async () => {
    const KINDS = [...ROLES, 'custom'] as const
    const { instance, rows, person } = await merchant()
    const all = await customRole(instance, await person(), ROLE_GRANTABLE)
    async function personOf(kind: (typeof KINDS)[number]): Promise<Actor> {
      if (kind !== 'custom') return person(kind)
      const own = await person('viewer')
      await rows('UPDATE memberships SET role = $2 WHERE user_id = $1', [own.id, all])
      return { ...own, permissions: new Set(ROLE_GRANTABLE) }
    }
    for (const requester of ['owner', 'custom'] as const)
      for (const confirmer of KINDS.filter((kind) => kind !== 'owner')) {
        const request = await outcomeOf(
          instance.run(requestClosure, TYPED, undefined, await personOf(requester), true),
        )
        const input = { id: request.value?.id ?? '', ...TYPED }
        const as = await personOf(confirmer)
        const { reason } = await outcomeOf(instance.run(confirmClosure, input, undefined, as, true))
        expect(reason, `${requester}, then ${confirmer}`).toBe('permission_denied')
        await instance.run(cancelClosure, { id: input.id }, undefined, await person())
      }
    const { value } = await outcomeOf(
      instance.run(requestClosure, TYPED, undefined, await personOf('custom'), true),
    )
    const input = { id: value?.id ?? '', ...TYPED }
    expect((await instance.run(confirmClosure, input, undefined, await person(), true)).status).toBe('closed')
  })

  it.each([
    ['is disabled', 'UPDATE users SET disabled_at = 1 WHERE id = $1'],
    ['has another role', "UPDATE memberships SET role = 'viewer' WHERE user_id = $1"],
    ['was removed', 'DELETE FROM memberships WHERE user_id = $1'],
  ])('does not take effect when its requester %s', async (_, sql) => {
    const { instance, rows, person, request, status } = await merchant()
    const [one, other] = [await person(), await person()]
    const { value } = await request(one)
    await rows(sql, [one.id])
    const input = { id: value?.id ?? '', ...TYPED }
    const { reason } = await outcomeOf(instance.run(confirmClosure, input, undefined, other, true))
    expect(reason).toBe('permission_denied')
    await instance.pass(CLOSURE_WAITS)
    await advanceClosures(instance.runtime)
    expect(await status()).toBe('stopped')
  })

  it.each(['authorized', 'created'])('is rejected while a live payment is %s', async (state) => {
    const { person, request, livePayment } = await merchant()
    const owner = await person()
    await livePayment(state)
    expect((await request(owner)).reason).toBe('money_left')
  })

  it('is rejected for money in balance, wallets, refunds and payouts of live mode, and not for test money', async () => {
    const { instance, rest, person, request } = await merchant()
    const owner = await person()
    const live = instance.merchant.accounts.live
    await shopOf(rest, instance).captured(50_000)
    await instance.runtime.query(
      "UPDATE ledger_balances SET balance = 100 WHERE account_id = $1 AND account = 'merchant_balance'",
      [live],
    )
    await instance.runtime.query(
      "INSERT INTO wallets (account_id, customer_id, balance, created_at) VALUES ($1, 'cust_x', 300, 1)",
      [live],
    )
    await instance.runtime.query(
      `INSERT INTO refunds (account_id, id, amount, currency, payment_id, status, speed_requested, created_at)
       VALUES ($1, 'rfnd_x', 700, 'INR', 'pay_x', 'pending', 'normal', 1)`,
      [live],
    )
    const { obstacles } = await instance.run(fetchClosure, {}, undefined, owner)
    expect(obstacles.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['balance', 100],
      ['refunds_pending', 700],
      ['wallets', 300],
    ])
    expect((await request(owner)).reason).toBe('money_left')
    for (const table of ['wallets', 'refunds'])
      await instance.runtime.query(`DELETE FROM ${table} WHERE account_id = $1`, [live])
    await instance.runtime.query('UPDATE ledger_balances SET balance = 0 WHERE account_id = $1', [live])
    expect((await request(owner)).value?.status).toBe('waiting')
  })
})

describe('a payment', () => {
  it('that arrives while the deletion waits stops it, and nothing is lost', async () => {
    const { instance, rest, person, request, status, livePayment } = await merchant()
    const owner = await person()
    await request(owner)
    await livePayment('authorized')
    await instance.pass(CLOSURE_WAITS + 1)
    await advanceClosures(instance.runtime)
    expect(await status()).toBe('stopped')
    expect((await rest.get('/v1/orders')).status).toBe(200)
    const { closure } = await instance.run(fetchClosure, {}, undefined, owner)
    expect(closure?.stop_reason).toContain('₹125.00 in 1 authorized payment')
  })

  it('that was under way when access ended stops it before anything is deleted, and people come in again', async () => {
    const { instance, rows, person, request, status, livePayment } = await merchant()
    const owner = await person()
    await request(owner)
    await instance.pass(CLOSURE_WAITS + 1)
    await advanceClosures(instance.runtime)
    expect(await status()).toBe('closed')
    // A request that had begun before writes now.
    await livePayment('authorized')
    await instance.pass(CLOSURE_DRAINS - 60)
    await advanceClosures(instance.runtime)
    expect(await status()).toBe('closed')
    await instance.pass(61)
    await advanceClosures(instance.runtime)
    expect(await status()).toBe('stopped')
    const found = await rows('SELECT closed_at, erasing_at FROM accounts WHERE merchant_id = $1', [
      instance.merchant.id,
    ])
    expect(found).toEqual(Array(2).fill({ closed_at: null, erasing_at: null }))
    expect(
      await rows('SELECT 1 FROM payments WHERE account_id = $1', [instance.merchant.accounts.live]),
    ).toHaveLength(1)
  })

  it('races the deletion: access ends for everyone', async () => {
    const { instance, rest, person, request, status } = await merchant()
    const [one, other] = [await person(), await person()]
    const live = await systemActor(instance.runtime.query, instance.merchant.accounts.live, 'test')
    const { value } = await request(one)
    const id = value?.id ?? ''
    const race = Array.from({ length: 8 }, (_, at) =>
      at === 4
        ? outcomeOf(instance.run(confirmClosure, { id, ...TYPED }, undefined, other, true))
        : rest.post('/v1/orders', { amount: 500, currency: 'INR' }),
    )
    await Promise.all(race)
    expect(await status()).toBe('closed')
    expect(live.account.mode).toBe('live')
    // From now on no request is accepted, so the rows that made it are all that there will be.
    expect((await rest.post('/v1/orders', { amount: 500, currency: 'INR' })).status).toBe(401)
  })
})
