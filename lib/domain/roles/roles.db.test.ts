import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { requesterActor } from '#lib/auth/requester.ts'
import { beginSession, findSession } from '#lib/auth/sessions.ts'
import { fetchExportReceivers } from '#lib/domain/exports/fetch.ts'
import { inviteUser, resendInvitation } from '#lib/domain/invitations/invite.ts'
import { listInvitationsForDashboard } from '#lib/domain/invitations/list.ts'
import { withdrawInvitation } from '#lib/domain/invitations/withdraw.ts'
import { fetchSecondFactorRoles, updateSecondFactorRoles } from '#lib/domain/merchants/second-factor-roles.ts'
import { fetchNotifications } from '#lib/domain/notifications/choose.ts'
import { createRole, MAX_ROLES } from '#lib/domain/roles/create.ts'
import { deleteRole } from '#lib/domain/roles/delete.ts'
import { getRoleDetails, listRoles } from '#lib/domain/roles/list.ts'
import { updateRole } from '#lib/domain/roles/update.ts'
import { changeRole } from '#lib/domain/users/change-role.ts'
import { listTeamForDashboard } from '#lib/domain/users/list.ts'
import { bearerOf } from '#lib/oauth/bearer.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { customRole } from '#lib/testing/custom-role.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { BASE_PERMISSIONS, type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'
import { randomText } from '#lib/values/random-text.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))
let instance: Instance
let server: Authorization
let owner: Actor
/** May change the team, and has little else. */
let lead: Actor
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
  owner = await server.person('owner')
  lead = { ...(await server.person('owner')), permissions: new Set(DESK_LEAD) }
})
afterAll(() => instance.close())

const DESK: Permission[] = ['orders:read', 'payments:read', 'refunds:read', 'refunds:write']
const DESK_LEAD: Permission[] = [...BASE_PERMISSIONS, ...DESK, 'team:read', 'team:write']

const role = (permissions: readonly Permission[] = DESK, name?: string) =>
  customRole(instance, owner, permissions, name)
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown: unknown) => (isAppError(thrown) ? thrown.reason : expect.fail(String(thrown))),
  )
const give = (id: string, to: string, as = owner) =>
  instance.run(changeRole, { id, role: to }, undefined, as, true)
const update = (id: string, more: object, as = owner) =>
  instance.run(
    updateRole,
    { id, name: `Desk ${id}`.slice(0, 40), permissions: DESK, ...more } as never,
    undefined,
    as,
    true,
  )
const remove = (id: string, replace_with: string | null = null, as = owner) =>
  instance.run(deleteRole, { id, replace_with }, undefined, as, true)

/** The permissions that a session has in test mode, as each request looks them up. */
async function sessionOf(person: Actor) {
  const session = await findSession(
    (await beginSession(person.id, { ip: null, userAgent: null }, { factors: ['password'] })) ??
      expect.fail('no session'),
  )
  if ('ended' in session) return expect.fail('ended')
  const test = session.memberships.find(({ account }) => account.mode === 'test')
  return test ?? expect.fail('no membership')
}

describe('a role of the merchant', () => {
  it('has the chosen permissions and those of every role, whatever the order', async () => {
    const id = await role(['refunds:write', 'orders:read'], 'Refund tool')
    const found = await instance.run(getRoleDetails, { id }, undefined, owner)
    expect(found).toMatchObject({ name: 'Refund tool', built_in: false, people: 0, members: [] })
    expect(found.permissions).toEqual(['orders:read', 'refunds:write', 'profile:write', 'approvals:ask'])
    const { items } = await instance.run(listRoles, {}, undefined, owner)
    expect(items.slice(0, ROLES.length).map((one) => one.id)).toEqual([...ROLES])
    expect(items.map((one) => one.id)).toContain(id)
  })

  it.each([['Owner'], ['FINANCE'], ['refund DESK'], ['']])('has a name of its own: not %j', async (name) => {
    await role(DESK, 'Refund Desk').catch(() => undefined)
    const reason = await reasonOf(
      instance.run(createRole, { name, permissions: DESK }, undefined, owner, true),
    )
    expect(reason).toBe(name === '' ? 'input_validation_failed' : 'role_name_taken')
  })

  it('needs a permission that not every role has', async () => {
    const permissions = [...BASE_PERMISSIONS]
    const work = instance.run(createRole, { name: 'Nothing', permissions }, undefined, owner, true)
    expect(await reasonOf(work)).toBe('input_validation_failed')
  })

  it('is made, changed and deleted by those who may change the team, after a confirmation', async () => {
    const id = await role()
    for (const name of ROLES.filter((each) => each !== 'owner')) {
      const actor = { ...owner, permissions: new Set(ROLE_PERMISSIONS[name]) }
      const input = { name: `By ${name}`, permissions: DESK }
      expect(await reasonOf(instance.run(createRole, input, undefined, actor, true))).toBe(
        'permission_denied',
      )
      expect(await reasonOf(update(id, {}, actor))).toBe('permission_denied')
      expect(await reasonOf(remove(id, null, actor))).toBe('permission_denied')
    }
    const unconfirmed = instance.run(createRole, { name: 'x', permissions: DESK }, undefined, owner)
    expect(await reasonOf(unconfirmed)).toBe('password_required')
  })

  it('leaves an audit line with before and after in both modes', async () => {
    const id = await role(DESK, 'Audited')
    await update(id, { name: 'Audited too', permissions: ['orders:read'] })
    await remove(id)
    const lines = await instance.database.prisma.audit_lines.findMany({
      where: { object_id: id },
      orderBy: { id: 'asc' },
    })
    expect(lines.map(({ action }) => action).sort()).toEqual([
      'create_role',
      'create_role',
      'delete_role',
      'delete_role',
      'update_role',
      'update_role',
    ])
    const updated = lines.filter(({ action }) => action === 'update_role')
    for (const { details } of updated)
      expect(details).toMatchObject({
        before: { name: 'Audited', permissions: expect.arrayContaining(['refunds:write']) },
        after: { name: 'Audited too', permissions: ['orders:read', 'profile:write', 'approvals:ask'] },
      })
  })

  it('belongs to its merchant', async () => {
    const other = await openInstance()
    try {
      const id = await role()
      const stranger = { ...owner, account: { ...owner.account, merchant_id: 'mer_NfLw3gQ81xRt0a' } }
      expect(await reasonOf(instance.run(getRoleDetails, { id }, undefined, stranger))).toBe(
        'record_not_found',
      )
    } finally {
      await other.close()
    }
  })

  it('is one of at most 50', async () => {
    const { merchant_id } = owner.account
    const count = await instance.database.prisma.roles.count({ where: { merchant_id } })
    const data = Array.from({ length: MAX_ROLES - count }, (_, at) => ({
      merchant_id,
      id: `role_fill${String(at).padStart(10, '0')}`,
      name: `Filler ${at}`,
      permissions: [],
      created_by: 'test',
      created_at: 1,
      updated_at: 1,
    }))
    await instance.database.prisma.roles.createMany({ data })
    const work = instance.run(createRole, { name: 'One more', permissions: DESK }, undefined, owner, true)
    expect(await reasonOf(work)).toBe('too_many_roles')
    await instance.database.prisma.roles.deleteMany({ where: { id: { in: data.map(({ id }) => id) } } })
  })
})

describe('one grants only what one has', () => {
  it('when a role is made', async () => {
    const make = (permissions: Permission[]) =>
      reasonOf(instance.run(createRole, { name: `L ${randomText(5)}`, permissions }, undefined, lead, true))
    expect(await make(DESK)).toBeNull()
    expect(await make([...DESK, 'payouts:write'])).toBe('permission_denied')
  })

  it('when a role is changed: neither added, nor in it before', async () => {
    const [small, big] = [await role(DESK), await role([...DESK, 'payouts:write'])]
    expect(await reasonOf(update(small, { permissions: ['orders:read'] }, lead))).toBeNull()
    expect(await reasonOf(update(small, { permissions: ['payouts:write'] }, lead))).toBe('permission_denied')
    expect(await reasonOf(update(big, { permissions: ['orders:read'] }, lead))).toBe('permission_denied')
    expect(await reasonOf(remove(big, null, lead))).toBe('permission_denied')
    const used = await role(DESK)
    const person = await server.person('viewer')
    await give(person.id, used)
    expect(await reasonOf(remove(used, 'admin', lead))).toBe('permission_denied')
  })

  it('when a role is given, taken away, or named by an invitation', async () => {
    const big = await role([...DESK, 'payouts:write'])
    const [person, holder] = [await server.person('viewer'), await server.person('viewer')]
    await give(holder.id, big)
    const small = await role(DESK)
    expect(await reasonOf(give(person.id, big, lead))).toBe('permission_denied')
    expect(await reasonOf(give(holder.id, small, lead))).toBe('permission_denied')
    const input = { email: `${randomText(6)}@example.com`.toLowerCase(), name: 'Asha', role: big }
    expect(await reasonOf(instance.run(inviteUser, input, undefined, lead, true))).toBe('permission_denied')
    const { id } = await instance.run(inviteUser, input, undefined, owner, true)
    expect(await reasonOf(instance.run(withdrawInvitation, { id }, undefined, lead))).toBe(
      'permission_denied',
    )
    expect(await reasonOf(instance.run(resendInvitation, { id }, undefined, lead, true))).toBe(
      'permission_denied',
    )
    expect(await reasonOf(give(person.id, 'role_NfLw3gQ81xRt0a'))).toBe('record_not_found')
  })
})

describe('a change of a role holds at once', () => {
  it('for an open session, and for what was requested before', async () => {
    const id = await role(DESK)
    const person = await server.person('viewer')
    await give(person.id, id)
    expect((await sessionOf(person)).role).toMatchObject({ id, permissions: expect.arrayContaining(DESK) })
    const request = { account_id: person.account.id, actor_kind: 'user', actor_id: person.id }
    const requester = () => requesterActor(instance.runtime.query, request, instance.now())
    expect((await requester())?.permissions.has('refunds:write')).toBe(true)
    await update(id, { permissions: ['orders:read'] })
    expect((await sessionOf(person)).role.permissions).toEqual([
      'orders:read',
      'profile:write',
      'approvals:ask',
    ])
    expect((await requester())?.permissions.has('refunds:write')).toBe(false)
  })

  it('for a connected app', async () => {
    const id = await role([...DESK, 'apps:connect'])
    const { token, actor } = await server.tokenOf('read_only refunds:write')
    const holder = () => bearerOf(instance.runtime.query, token, Math.floor(Date.now() / 1000))
    await give(actor.id, id)
    expect((await holder())?.actor.permissions.has('refunds:write')).toBe(true)
    expect((await holder())?.actor.permissions.has('customers:read')).toBe(false)
    await update(id, { permissions: ['orders:read', 'apps:connect'] })
    expect((await holder())?.actor.permissions.has('refunds:write')).toBe(false)
    expect((await holder())?.actor.permissions.has('orders:read')).toBe(true)
  })

  it('for the second factor that it requires', async () => {
    const id = await role(DESK)
    const person = await server.person('viewer')
    await give(person.id, id)
    const require = (roles: string[]) =>
      instance.run(updateSecondFactorRoles, { roles }, undefined, owner, true)
    await require([id])
    expect((await sessionOf(person)).locked).toBe(true)
    expect(await reasonOf(require(['role_NfLw3gQ81xRt0a']))).toBe('record_not_found')
    await give(person.id, 'viewer')
    expect((await sessionOf(person)).locked).toBe(false)
    await remove(id)
    expect((await instance.run(fetchSecondFactorRoles, {}, undefined, owner)).roles).toEqual([])
  })

  it('for the kinds of email that depend on a permission', async () => {
    const id = await role(['approvals:read', 'approvals:write', 'payments:read'])
    const person = await server.person('viewer')
    await give(person.id, id)
    const kinds = async () => {
      const { permissions } = (await sessionOf(person)).role
      const actor = { ...person, permissions: new Set(permissions) }
      return (await instance.run(fetchNotifications, {}, undefined, actor)).items.map(({ kind }) => kind)
    }
    expect(await kinds()).toContain('approval')
    await update(id, { permissions: ['payments:read'] })
    expect(await kinds()).not.toContain('approval')
  })

  it('for who gets the files of a scheduled export', async () => {
    const id = await role(['payments:read', 'exports:read'])
    const person = await server.person('viewer')
    await give(person.id, id)
    const receivers = async () => {
      const { items } = await instance.run(fetchExportReceivers, { list: 'payments' }, undefined, owner)
      return items.map((each) => each.id)
    }
    expect(await receivers()).toContain(person.id)
    await update(id, { permissions: ['payments:read'] })
    expect(await receivers()).not.toContain(person.id)
  })
})

describe('a role that is deleted', () => {
  it('must be replaced where people or invitations have it', async () => {
    const id = await role(DESK, 'Replaced')
    const person = await server.person('viewer')
    await give(person.id, id)
    const email = `${randomText(6)}@example.com`.toLowerCase()
    const invited = { email, name: 'Ravi', role: id }
    const invitation = await instance.run(inviteUser, invited, undefined, owner, true)
    expect(invitation.role_name).toBe('Replaced')
    expect(await reasonOf(remove(id))).toBe('role_in_use')
    expect(await reasonOf(remove(id, id))).toBe('input_validation_failed')
    await remove(id, 'support')
    expect((await sessionOf(person)).role.id).toBe('support')
    const { items } = await instance.run(listInvitationsForDashboard, { email }, undefined, owner)
    expect(items).toMatchObject([{ role: 'support', role_name: 'support' }])
    expect(await reasonOf(instance.run(getRoleDetails, { id }, undefined, owner))).toBe('record_not_found')
  })

  it('leaves the last owner an owner', async () => {
    const id = await role(DESK)
    const owners = await instance.database.prisma.memberships.findMany({
      where: { merchant_id: owner.account.merchant_id, role: 'owner' },
    })
    for (const { user_id } of owners.slice(1)) await give(user_id, 'viewer')
    const last = owners[0]?.user_id ?? ''
    expect(await reasonOf(give(last, id))).toBe('last_owner')
    for (const { user_id } of owners.slice(1)) await give(user_id, 'owner')
  })

  it('is not given meanwhile', async () => {
    const id = await role(DESK)
    const person = await server.person('viewer')
    const [given, removed] = await Promise.all([reasonOf(give(person.id, id)), reasonOf(remove(id))])
    expect([
      [null, 'role_in_use'],
      ['record_not_found', null],
    ]).toContainEqual([given, removed])
    expect((await sessionOf(person)).role.id).toBe(given === null ? id : 'viewer')
  })
})

it('people are found by their role, with its name', async () => {
  const id = await role(DESK, 'Found')
  const person = await server.person('viewer')
  await give(person.id, id)
  const { items } = await instance.run(listTeamForDashboard, { role: [id] }, undefined, owner)
  expect(items).toMatchObject([{ id: person.id, role: id, role_name: 'Found' }])
})
