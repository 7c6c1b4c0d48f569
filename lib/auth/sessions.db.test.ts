import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '#lib/auth/password.ts'
import { beginSession, endSession, findSession, type StaffSession, touchSession } from '#lib/auth/sessions.ts'
import { type From, fromOf, signIn } from '#lib/auth/sign-in.ts'
import { closeDatabase, database } from '#lib/db.ts'
import { createTestDatabase } from '#lib/testing/database.ts'

const NOBODY: From = { ip: null, userAgent: null }
const DAY = 86_400
let drop: () => Promise<void>

beforeAll(async () => {
  const made = await createTestDatabase()
  drop = made.drop
  vi.stubEnv('DATABASE_URL', made.url)
  const sql = (text: string, ...values: unknown[]) => database().pool.query(text, values)
  await sql(
    `INSERT INTO users (id, email, name, password_hash, created_at) VALUES ('usr_1', 'Asha@Example.com', 'Asha', $1, 1)`,
    await hashPassword('right'),
  )
  for (const merchant of ['mer_1', 'mer_2']) {
    await sql(
      `INSERT INTO merchants (id, name, country, billing_label, created_at) VALUES ($1, $1, 'IN', 'x', 1)`,
      merchant,
    )
    for (const mode of ['test', 'live']) {
      await sql(
        `INSERT INTO accounts (id, merchant_id, mode, country, currency, created_at) VALUES ($1, $2, $3, 'IN', 'INR', 1)`,
        `acc_${merchant}_${mode}`,
        merchant,
        mode,
      )
    }
  }
})
beforeEach(async () => {
  vi.useRealTimers()
  await database().pool.query(`DELETE FROM memberships`)
  await database().pool.query(`UPDATE users SET disabled_at = NULL`)
  await database().pool.query(
    `INSERT INTO memberships (merchant_id, user_id, role, created_at) VALUES ('mer_1', 'usr_1', 'owner', 1), ('mer_2', 'usr_1', 'viewer', 2)`,
  )
})
afterAll(async () => {
  await closeDatabase()
  await drop()
})

describe('a session', () => {
  it('knows the person and every account of theirs, the oldest merchant first and test before live', async () => {
    const session = (await findSession(await beginSession('usr_1', NOBODY))) as StaffSession
    expect(session.user).toMatchObject({ email: 'Asha@Example.com', grouping: 'indian' })
    expect(session.memberships.map(({ account, role }) => `${account.id} ${role}`)).toEqual([
      'acc_mer_1_test owner',
      'acc_mer_1_live owner',
      'acc_mer_2_test viewer',
      'acc_mer_2_live viewer',
    ])
  })

  it('is nobody’s once it is ended, and from the start when there is none', async () => {
    const id = await beginSession('usr_1', NOBODY)
    await endSession(id)
    expect(await findSession(id)).toEqual({ ended: 'ended' })
    expect(await findSession('ses_none')).toEqual({ ended: 'ended' })
  })

  it('is nobody’s once the person is disabled', async () => {
    const id = await beginSession('usr_1', NOBODY)
    await database().pool.query(`UPDATE users SET disabled_at = 5`)
    expect(await findSession(id)).toEqual({ ended: 'ended' })
  })

  it('loses an account with the membership', async () => {
    const id = await beginSession('usr_1', NOBODY)
    await database().pool.query(`DELETE FROM memberships WHERE merchant_id = 'mer_1'`)
    const session = (await findSession(id)) as StaffSession
    expect(session.memberships.map(({ account }) => account.merchant_id)).toEqual(['mer_2', 'mer_2'])
  })

  it('expires after half a day without use, and after a week of use', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const begun = Date.now()
    const id = await beginSession('usr_1', NOBODY)
    const later = (seconds: number) => vi.setSystemTime(begun + seconds * 1000)
    later(DAY / 2 - 60)
    expect(((await findSession(id)) as StaffSession).stale).toBe(true)
    await touchSession(id)
    expect(((await findSession(id)) as StaffSession).stale).toBe(false)
    later(DAY - 120)
    expect(await findSession(id)).toMatchObject({ id })
    later(DAY)
    expect(await findSession(id)).toEqual({ ended: 'expired' })

    later(0)
    const busy = await beginSession('usr_1', NOBODY)
    for (let quarter = 1; quarter < 28; quarter++) {
      later((quarter * DAY) / 4)
      await touchSession(busy)
    }
    expect(await findSession(busy)).toMatchObject({ id: busy })
    later(7 * DAY)
    expect(await findSession(busy)).toEqual({ ended: 'expired' })
  })
})

describe('signing in', () => {
  it('takes the address in any case, and only the right password', async () => {
    const right = await signIn({ email: ' asha@EXAMPLE.com', password: 'right' }, NOBODY)
    expect(right).toMatchObject({ ok: true, user: { id: 'usr_1' } })
    expect(right).not.toHaveProperty('user.password_hash')
    expect(await signIn({ email: 'asha@example.com', password: 'wrong' }, NOBODY)).toEqual({
      ok: false,
      wait: 0,
    })
  })

  it('answers a disabled person as a wrong password', async () => {
    await database().pool.query(`UPDATE users SET disabled_at = 5`)
    expect(await signIn({ email: 'asha@example.com', password: 'right' }, NOBODY)).toEqual({
      ok: false,
      wait: 0,
    })
  })

  it('makes everyone at an e-mail address wait after five wrong passwords, the right one included', async () => {
    const email = 'asha@example.com'
    expect(await signIn({ email, password: 'right' }, NOBODY)).toMatchObject({ ok: true })
    const attempts = await Promise.all(
      Array.from({ length: 8 }, () => signIn({ email, password: 'wrong' }, NOBODY)),
    )
    expect(attempts.filter((attempt) => !attempt.ok && attempt.wait === 0)).toHaveLength(5)
    const held = await signIn({ email, password: 'right' }, NOBODY)
    expect(held).toMatchObject({ ok: false })
    expect((held as { wait: number }).wait).toBeGreaterThan(800)
  })
})

describe('where a request comes from', () => {
  const from = (headers: Record<string, string>) => fromOf(new Headers(headers)).ip
  it('is what the server in front noted, and nothing that a caller writes', () => {
    expect(from({ 'x-counterfoil-address': '203.0.113.9', 'x-forwarded-for': '1.1.1.1' })).toBe('203.0.113.9')
    expect(from({ 'x-forwarded-for': '1.1.1.1' })).toBeNull()
  })
})
