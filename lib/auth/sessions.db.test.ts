import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type From, fromOf } from '#lib/auth/address.ts'
import { deviceCookie } from '#lib/auth/device.ts'
import { resetLimits } from '#lib/auth/limits.ts'
import { beginSession, endSession, findSession, type StaffSession, touchSession } from '#lib/auth/sessions.ts'
import { hasUsers, signIn } from '#lib/auth/sign-in.ts'
import { confirmPassword } from '#lib/auth/sudo.ts'
import { closeDatabase, database } from '#lib/database/client.ts'
import { createTestDatabase } from '#lib/testing/database.ts'

async function begin(...given: Parameters<typeof beginSession>): Promise<string> {
  const id = await beginSession(...given)
  if (id === null) throw new Error('The person is disabled.')
  return id
}

const UNKNOWN: From = { ip: null, userAgent: null }
const DAY = 86_400
/** Of the password `right`, with argon2id at its least cost: hundreds are checked here. password.test.ts has the real cost. */
const CHEAP_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$d8Jz4vpcW1al0btNCIgtNPzpwFiIt4Ex0ULsos3L74U'
let drop: () => Promise<void>
let hadUsers: boolean

beforeAll(async () => {
  const made = await createTestDatabase()
  drop = made.drop
  vi.stubEnv('DATABASE_URL', made.url)
  vi.stubEnv('SECRET_KEY', Buffer.alloc(32, 7).toString('base64'))
  const sql = (text: string, ...values: unknown[]) => database().pool.query(text, values)
  hadUsers = await hasUsers()
  await sql(
    `INSERT INTO users (id, email, name, password_hash, created_at) VALUES ('usr_1', 'Asha@Example.com', 'Asha', $1, 1)`,
    CHEAP_HASH,
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
  resetLimits()
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

it('says whether a server has anyone who could sign in', async () => {
  expect([hadUsers, await hasUsers()]).toEqual([false, true])
})

describe('a session', () => {
  it('knows the person and every account of theirs, the oldest merchant first and test before live', async () => {
    const session = (await findSession(
      await begin('usr_1', UNKNOWN, { factors: ['password'] }),
    )) as StaffSession
    expect(session.user).toMatchObject({ email: 'Asha@Example.com', grouping: 'indian' })
    expect(session.memberships.map(({ account, role }) => `${account.id} ${role.name}`)).toEqual([
      'acc_mer_1_test owner',
      'acc_mer_1_live owner',
      'acc_mer_2_test viewer',
      'acc_mer_2_live viewer',
    ])
  })

  it('is null once it is ended, and when it never existed', async () => {
    const id = await begin('usr_1', UNKNOWN, { factors: ['password'] })
    await endSession(id)
    expect(await findSession(id)).toEqual({ ended: 'ended' })
    expect(await findSession('ses_none')).toEqual({ ended: 'ended' })
  })

  it('is null once the person is disabled', async () => {
    const id = await begin('usr_1', UNKNOWN, { factors: ['password'] })
    await database().pool.query(`UPDATE users SET disabled_at = 5`)
    expect(await findSession(id)).toEqual({ ended: 'ended' })
  })

  it('loses an account with the membership', async () => {
    const id = await begin('usr_1', UNKNOWN, { factors: ['password'] })
    await database().pool.query(`DELETE FROM memberships WHERE merchant_id = 'mer_1'`)
    const session = (await findSession(id)) as StaffSession
    expect(session.memberships.map(({ account }) => account.merchant_id)).toEqual(['mer_2', 'mer_2'])
  })

  it('expires after half a day without use, and after a week of use', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const begun = Date.now()
    const id = await begin('usr_1', UNKNOWN, { factors: ['password'] })
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
    const busy = await begin('usr_1', UNKNOWN, { factors: ['password'] })
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
    const right = await signIn({ email: ' asha@EXAMPLE.com', password: 'right' }, UNKNOWN)
    expect(right).toMatchObject({ ok: true, user: { id: 'usr_1' } })
    expect(right).not.toHaveProperty('user.password_hash')
    expect(await signIn({ email: 'asha@example.com', password: 'wrong' }, UNKNOWN)).toEqual({
      ok: false,
      wait: 0,
    })
  })

  it('responds to a disabled person as to a wrong password', async () => {
    await database().pool.query(`UPDATE users SET disabled_at = 5`)
    expect(await signIn({ email: 'asha@example.com', password: 'right' }, UNKNOWN)).toEqual({
      ok: false,
      wait: 0,
    })
  })

  const email = 'asha@example.com'
  const at = (ip: string, cookies: string | null = null): From => ({ ip, userAgent: null, cookies })
  const wrong = (from: From, who = email) => signIn({ email: who, password: 'wrong' }, from)
  const right = (from: From) => signIn({ email, password: 'right' }, from)
  const waitOf = (attempt: Awaited<ReturnType<typeof signIn>>) => (attempt.ok ? 0 : attempt.wait)
  /** Wrong passwords from networks that have never been seen, a few from each as a botnet sends them. */
  const flood = async (networks: number, who = email) => {
    for (let network = 0; network < networks; network += 1)
      await Promise.all(Array.from({ length: 4 }, () => wrong(at(`198.51.${network}.7`), who)))
  }

  it('holds back a network after five wrong passwords for one account, at once or not', async () => {
    const attempts = await Promise.all(Array.from({ length: 8 }, () => wrong(at('192.0.2.1'))))
    expect(attempts.filter((attempt) => !attempt.ok && attempt.wait === 0)).toHaveLength(5)
    expect(waitOf(await right(at('192.0.2.1')))).toBeGreaterThan(800)
    expect(await right(at('192.0.2.2'))).toMatchObject({ ok: true })
  })

  it('counts all addresses of an IPv6 /64 together', async () => {
    for (let host = 1; host <= 5; host += 1) await wrong(at(`2001:db8:0:1::${host}`))
    expect(waitOf(await right(at('2001:db8:0:1:9::9')))).toBeGreaterThan(800)
    expect(await right(at('2001:db8:0:2::1'))).toMatchObject({ ok: true })
  })

  it('lets the right person in from a network of theirs while strangers on many networks guess', async () => {
    expect(await right(at('203.0.113.5'))).toMatchObject({ ok: true })
    await flood(30)
    expect(waitOf(await wrong(at('198.51.100.200')))).toBeGreaterThan(0)
    expect(waitOf(await right(at('192.0.2.77')))).toBeGreaterThan(0)
    expect(await right(at('203.0.113.5'))).toMatchObject({ ok: true })
    // A known network has a counter of its own.
    for (let attempt = 0; attempt < 5; attempt += 1) expect(waitOf(await wrong(at('203.0.113.5')))).toBe(0)
    expect(waitOf(await wrong(at('203.0.113.5')))).toBeGreaterThan(800)
  })

  it('forgets a network without a sign-in for 30 days', async () => {
    expect(await right(at('203.0.113.6'))).toMatchObject({ ok: true })
    await database().pool.query(`UPDATE sessions SET created_at = created_at - $1 WHERE ip = '203.0.113.6'`, [
      31 * DAY,
    ])
    await flood(10)
    expect(waitOf(await right(at('203.0.113.6')))).toBeGreaterThan(0)
  })

  it('lets the right person in from a known device, also beside a stranger who has filled its network', async () => {
    const { name, value } = deviceCookie('Asha@Example.com')
    const device = at('192.0.2.9', `other=1; ${name}=${value}`)
    for (let attempt = 0; attempt < 60; attempt += 1) await wrong(at('192.0.2.9'))
    await flood(30)
    expect(await right(device)).toMatchObject({ ok: true })
    const waits = []
    for (let attempt = 0; attempt < 7; attempt += 1) waits.push(waitOf(await wrong(device)))
    expect(waits.map((wait) => wait > 0)).toEqual([false, false, false, false, false, true, true])
  })

  it('takes no cookie of another account, or one that was changed, for a known device', async () => {
    const { name, value } = deviceCookie('other@example.com')
    const own = deviceCookie(email).value
    await flood(10)
    for (const cookie of [value, `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`, own.slice(0, 30), ''])
      expect(waitOf(await right(at('192.0.2.10', `${name}=${cookie}`)))).toBeGreaterThan(0)
  })

  it('hashes a bounded number of passwords at once, and signs in a known device meanwhile', async () => {
    const { name, value } = deviceCookie(email)
    const strangers = Array.from({ length: 200 }, (_, index) =>
      wrong(at(`198.51.${index}.1`), `someone${index}@example.com`),
    )
    const staff = right(at('192.0.2.30', `${name}=${value}`))
    const waits = (await Promise.all(strangers)).map(waitOf)
    expect(await staff).toMatchObject({ ok: true })
    expect(waits.filter((wait) => wait === 0).length).toBeLessThan(60)
    expect(waits.filter((wait) => wait === 2).length).toBeGreaterThan(100)
  })

  it('treats an account that does not exist in the same way', async () => {
    const found = async (who: string) => {
      resetLimits()
      const waits = []
      for (let attempt = 0; attempt < 6; attempt += 1)
        waits.push(waitOf(await wrong(at('192.0.2.1'), who)) > 0)
      await flood(10, who)
      return [...waits, waitOf(await wrong(at('192.0.2.240'), who)) > 0]
    }
    expect(await found('unknown@example.com')).toEqual(await found('asha@example.com'))
  })
})

describe('confirming a password in an open session', () => {
  const at = (ip: string): From => ({ ip, userAgent: null })
  const confirm = (password: string, ip = '203.0.113.5') => confirmPassword('usr_1', password, at(ip))

  it('is never held back by attempts to sign in, from wherever they come', async () => {
    for (let network = 0; network < 10; network += 1)
      for (let attempt = 0; attempt < 6; attempt += 1)
        await signIn({ email: 'asha@example.com', password: 'wrong' }, at(`203.0.113.${network}`))
    expect(await confirm('right')).toBeNull()
  })

  it('is held back by its own wrong passwords, and holds back no sign-in', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await confirm('wrong')).toBe('Incorrect password.')
    expect(await confirm('right')).toContain('Too many attempts')
    expect(await signIn({ email: 'asha@example.com', password: 'right' }, at('203.0.113.5'))).toMatchObject({
      ok: true,
    })
    // Elsewhere the same person goes on, until the counter of all their sessions is full.
    expect(await confirm('right', '203.0.113.8')).toBeNull()
    for (let network = 10; network < 14; network += 1)
      for (let attempt = 0; attempt < 4; attempt += 1) await confirm('wrong', `203.0.113.${network}`)
    expect(await confirm('right', '203.0.113.20')).toContain('Too many attempts')
  })

  it('gives an attempt back when the password is right', async () => {
    for (let round = 0; round < 12; round += 1) {
      await confirm('wrong', `203.0.113.${round}`)
      expect(await confirm('right', `203.0.113.${round}`)).toBeNull()
    }
  })
})

describe('where a request comes from', () => {
  const from = (headers: Record<string, string>) => fromOf(new Headers(headers)).ip
  it('is what the server in front noted, and nothing that a caller writes', () => {
    expect(from({ 'x-counterfoil-address': '203.0.113.9', 'x-forwarded-for': '1.1.1.1' })).toBe('203.0.113.9')
    expect(from({ 'x-forwarded-for': '1.1.1.1' })).toBeNull()
  })
})
