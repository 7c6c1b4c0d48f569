import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fetchInvitation } from '#lib/domain/invitations/fetch.ts'
import { invitationLink, inviteUser, resendInvitation } from '#lib/domain/invitations/invite.ts'
import { listInvitationsForDashboard } from '#lib/domain/invitations/list.ts'
import { withdrawInvitation } from '#lib/domain/invitations/withdraw.ts'
import { getMailDetails } from '#lib/domain/mails/get-details.ts'
import { filledIn } from '#lib/domain/mails/secrets.ts'
import { operations } from '#lib/domain/operations.ts'
import { changeRole } from '#lib/domain/users/change-role.ts'
import { disableUser, enableUser } from '#lib/domain/users/disable.ts'
import { getPersonDetails } from '#lib/domain/users/get-details.ts'
import { listTeamForDashboard } from '#lib/domain/users/list.ts'
import { removeUser } from '#lib/domain/users/remove.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'
import { DAY } from '#lib/values/time.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

let instance: Instance
let server: Authorization
let owner: Actor
let other: Actor
let door: typeof import('#lib/auth/invitation.ts')
let at = 0
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
  const global = globalThis as { counterfoilRuntime?: Runtime }
  global.counterfoilRuntime = { ...instance.runtime, clock: () => instance.now() * 1000 + at }
  door = await import('#lib/auth/invitation.ts')
  owner = await server.person('owner')
  other = await server.person('owner')
})
afterAll(() => instance.close())

const FROM = { ip: '192.0.2.1', userAgent: 'Test' }
let serial = 0
const newEmail = () => {
  serial += 1
  return `invited-${serial}@example.com`
}
const invite = (input: { email?: string; role?: string } = {}, as = owner, confirmed = true) =>
  instance.run(
    inviteUser,
    { email: newEmail(), name: 'Asha Rao', role: 'support', ...input } as never,
    undefined,
    as,
    confirmed,
  )
const tokenOf = (id: string) => invitationLink(instance.runtime, id).split('/').at(-1) ?? ''
const accept = (id: string) =>
  door.acceptAsNew(tokenOf(id), { name: 'Asha Rao', password: 'a good password' }, FROM)
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ reason }) => reason as string,
  )

it('without a mail server the link is in the response, and it lets one person in, once', async () => {
  const made = await invite()
  expect(made).toMatchObject({ status: 'pending', role: 'support', invited_by: owner.name })
  expect(made.link_token).toBe(invitationLink(instance.runtime, made.id))
  expect(await instance.database.prisma.mails.count({ where: { object_id: made.id } })).toBe(0)
  const accepted = await Promise.all([accept(made.id), accept(made.id), accept(made.id)])
  const [first, ...others] = accepted.filter((one) => one !== null)
  expect(first).toMatchObject({ user: { email: made.email, name: 'Asha Rao' } })
  expect(others).toEqual([])
  expect(await door.openInvitation(tokenOf(made.id))).toBeNull()
  const person = await instance.run(getPersonDetails, { id: first?.user.id ?? '' }, undefined, owner)
  expect(person).toMatchObject({
    role: 'support',
    invited_by: owner.name,
    sessions: 1,
    keys: [],
    elsewhere: false,
  })
  const lines = await instance.database.prisma.audit_lines.findMany({
    where: { action: 'accept_invitation', object_id: person.id },
  })
  expect(lines.map(({ account_id }) => account_id).sort()).toEqual(
    Object.values(instance.merchant.accounts).sort(),
  )
  expect(await reasonOf(invite({ email: made.email.toUpperCase() }))).toBe('user_on_team')
})

it.each([true, false])('an account whose invitation was emailed: %s, has a proven email', async (emailed) => {
  const { mailer } = instance.runtime
  instance.runtime.mailer = emailed ? ({ send: async () => {} } as never) : null
  const made = await invite()
  instance.runtime.mailer = mailer
  const accepted = await accept(made.id)
  const { email_proven_at } = await instance.database.prisma.users.findUniqueOrThrow({
    where: { id: accepted?.user.id ?? '' },
  })
  expect(email_proven_at !== null).toBe(emailed)
})

it('with a mail server the link is in the sent email alone: not in the response, not in the outbox', async () => {
  const { mailer } = instance.runtime
  instance.runtime.mailer = { send: async () => {} } as never
  const made = await invite()
  instance.runtime.mailer = mailer
  expect(made.link_token).toBeNull()
  const mail = await instance.database.prisma.mails.findFirstOrThrow({ where: { object_id: made.id } })
  expect(mail).toMatchObject({ kind: 'invitation', recipient: made.email })
  const link = invitationLink(instance.runtime, made.id)
  const shown = await instance.run(getMailDetails, { id: mail.id }, undefined, owner)
  expect(`${shown.text}${shown.html}`).not.toContain(tokenOf(made.id))
  const sent = filledIn(instance.runtime, mail)
  expect(sent.text).toContain(link)
  expect(sent.html).toContain(`href="${link}"`)
})

it('a changed, withdrawn, replaced or expired link opens nothing', async () => {
  const made = await invite()
  const token = tokenOf(made.id)
  for (const wrong of [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, made.id, `${made.id}.`, ''])
    expect(await door.openInvitation(wrong)).toBeNull()
  expect(await door.openInvitation(token)).toMatchObject({ email: made.email, known: false })

  const again = await instance.run(resendInvitation, { id: made.id }, undefined, owner, true)
  expect(again.id).not.toBe(made.id)
  expect(await door.openInvitation(token)).toBeNull()
  expect(await accept(made.id)).toBeNull()
  const replaced = await invite({ email: made.email, role: 'viewer' })
  expect(await door.openInvitation(tokenOf(again.id))).toBeNull()

  expect(await instance.run(withdrawInvitation, { id: replaced.id }, undefined, owner)).toMatchObject({
    status: 'withdrawn',
  })
  expect(await accept(replaced.id)).toBeNull()
  expect(await reasonOf(instance.run(withdrawInvitation, { id: replaced.id }, undefined, owner))).toBe(
    'invitation_ended',
  )

  const late = await invite()
  at = 7 * DAY * 1000
  expect(await accept(late.id)).toBeNull()
  at -= 1000
  expect(await accept(late.id)).not.toBeNull()
  at = 0
  expect(await reasonOf(instance.run(resendInvitation, { id: late.id }, undefined, owner, true))).toBe(
    'invitation_ended',
  )
})

it('a person with a sign-in joins as themselves alone', async () => {
  const { id, email } = await instance.database.prisma.users.create({
    data: {
      id: 'usr_Elsewhere00000',
      email: 'elsewhere@example.com',
      name: 'E',
      password_hash: '-',
      created_at: 1,
    },
  })
  const made = await invite({ email, role: 'finance' })
  const token = tokenOf(made.id)
  expect(await door.openInvitation(token)).toMatchObject({ known: true })
  expect(await accept(made.id)).toBeNull()
  expect(await door.acceptAsSelf(token, { id: other.id, email: other.name }, null)).toBeNull()
  expect(await door.acceptAsSelf(token, { id, email }, null)).toBe(instance.merchant.id)
  expect(await door.acceptAsSelf(token, { id, email }, null)).toBeNull()
  expect(await instance.run(getPersonDetails, { id }, undefined, owner)).toMatchObject({ role: 'finance' })
})

it('the list tells pending, accepted, expired and withdrawn invitations apart', async () => {
  const { tabs, total } = await instance.run(listInvitationsForDashboard, {}, undefined, owner)
  expect(tabs).toMatchObject({ pending: 1, accepted: 5, all: total })
  const pending = await instance.run(listInvitationsForDashboard, { group: 'pending' }, undefined, owner)
  expect(pending.items.map(({ status }) => status)).toEqual(['pending'])
  const { id } = pending.items[0] ?? { id: '' }
  expect(await instance.run(fetchInvitation, { id }, undefined, owner)).not.toHaveProperty('link_token')
})

it('what a person who leaves has sent ends with them', async () => {
  const leaving = await server.person('owner')
  const made = await invite({}, leaving)
  await instance.run(removeUser, { email: leaving.name }, undefined, owner, true)
  expect(await accept(made.id)).toBeNull()
})

/** The changes of the team that take no password, and why. */
const WITHOUT_PASSWORD: Record<string, string> = {
  withdraw_invitation: 'only ends a link',
  send_password_reset: 'is of the platform: the person asks on the sign-in page',
  send_new_device_email: 'is of the platform: the person signs in',
  send_sign_in_link_email: 'is of the platform: the person signs in',
}

it('every change of the team takes the password, in test mode, too', async () => {
  const changes = operations.filter(
    ({ permission, effect }) => permission === 'team:write' && effect !== 'read',
  )
  const taking = changes.filter(({ name }) => !(name in WITHOUT_PASSWORD))
  expect(changes.length - taking.length).toBe(Object.keys(WITHOUT_PASSWORD).length)
  for (const operation of taking) {
    const work = instance.run(operation, {}, undefined, owner)
    expect(await reasonOf(work), operation.name).toBe('password_required')
  }
})

it('only who may change the team invites and changes roles', async () => {
  const person = await server.person('viewer')
  const pending = await invite()
  for (const role of ROLES.filter((each) => each !== 'owner')) {
    const actor = { ...owner, permissions: new Set(ROLE_PERMISSIONS[role]) }
    for (const work of [
      () => invite({}, actor),
      () => instance.run(changeRole, { id: person.id, role: 'viewer' }, undefined, actor, true),
      () => instance.run(resendInvitation, { id: pending.id }, undefined, actor),
      () => instance.run(withdrawInvitation, { id: pending.id }, undefined, actor),
      () => instance.run(enableUser, { email: person.name }, undefined, actor),
    ])
      expect(await reasonOf(work()), role).toBe('permission_denied')
    const found = await reasonOf(instance.run(listTeamForDashboard, {}, undefined, actor))
    expect(found, role).toBe(role === 'viewer' ? 'permission_denied' : null)
  }
})

it('one gives and takes away only what one has', async () => {
  const person = await server.person('viewer')
  const admin = await server.person('admin')
  const pending = await invite({ role: 'developer' })
  const permissions = new Set<Permission>([...ROLE_PERMISSIONS.support, 'team:write'])
  const lead = { ...other, permissions }
  expect(await reasonOf(invite({ role: 'support' }, lead))).toBeNull()
  const as = (id: string, role: 'support' | 'finance' | 'viewer') =>
    reasonOf(instance.run(changeRole, { id, role }, undefined, lead, true))
  for (const denied of [
    reasonOf(invite({ role: 'admin' }, lead)),
    reasonOf(instance.run(resendInvitation, { id: pending.id }, undefined, lead, true)),
    as(person.id, 'finance'),
    as(admin.id, 'support'),
    reasonOf(instance.run(disableUser, { email: admin.name }, undefined, lead, true)),
    reasonOf(instance.run(removeUser, { email: admin.name }, undefined, lead, true)),
  ])
    expect(await denied).toBe('permission_denied')
})

it('a role changes at once and for both accounts, with before and after in the audit log', async () => {
  const person = await server.person('viewer')
  await instance.run(changeRole, { id: person.id, role: 'finance' }, undefined, owner, true)
  const lines = await instance.database.prisma.audit_lines.findMany({ where: { object_id: person.id } })
  expect(lines).toHaveLength(2)
  for (const line of lines)
    expect(line).toMatchObject({
      action: 'change_role',
      actor_name: owner.name,
      details: { email: person.name, before: { role: 'viewer' }, after: { role: 'finance' } },
    })
  const found = await instance.run(
    listTeamForDashboard,
    { person: person.name.slice(0, 6).toUpperCase(), role: ['finance'] },
    undefined,
    owner,
  )
  expect(found.items.map(({ id }) => id)).toEqual([person.id])
  expect(
    await reasonOf(
      instance.run(changeRole, { id: 'usr_NfLw3gQ81xRt0a', role: 'viewer' }, undefined, owner, true),
    ),
  ).toBe('record_not_found')
})

it('one owner stays, also when two demote each other at once', async () => {
  const alone = await openInstance()
  const one = await openAuthorization(alone)
  const [first, second] = [await one.person('owner'), await one.person('owner')]
  const demote = (whom: Actor, as: Actor) =>
    reasonOf(alone.run(changeRole, { id: whom.id, role: 'admin' }, undefined, as, true))
  for (let round = 0; round < 5; round += 1) {
    const outcomes = await Promise.all([demote(second, first), demote(first, second)])
    expect(outcomes.sort()).toEqual(['last_owner', null].sort())
    for (const { id } of [first, second])
      await alone.database.prisma.memberships.updateMany({ where: { user_id: id }, data: { role: 'owner' } })
  }
  await alone.close()
})
