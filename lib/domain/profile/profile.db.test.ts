import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { resetLimits } from '#lib/auth/limits.ts'
import { filledIn } from '#lib/domain/mails/secrets.ts'
import { getProfile } from '#lib/domain/profile/get.ts'
import { endOtherSessions, endOwnSession } from '#lib/domain/profile/sessions.ts'
import { changePassword, updateProfile } from '#lib/domain/profile/update.ts'
import { createResetLink, sendPasswordReset } from '#lib/domain/users/reset-password.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

let instance: Instance
let server: Authorization
let owner: Actor
let auth: typeof import('#lib/auth/sessions.ts') & typeof import('#lib/auth/sign-in.ts')
let reset: typeof import('#lib/auth/reset-password.ts')
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
  auth = { ...(await import('#lib/auth/sessions.ts')), ...(await import('#lib/auth/sign-in.ts')) }
  reset = await import('#lib/auth/reset-password.ts')
  owner = await server.person('owner')
})
afterAll(() => instance.close())

const system = () => (globalThis as unknown as { counterfoilRuntime: Runtime }).counterfoilRuntime
const FROM = { ip: '192.0.2.1', userAgent: 'Test' }
const begin = async (actor: Actor) =>
  (await auth.beginSession(actor.id, FROM, { factors: ['password'] })) ?? ''
const signsIn = async ({ name: email }: Actor, password: string) =>
  (await auth.signIn({ email, password }, FROM)).ok
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ reason }) => reason as string,
  )

it('everyone of the team sees their own account and changes their name', async () => {
  for (const role of ROLES) {
    const person = await server.person(role)
    await instance.run(updateProfile, { name: ` ${role} ` }, undefined, person)
    expect(await instance.run(getProfile, {}, undefined, person)).toMatchObject({
      name: role,
      email: person.name,
    })
  }
  for (const actor of [instance.actor, instance.system])
    expect(await reasonOf(instance.run(getProfile, {}, undefined, actor))).toMatch(/denied|not_found/)
})

it('a new password takes the current one, and ends the other sessions', async () => {
  const person = await server.person('support')
  const [session, other] = [await begin(person), await begin(person)]
  const actor = { ...person, session }
  const input = { new_password: 'another good one' }
  expect(await reasonOf(instance.run(changePassword, input, undefined, actor))).toBe('password_required')
  expect(await instance.run(changePassword, input, undefined, actor, true)).toMatchObject({ ended: 1 })
  expect(await auth.findSession(session)).toMatchObject({ user: { id: person.id } })
  expect(await auth.findSession(other)).toEqual({ ended: 'ended' })
  expect(await signsIn(person, 'another good one')).toBe(true)
  const [line] = await instance.database.prisma.audit_lines.findMany({ where: { object_id: person.id } })
  expect(line).toMatchObject({ action: 'change_password', actor_id: person.id })
  expect(JSON.stringify(line?.details)).not.toContain('another')
})

it('a person ends their own sessions, one or all others, and no one else ends them so', async () => {
  const person = await server.person('viewer')
  const sessions = await Promise.all([begin(person), begin(person), begin(person), begin(person)])
  const actor = { ...person, session: sessions[0] ?? '' }
  const end = (id: string | undefined, as: Actor) =>
    reasonOf(instance.run(endOwnSession, { id: id ?? '' }, undefined, as))
  expect(await end(sessions[1], owner)).toBe('record_not_found')
  expect(await end(sessions[1], actor)).toBeNull()
  expect(await end(sessions[1], actor)).toBe('record_not_found')
  expect(await auth.findSession(sessions[1] ?? '')).toEqual({ ended: 'ended' })
  await instance.run(endOtherSessions, {}, undefined, actor)
  for (const id of sessions.slice(1)) expect(await auth.findSession(id)).toEqual({ ended: 'ended' })
  expect(await auth.findSession(sessions[0] ?? '')).toMatchObject({ user: { id: person.id } })
  const { sessions: left } = await instance.run(getProfile, {}, undefined, actor)
  expect(left.map(({ id, own }) => [id, own])).toEqual([[sessions[0], true]])
})

it('a forgotten password: one link by email, used once, whatever was sent before', async () => {
  resetLimits()
  const sent = vi.fn()
  const person = await server.person('finance')
  const session = await begin(person)
  const pending = system()
  pending.mailer = { send: sent } as never
  await reset.requestReset('no-one@example.com')
  await reset.requestReset(` ${person.name.toUpperCase()} `)
  await reset.requestReset(person.name)
  const mails = await instance.database.prisma.mails.findMany({
    where: { kind: 'password_reset' },
    orderBy: { id: 'asc' },
  })
  expect(mails.map(({ recipient }) => recipient)).toEqual([person.name, person.name])
  const [first, second] = mails.map((mail) => /password\/(\S+)/.exec(filledIn(pending, mail).text)?.[1] ?? '')
  expect(mails.every(({ text, html }) => !/pwr_/.test(text + html))).toBe(true)
  expect(await reset.openReset(first ?? '')).toBeNull()
  expect(await reset.openReset(`${second}`.replace('pwr_', 'inv_'))).toBeNull()
  expect(await reset.openReset(second ?? '')).toBe(person.name)
  const tries = ['first good one', 'second good one', 'third good one']
  const worked = await Promise.all(
    tries.map((password) => reset.resetPassword(second ?? '', password, '192.0.2.7')),
  )
  expect(worked.filter(Boolean)).toHaveLength(1)
  expect(await signsIn(person, tries[worked.indexOf(true)] ?? '')).toBe(true)
  expect(await auth.findSession(session)).toEqual({ ended: 'ended' })
  expect(await reset.openReset(second ?? '')).toBeNull()
  const lines = await instance.database.prisma.audit_lines.count({
    where: { object_id: person.id, action: 'reset_password' },
  })
  expect(lines).toBe(2)

  // A fourth request within the hour sends nothing, and nothing tells.
  await reset.requestReset(person.name)
  await reset.requestReset(person.name)
  expect(await instance.database.prisma.mails.count({ where: { kind: 'password_reset' } })).toBe(3)
  pending.mailer = null
})

it('a link by email is the first proof of the email, and ends the passkeys of who made the account', async () => {
  const system_ = system()
  const { users, passkeys, mails, password_resets } = instance.database.prisma
  for (const emailed of [true, false]) {
    resetLimits()
    const person = await server.person('viewer')
    await users.update({ where: { id: person.id }, data: { email_proven_at: null } })
    await passkeys.create({
      data: {
        id: `psk_${person.id}`,
        user_id: person.id,
        credential_id: person.id,
        counter: 0,
        transports: [],
        public_key: new Uint8Array(8),
        name: 'Laptop',
        backed_up: false,
        created_at: 1,
      },
    })
    let token = ''
    if (emailed) {
      system_.mailer = { send: vi.fn() } as never
      await reset.requestReset(person.name)
      system_.mailer = null
      const mail = await mails.findFirstOrThrow({ where: { recipient: person.name } })
      token = /password\/(\S+)/.exec(filledIn(system_, mail).text)?.[1] ?? ''
    } else {
      const made = await instance.run(createResetLink, { id: person.id }, undefined, owner, true)
      token = made.link_token.split('/').at(-1) ?? ''
      await password_resets.updateMany({ data: { expires_at: Math.floor(Date.now() / 1000) + 60 } })
    }
    expect(await reset.resetPassword(token, 'another good one', null)).toBe(true)
    const { email_proven_at } = await users.findUniqueOrThrow({ where: { id: person.id } })
    // A link that an owner has seen proves nothing.
    expect(email_proven_at !== null).toBe(emailed)
    expect(await passkeys.count({ where: { user_id: person.id } })).toBe(emailed ? 0 : 1)
  }
})

it('a disabled person gets no link, and a link of theirs sets nothing', async () => {
  resetLimits()
  const person = await server.person('support')
  const made = await instance.run(createResetLink, { id: person.id }, undefined, owner, true)
  const token = made.link_token.split('/').at(-1) ?? ''
  // The link is made by the clock of the instance, and opened by the real one.
  await instance.database.prisma.password_resets.updateMany({
    data: { expires_at: Math.floor(Date.now() / 1000) + 60 },
  })
  await instance.database.prisma.users.update({ where: { id: person.id }, data: { disabled_at: 1 } })
  expect(await reset.resetPassword(token, 'a good password', null)).toBe(false)
  const before = await instance.database.prisma.password_resets.count()
  await reset.requestReset(person.name)
  expect(await instance.database.prisma.password_resets.count()).toBe(before)
})

it('only who may change the team makes a link for another, and no one asks for an email in their name', async () => {
  const person = await server.person('viewer')
  for (const role of ROLES) {
    const actor = { ...owner, permissions: new Set(ROLE_PERMISSIONS[role]) }
    const made = await reasonOf(instance.run(createResetLink, { id: person.id }, undefined, actor, true))
    expect(made, role).toBe(role === 'owner' ? null : 'permission_denied')
    expect(await reasonOf(instance.run(sendPasswordReset, { id: person.id }, undefined, actor))).toBe(
      'permission_denied',
    )
  }
})
