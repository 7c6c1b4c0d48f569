import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { isSessionConfirmed } from '#lib/auth/confirmed-session.ts'
import { resetLimits } from '#lib/auth/limits.ts'
import { passkeyOptions, signInWithPasskey } from '#lib/auth/passkey-sign-in.ts'
import { beginSession, findSession } from '#lib/auth/sessions.ts'
import { stepUpOptions, stepUpWithPasskey } from '#lib/auth/step-up.ts'
import { addPasskey, startPasskey } from '#lib/domain/passkeys/add.ts'
import { confirmWithPasskey, startPasskeyConfirmation } from '#lib/domain/passkeys/assertion.ts'
import { removePasskey, renamePasskey } from '#lib/domain/passkeys/manage.ts'
import { getProfile } from '#lib/domain/profile/get.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { newAuthenticator } from '#lib/testing/authenticator.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

const FROM = { ip: '203.0.113.5', userAgent: 'Test' }
type Person = Actor & { session: string }

let instance: Instance
let server: Authorization
let home: string
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
  ;(globalThis as { counterfoilRuntime?: Runtime }).counterfoilRuntime = instance.runtime
  home = new URL(instance.runtime.baseUrl).origin
  vi.stubEnv('BASE_URL', home)
})
beforeEach(resetLimits)
afterAll(() => instance.close())

async function person(): Promise<Person> {
  const actor = await server.person('finance')
  return { ...actor, session: (await beginSession(actor.id, FROM, { factors: ['password'] })) ?? '' }
}
const started = async (actor: Actor) => (await instance.run(startPasskey, {}, undefined, actor, true)).options
const add = (actor: Actor, response: string, name = 'Laptop') =>
  instance.run(addPasskey, { name, response }, undefined, actor)
async function withPasskey() {
  const actor = await person()
  const device = newAuthenticator(home)
  const passkey = await add(actor, device.create(await started(actor)))
  return { actor, device, passkey }
}
async function options(): Promise<string> {
  const begun = await passkeyOptions(FROM)
  return 'options' in begun ? begun.options : expect.fail('too many')
}
const signIn = async (response: string) => (await signInWithPasskey(response, FROM)).ok

it('is added after a confirmation, listed, mailed and left in the audit log', async () => {
  const actor = await person()
  await expect(instance.run(startPasskey, {}, undefined, actor)).rejects.toMatchObject({
    reason: 'password_required',
  })
  const passkey = await add(actor, newAuthenticator(home).create(await started(actor)), 'Work laptop')
  expect(passkey).toMatchObject({ name: 'Work laptop', backed_up: false, last_used_at: null })
  expect((await instance.run(getProfile, {}, undefined, actor)).passkeys).toEqual([passkey])
  const { mails, audit_lines } = instance.database.prisma
  expect(await mails.findFirst({ where: { recipient: actor.name } })).toMatchObject({
    kind: 'account_security',
    subject: expect.stringContaining('A passkey was added'),
  })
  expect(await audit_lines.count({ where: { action: 'add_passkey', object_id: passkey.id } })).toBe(1)
})

it('is not added with another challenge, origin or session, without verification, with a certificate, or twice', async () => {
  const [actor, other] = [await person(), await person()]
  const device = newAuthenticator(home)
  const rejected = (response: string, as: Actor = actor) =>
    expect(add(as, response)).rejects.toMatchObject({ reason: 'input_validation_failed' })
  await rejected(device.create(JSON.stringify({ challenge: 'bm90IG91cnM' })))
  await rejected(device.create(await started(actor), { origin: 'https://elsewhere.example' }))
  await rejected(device.create(await started(actor)), other)
  await rejected(device.create(await started(actor), { verified: false }))
  await rejected(device.create(await started(actor), { certified: true }))
  const response = device.create(await started(actor))
  await add(actor, response)
  await rejected(response)
  await rejected(device.create(await started(other)), other)
})

it('signs in once for each challenge, and only while the counter goes on', async () => {
  const { actor, device } = await withPasskey()
  const response = device.sign(await options(), { counter: 5 })
  const outcome = await signInWithPasskey(response, FROM)
  expect(outcome).toMatchObject({ ok: true, user: { id: actor.id } })
  if (outcome.ok)
    expect(await findSession(outcome.sessionId)).toMatchObject({
      user: { id: actor.id },
      has_passkey: true,
      confirmed_until: null,
    })
  expect(await signIn(response)).toBe(false)
  expect(await signIn(device.sign(await options(), { counter: 5 }))).toBe(false)
  expect(await signIn(device.sign(await options(), { counter: 4 }))).toBe(false)
  expect(await signIn(device.sign(await options(), { counter: 6 }))).toBe(true)
})

it('does not sign in without verification, from elsewhere, too late, with nonsense, or a disabled person', async () => {
  const { actor, device } = await withPasskey()
  expect(await signIn(device.sign(await options(), { verified: false }))).toBe(false)
  expect(await signIn(device.sign(await options(), { origin: 'https://elsewhere.example' }))).toBe(false)
  expect(await signIn(newAuthenticator(home).sign(await options()))).toBe(false)
  expect(await signIn('{"id":1}')).toBe(false)
  expect(await signIn('x'.repeat(20_000))).toBe(false)
  const late = await options()
  await instance.database.prisma.passkey_challenges.updateMany({ data: { expires_at: 1 } })
  expect(await signIn(device.sign(late))).toBe(false)
  await instance.database.prisma.users.update({ where: { id: actor.id }, data: { disabled_at: 1 } })
  expect(await signIn(device.sign(await options()))).toBe(false)
})

it('is limited by network', async () => {
  for (let call = 0; call < 200; call += 1) await signInWithPasskey('', FROM)
  expect(await passkeyOptions(FROM)).toEqual({ wait: expect.any(Number) })
  expect(await signInWithPasskey('', FROM)).toMatchObject({ ok: false, wait: expect.any(Number) })
})

it('confirms the session that asked, and no other, with a passkey of the same person', async () => {
  const { actor, device } = await withPasskey()
  const stranger = await withPasskey()
  const request = async (as: Actor) =>
    (await instance.run(startPasskeyConfirmation, {}, undefined, as)).options
  const confirm = (as: Actor, response: string) =>
    instance.run(confirmWithPasskey, { response }, undefined, as)
  const other = { ...actor, session: (await beginSession(actor.id, FROM, { factors: ['password'] })) ?? '' }
  const wrong = { reason: 'password_required' }
  await expect(confirm(other, device.sign(await request(actor)))).rejects.toMatchObject(wrong)
  await expect(confirm(actor, stranger.device.sign(await request(actor)))).rejects.toMatchObject(wrong)
  // A challenge of the sign-in page confirms nothing.
  await expect(confirm(actor, device.sign(await options()))).rejects.toMatchObject(wrong)
  expect(await isSessionConfirmed(actor.session)).toBe(false)
  await confirm(actor, device.sign(await request(actor)))
  const { sessions } = instance.database.prisma
  expect(await sessions.findUnique({ where: { id: actor.session } })).toMatchObject({
    confirmed_at: BigInt(instance.now()),
  })
  expect(await sessions.findUnique({ where: { id: other.session } })).toMatchObject({ confirmed_at: null })
})

it('steps up the session that asked, with a passkey of the same person, and no challenge is for anything else', async () => {
  const { actor, device, passkey } = await withPasskey()
  const stranger = await withPasskey()
  const begin = async () => (await beginSession(actor.id, FROM, { factors: ['password'] })) ?? ''
  const [one, other] = [await begin(), await begin()]
  const of = (id: string) => ({ id, user: { id: actor.id } as never })
  const request = async (id: string) => {
    const begun = await stepUpOptions(of(id), FROM)
    return 'options' in begun ? begun.options : expect.fail('too many')
  }
  const step = async (id: string, response: string) => (await stepUpWithPasskey(of(id), response, FROM)).ok
  const factorsOf = async (id: string) =>
    (await instance.database.prisma.sessions.findUniqueOrThrow({ where: { id } })).factors
  expect(await step(other, device.sign(await request(one)))).toBe(false)
  expect(await step(one, stranger.device.sign(await request(one)))).toBe(false)
  expect(await step(one, device.sign(await request(one), { verified: false }))).toBe(false)
  expect(await step(one, device.sign(await options()))).toBe(false)
  expect(await signIn(device.sign(await request(one)))).toBe(false)
  const response = device.sign(await request(one))
  expect(await factorsOf(one)).toEqual(['password'])
  expect(await step(one, response)).toBe(true)
  expect(await factorsOf(one)).toEqual(['password', 'passkey'])
  expect(await step(one, response)).toBe(false)
  expect(await factorsOf(other)).toEqual(['password'])
  await instance.run(removePasskey, { id: passkey.id }, undefined, actor, true)
  expect(await factorsOf(one)).toEqual(['password'])
})

it('is renamed and removed by its owner alone, after which it opens nothing', async () => {
  const { actor, device, passkey } = await withPasskey()
  const other = await person()
  const { id } = passkey
  const missing = { reason: 'record_not_found' }
  await expect(instance.run(renamePasskey, { id, name: 'Mine' }, undefined, other)).rejects.toMatchObject(
    missing,
  )
  await expect(instance.run(removePasskey, { id }, undefined, other, true)).rejects.toMatchObject(missing)
  expect(await instance.run(renamePasskey, { id, name: 'Old' }, undefined, actor)).toMatchObject({
    name: 'Old',
  })
  await instance.run(removePasskey, { id }, undefined, actor, true)
  expect(await signIn(device.sign(await options()))).toBe(false)
})
