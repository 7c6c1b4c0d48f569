import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { isConfirmed, isConfirmedBefore } from '#lib/auth/confirm.ts'
import { confirmedUntil } from '#lib/auth/confirmed-session.ts'
import { resetLimits } from '#lib/auth/limits.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { beginSession, endSession } from '#lib/auth/sessions.ts'
import { confirmTotp, getTotpSetup, startTotp } from '#lib/domain/profile/second-factor.ts'
import { changePassword } from '#lib/domain/profile/update.ts'
import type { Actor, Operation, Runtime } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

const PASSWORD = 'a good password'
const FROM = { ip: '203.0.113.5', userAgent: 'Test' }
const ALWAYS: Pick<Operation, 'confirm' | 'confirmEachTime'> = { confirm: 'always' }
const EACH_TIME: typeof ALWAYS = { confirm: 'always', confirmEachTime: true }

let instance: Instance
let server: Authorization
let person: Actor
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
  ;(globalThis as { counterfoilRuntime?: Runtime }).counterfoilRuntime = instance.runtime
  person = await server.person('owner')
  const password_hash = await hashPassword(PASSWORD)
  await instance.database.prisma.users.update({ where: { id: person.id }, data: { password_hash } })
})
beforeEach(resetLimits)
afterAll(() => instance.close())

/** The person in a session of its own. */
async function inSession(): Promise<Actor & { session: string }> {
  const session = await beginSession(person.id, FROM, { factors: ['password'] })
  if (session === null) throw new Error('The person is disabled.')
  return { ...person, session }
}
const confirm = (actor: Actor, password = '', operation = ALWAYS) =>
  isConfirmed(operation, actor, password, FROM).catch((thrown: Error) => thrown.message)

it('counts for ten minutes, and not a second longer', () => {
  expect(confirmedUntil(1000, 1000)).toBe(1600)
  expect(confirmedUntil(1000, 1599)).toBe(1600)
  expect(confirmedUntil(1000, 1600)).toBeNull()
  expect(confirmedUntil(null, 1600)).toBeNull()
})

it('confirms the session of the request, until it expires or ends, and no other session', async () => {
  const [one, other] = [await inSession(), await inSession()]
  expect(await confirm(one)).toBe('Enter your password to continue.')
  expect(await confirm(one, PASSWORD)).toBe(true)
  expect(await confirm(one)).toBe(true)
  expect(await isConfirmedBefore(ALWAYS, one)).toBe(true)
  expect(await confirm(other)).toBe('Enter your password to continue.')
  expect(await isConfirmedBefore(ALWAYS, other)).toBe(false)

  const { sessions } = instance.database.prisma
  const { confirmed_at } = await sessions.findUniqueOrThrow({ where: { id: one.session } })
  await sessions.update({ where: { id: one.session }, data: { confirmed_at: Number(confirmed_at) - 601 } })
  expect(await confirm(one)).toBe('Enter your password to continue.')

  expect(await confirm(one, PASSWORD)).toBe(true)
  await endSession(one.session)
  expect(await confirm(one)).toBe('Enter your password to continue.')
})

it('asks each time where the operation says so, and counts wrong passwords', async () => {
  const actor = await inSession()
  expect(await confirm(actor, PASSWORD)).toBe(true)
  expect(await confirm(actor, '', EACH_TIME)).toBe('Enter your password to continue.')
  expect(await isConfirmedBefore(EACH_TIME, actor)).toBe(false)
  expect(await confirm(actor, PASSWORD, EACH_TIME)).toBe(true)
  // A wrong one is rejected in a confirmed session, too.
  for (let attempt = 0; attempt < 5; attempt += 1)
    expect(await confirm(actor, 'a wrong password')).toBe('Incorrect password.')
  expect(await confirm(actor, PASSWORD)).toMatch(/Too many attempts/)
})

it('ends when the password changes', async () => {
  const actor = await inSession()
  expect(await confirm(actor, PASSWORD)).toBe(true)
  await instance.run(changePassword, { new_password: PASSWORD }, undefined, actor, true)
  expect(await confirm(actor)).toBe('Enter your password to continue.')
})

it('takes a code of the authenticator app in place of the password, once', async () => {
  const actor = await inSession()
  expect(await confirm(actor, '123456')).toBe('Incorrect code. Each code works once.')
  await instance.run(startTotp, {}, undefined, actor, true)
  const { totp_secret } = await instance.run(getTotpSetup, {}, undefined, actor)
  const totp = new TOTP({ secret: totp_secret })
  await instance.run(
    confirmTotp,
    { otp: totp.generate({ timestamp: instance.now() * 1000 }) },
    undefined,
    actor,
  )
  await instance.database.prisma.totp_secrets.update({ where: { user_id: actor.id }, data: { last_step: 0 } })
  const code = totp.generate()
  expect(await confirm(actor, code)).toBe(true)
  expect(await confirm(actor, code)).toBe('Incorrect code. Each code works once.')
})
