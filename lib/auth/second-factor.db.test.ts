import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { resetLimits } from '#lib/auth/limits.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { stepUpWithCode } from '#lib/auth/step-up.ts'
import { getProfile } from '#lib/domain/profile/get.ts'
import {
  confirmTotp,
  getTotpSetup,
  removeSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '#lib/domain/profile/second-factor.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

const PASSWORD = 'a good password'
const FROM = { ip: '192.0.2.1', userAgent: 'Test' }

let instance: Instance
let server: Authorization
let signing: typeof import('#lib/auth/sign-in.ts')
let second: typeof import('#lib/auth/second-factor.ts')
let sessions: typeof import('#lib/auth/sessions.ts')
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
  const global = globalThis as { counterfoilRuntime?: Runtime }
  global.counterfoilRuntime = instance.runtime
  signing = await import('#lib/auth/sign-in.ts')
  second = await import('#lib/auth/second-factor.ts')
  sessions = await import('#lib/auth/sessions.ts')
})
beforeEach(() => resetLimits())
afterAll(() => instance.close())

const run: Instance['run'] = (operation, input, key, as, confirmed = true) =>
  instance.run(operation, input, key, as, confirmed)
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ reason }) => reason as string,
  )
const codeAt = (secret: string, seconds: number) =>
  new TOTP({ secret }).generate({ timestamp: seconds * 1000 })
const unixNow = () => Math.floor(Date.now() / 1000)

/** A person with an authenticator app, confirmed a minute ago by the instance's clock. */
async function withApp(): Promise<{ actor: Actor; secret: string; codes: string[] }> {
  const actor = await server.person('support')
  await instance.database.prisma.users.update({
    where: { id: actor.id },
    data: { password_hash: await hashPassword(PASSWORD) },
  })
  await run(startTotp, {}, undefined, actor)
  const { totp_secret: secret } = await run(getTotpSetup, {}, undefined, actor)
  const made = await run(confirmTotp, { otp: codeAt(secret, instance.now()) }, undefined, actor)
  expect(await instance.database.prisma.mails.findFirst({ where: { recipient: actor.name } })).toMatchObject({
    kind: 'account_security',
    subject: expect.stringContaining('An authenticator app was turned on'),
  })
  // Sign-ins go by the real clock.
  await instance.database.prisma.totp_secrets.update({ where: { user_id: actor.id }, data: { last_step: 0 } })
  return { actor, secret, codes: made.recovery_secret.split(' ') }
}

async function firstStep({ name: email }: Actor): Promise<string> {
  const outcome = await signing.signIn({ email, password: PASSWORD }, FROM)
  if (outcome.ok || !outcome.firstStep) throw new Error('There is no second step.')
  return outcome.firstStep
}

it('the password alone begins no session, and a code does, once', async () => {
  const { actor, secret } = await withApp()
  expect((await signing.signIn({ email: actor.name, password: 'wrong' }, FROM)).ok).toBe(false)
  const cookie = await firstStep(actor)
  expect(await instance.database.prisma.sessions.count({ where: { user_id: actor.id } })).toBe(0)
  expect(await second.finishSignIn(cookie, '000000', FROM)).toMatchObject({ ok: false, wait: 0 })
  const code = codeAt(secret, unixNow())
  const outcomes = await Promise.all([1, 2, 3].map(() => second.finishSignIn(cookie, code, FROM)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await second.finishSignIn(cookie, code, FROM)).toMatchObject({ ok: false })
  // A code of an earlier step counts no more, either.
  expect(await second.finishSignIn(cookie, codeAt(secret, unixNow() - 30), FROM)).toMatchObject({ ok: false })
  const [done] = outcomes.filter((one) => one.ok)
  expect(await sessions.findSession(done?.ok ? done.sessionId : '')).toMatchObject({ user: { id: actor.id } })
})

it('a recovery code counts once, and new ones replace the old', async () => {
  const { actor, codes } = await withApp()
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^\d{4}-\d{4}-\d{4}$/.test(code))).toBe(true)
  const cookie = await firstStep(actor)
  const spaced = (codes[0] ?? '').replaceAll('-', ' ')
  const outcomes = await Promise.all([1, 2, 3].map(() => second.finishSignIn(cookie, spaced, FROM)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await run(getProfile, {}, undefined, actor)).toMatchObject({ second_factor: { codes_left: 9 } })
  const renewed = await run(renewRecoveryCodes, {}, undefined, actor)
  expect(await second.finishSignIn(cookie, codes[1] ?? '', FROM)).toMatchObject({ ok: false })
  expect(await second.finishSignIn(cookie, renewed.recovery_secret.split(' ')[0] ?? '', FROM)).toMatchObject({
    ok: true,
  })
  const rows = await instance.database.prisma.recovery_codes.findMany({ where: { user_id: actor.id } })
  expect(JSON.stringify(rows.map(({ code_hash }) => Buffer.from(code_hash).toString()))).not.toContain(
    renewed.recovery_secret.slice(0, 4),
  )
})

it('wrong codes are held back, made at once too, and the right one waits as well', async () => {
  const { actor, secret } = await withApp()
  const cookie = await firstStep(actor)
  const wrong = await Promise.all(
    Array.from({ length: 12 }, (_, at) => second.finishSignIn(cookie, String(100_000 + at), FROM)),
  )
  expect(wrong.filter((one) => !one.ok && one.wait === 0)).toHaveLength(5)
  expect(await second.finishSignIn(cookie, codeAt(secret, unixNow()), FROM)).toMatchObject({
    ok: false,
    wait: 900,
  })
})

it('the cookie of the first step opens nothing when it is changed, old, or of another password', async () => {
  const { actor, secret } = await withApp()
  const cookie = await firstStep(actor)
  const over = { ok: false, over: true }
  for (const wrong of [undefined, '', 'x', `${cookie.slice(0, -2)}AA`])
    expect(await second.finishSignIn(wrong, codeAt(secret, unixNow()), FROM)).toMatchObject(over)
  const hash = await hashPassword('another password')
  await instance.database.prisma.users.update({ where: { id: actor.id }, data: { password_hash: hash } })
  expect(await second.finishSignIn(cookie, codeAt(secret, unixNow()), FROM)).toMatchObject(over)
  vi.useFakeTimers({ now: Date.now() + second.SECOND_STEP_LASTS * 1000, toFake: ['Date'] })
  expect(second.isBetweenSteps(cookie)).toBe(false)
  vi.useRealTimers()
  expect(second.isBetweenSteps(cookie)).toBe(true)
})

it('an app counts only once it is confirmed, within 15 minutes, and its secret is readable no more then', async () => {
  const actor = await server.person('viewer')
  expect(await reasonOf(run(getTotpSetup, {}, undefined, actor))).toBe('record_not_found')
  expect(await reasonOf(instance.run(startTotp, {}, undefined, actor))).toBe('password_required')
  await run(startTotp, {}, undefined, actor)
  const { totp_secret: secret } = await run(getTotpSetup, {}, undefined, actor)
  expect(await run(getProfile, {}, undefined, actor)).toMatchObject({ second_factor: null })
  expect(await reasonOf(run(confirmTotp, { otp: '123 45' }, undefined, actor))).toBe(
    'input_validation_failed',
  )
  await instance.pass(901)
  expect(await reasonOf(run(confirmTotp, { otp: codeAt(secret, instance.now()) }, undefined, actor))).toBe(
    'record_not_found',
  )
  await run(startTotp, {}, undefined, actor)
  const again = await run(getTotpSetup, {}, undefined, actor)
  expect(again.totp_secret).not.toBe(secret)
  await run(confirmTotp, { otp: codeAt(again.totp_secret, instance.now()) }, undefined, actor)
  expect(await reasonOf(run(getTotpSetup, {}, undefined, actor))).toBe('record_not_found')
  expect(await reasonOf(run(startTotp, {}, undefined, actor))).toBe('permission_denied')
  const row = await instance.database.prisma.totp_secrets.findUniqueOrThrow({ where: { user_id: actor.id } })
  expect(Buffer.from(row.secret_encrypted).toString()).not.toContain(again.totp_secret)
  await run(removeTotp, {}, undefined, actor)
  expect(await run(getProfile, {}, undefined, actor)).toMatchObject({ second_factor: null })
})

it('an owner removes the second factor of a person who lost it, and no one else does', async () => {
  const { actor } = await withApp()
  const owner = await server.person('owner')
  const session = await sessions.beginSession(actor.id, FROM, { factors: ['password'] })
  const remove = (as: Actor) => reasonOf(run(removeSecondFactor, { id: actor.id }, undefined, as))
  for (const role of ROLES.filter((each) => each !== 'owner'))
    expect(await remove({ ...owner, permissions: new Set(ROLE_PERMISSIONS[role]) })).toBe('permission_denied')
  expect(await reasonOf(instance.run(removeSecondFactor, { id: actor.id }, undefined, owner))).toBe(
    'password_required',
  )
  expect(await remove(owner)).toBeNull()
  expect(await sessions.findSession(session ?? '')).toEqual({ ended: 'ended' })
  expect((await signing.signIn({ email: actor.name, password: PASSWORD }, FROM)).ok).toBe(true)
  expect(await instance.database.prisma.recovery_codes.count({ where: { user_id: actor.id } })).toBe(0)
})

it('a code steps a session up once, is counted as at sign-in, and a recovery code does the same', async () => {
  const { actor, secret, codes } = await withApp()
  const begin = async () =>
    (await sessions.beginSession(actor.id, FROM, { factors: ['password'] })) ?? expect.fail()
  const factorsOf = async (id: string) =>
    (await instance.database.prisma.sessions.findUniqueOrThrow({ where: { id } })).factors
  const [one, other] = [await begin(), await begin()]
  const user = { id: actor.id } as never
  const step = (id: string, code: string) => stepUpWithCode({ id, user }, code, FROM)
  expect(await step(one, '000000')).toEqual({ ok: false, wait: 0 })
  const code = codeAt(secret, unixNow())
  expect(await step(one, code)).toEqual({ ok: true })
  expect(await factorsOf(one)).toEqual(['password', 'code'])
  expect(await step(other, code)).toEqual({ ok: false, wait: 0 })
  expect(await step(other, codes[0] ?? '')).toEqual({ ok: true })
  expect(await factorsOf(other)).toEqual(['password', 'recovery_code'])
  await sessions.endSession(other)
  expect(await step(other, codes[1] ?? '')).toEqual({ ok: false, wait: 0 })
  // What was removed counts in no session any more.
  await run(removeTotp, {}, undefined, actor)
  expect(await factorsOf(one)).toEqual(['password'])
})

it('each way to sign in records what was used, and setting one up is using it', async () => {
  const { actor, secret, codes } = await withApp()
  const { sessions: table } = instance.database.prisma
  const last = async () =>
    (await table.findFirst({ where: { user_id: actor.id }, orderBy: { id: 'desc' } }))?.factors
  await second.finishSignIn(await firstStep(actor), codes[0] ?? '', FROM)
  expect(await last()).toEqual(['password', 'recovery_code'])
  await second.finishSignIn(await firstStep(actor), codeAt(secret, unixNow()), FROM)
  expect(await last()).toEqual(['password', 'code'])
  const person = await server.person('viewer')
  const id = (await sessions.beginSession(person.id, FROM, { factors: ['provider'] })) ?? expect.fail()
  const own = { ...person, session: id }
  await run(startTotp, {}, undefined, own)
  const setup = await run(getTotpSetup, {}, undefined, own)
  await run(confirmTotp, { otp: codeAt(setup.totp_secret, instance.now()) }, undefined, own)
  expect((await table.findUnique({ where: { id } }))?.factors).toEqual(['provider', 'code'])
})

it('no session begins for a password that was changed after it was checked', async () => {
  const person = await server.person('viewer')
  const begin = (passwordHash: string) =>
    sessions.beginSession(person.id, FROM, { factors: ['password'], passwordHash })
  expect(await begin('-')).not.toBeNull()
  await instance.database.prisma.users.update({ where: { id: person.id }, data: { password_hash: 'x' } })
  expect(await begin('-')).toBeNull()
})

it('takes no more trips to the database than are counted here', async () => {
  const { actor, secret } = await withApp()
  const person = await server.person('viewer')
  const password_hash = await hashPassword(PASSWORD)
  await instance.database.prisma.users.update({ where: { id: person.id }, data: { password_hash } })
  const query = vi.spyOn(instance.database.pool, 'query')
  const trips = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    query.mockClear()
    const value = await work()
    return [value, query.mock.calls.length]
  }
  const [signedIn, first] = await trips(() =>
    signing.signIn({ email: person.name, password: PASSWORD }, FROM),
  )
  expect(first).toBe(2)
  const id = signedIn.ok ? signedIn.sessionId : expect.fail()
  expect((await trips(() => sessions.findSession(id)))[1]).toBe(1)
  const cookie = await firstStep(actor)
  expect((await trips(() => second.finishSignIn(cookie, codeAt(secret, unixNow()), FROM)))[1]).toBe(4)
  query.mockRestore()
})
