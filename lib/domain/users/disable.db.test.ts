import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { listKeysForDashboard } from '#lib/domain/api-keys/list.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { disableUser, enableUser } from '#lib/domain/users/disable.ts'
import { getPersonDetails } from '#lib/domain/users/get-details.ts'
import { removeUser } from '#lib/domain/users/remove.ts'
import { bearerOf } from '#lib/oauth/bearer.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { ROLE_PERMISSIONS } from '#lib/values/permissions.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

let instance: Instance
let server: Authorization
let owner: Actor
let sessions: typeof import('#lib/auth/sessions.ts')
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  sessions = await import('#lib/auth/sessions.ts')
  server = await openAuthorization(instance)
  owner = await server.person('owner')
})
afterAll(() => instance.close())

const bearer = (token: string) => bearerOf(instance.runtime.query, token, Math.floor(Date.now() / 1000))
const begin = (actor: Actor) =>
  sessions.beginSession(actor.id, { ip: null, userAgent: null }, { factors: ['password'] })
const disable = (actor: Actor, more: { revoke_keys?: boolean } = {}) =>
  instance.run(disableUser, { email: actor.name, ...more }, undefined, instance.system)
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ reason }) => reason as string,
  )

it('disabling ends sessions and connected apps at once, and lists the keys that the person created', async () => {
  const { token, actor } = await server.tokenOf('read_only', 'developer')
  const session = await begin(actor)
  const key = await instance.run(createKey, { name: 'Theirs', scopes: ['orders:read'] }, undefined, actor)
  const ended = await disable(actor)
  expect(ended).toMatchObject({ sessions: 1, grants: 1, keys_revoked: false, keys: [{ id: key.id }] })
  expect(await bearer(token)).toBeNull()
  expect(await sessions.findSession(session ?? '')).toEqual({ ended: 'ended' })
  expect(await begin(actor)).toBeNull()

  const line = await instance.database.prisma.audit_lines.findMany({ where: { object_id: actor.id } })
  expect(line.map(({ account_id }) => account_id).sort()).toEqual(
    Object.values(instance.merchant.accounts).sort(),
  )
  expect(line[0]).toMatchObject({ action: 'disable_user', actor_kind: 'system' })
  const mail = await instance.database.prisma.mails.findFirstOrThrow({ where: { object_id: actor.id } })
  expect(mail).toMatchObject({ kind: 'user_disabled', recipient: owner.name })
  expect(mail.text).toContain(key.id)
  const listed = await instance.run(listKeysForDashboard, {}, undefined, owner)
  expect(listed.of_people_gone).toContainEqual({
    id: key.id,
    name: 'Theirs',
    email: actor.name,
    state: 'disabled',
  })
  expect((await instance.run(fetchAttention, {}, undefined, owner)).keys_of_people_gone).toBe(1)
  // The number leads to exactly these keys.
  const theirs = await instance.run(listKeysForDashboard, { group: 'people_gone' }, undefined, owner)
  expect(theirs.items.map(({ id }) => id)).toEqual([key.id])
})

it('enabling brings back the right to sign in, and nothing that ended', async () => {
  const { token, refresh, actor, client_id } = await server.tokenOf('read_only', 'developer')
  const session = await begin(actor)
  await disable(actor)
  await instance.run(enableUser, { email: actor.name.toUpperCase() }, undefined, instance.system)
  expect(await sessions.findSession(session ?? '')).toEqual({ ended: 'ended' })
  expect(await bearer(token)).toBeNull()
  const response = await server.form('/token', {
    grant_type: 'refresh_token',
    client_id,
    refresh_token: refresh,
  })
  expect(response.status).toBe(400)
  const again = await begin(actor)
  expect(again).not.toBeNull()
  expect(await sessions.findSession(again ?? '')).toMatchObject({ user: { id: actor.id } })
})

it('the keys are revoked in the same transaction where that is asked for', async () => {
  const actor = await server.person('developer')
  const key = await instance.run(createKey, { name: 'To go', scopes: ['orders:read'] }, undefined, actor)
  expect(await disable(actor, { revoke_keys: true })).toMatchObject({
    keys: [{ id: key.id }],
    keys_revoked: true,
  })
  const row = await instance.database.prisma.api_keys.findUniqueOrThrow({ where: { id: key.id } })
  expect(row).toMatchObject({ revoked_at: BigInt(instance.now()), revoked_by: 'system:test' })
})

it('a sign-in in progress is ended or rejected, and never outlives the disabling', async () => {
  for (let round = 0; round < 12; round += 1) {
    const actor = await server.person('support')
    const [session] = await Promise.all([begin(actor), disable(actor)])
    await instance.run(enableUser, { email: actor.name }, undefined, instance.system)
    if (session !== null) expect(await sessions.findSession(session)).toEqual({ ended: 'ended' })
  }
})

it('a consent and a new key in progress are ended and listed, or rejected', async () => {
  for (let round = 0; round < 6; round += 1) {
    const actor = await server.person('developer')
    const input = { name: `Race ${round}`, scopes: ['orders:read'] }
    const [made, ended] = await Promise.all([
      instance.run(createKey, input, undefined, actor).catch(() => null),
      disable(actor),
    ])
    expect(ended.keys.map(({ id }) => id)).toEqual(made ? [made.id] : [])
  }
  const consents = Array.from({ length: 6 }, async () => {
    const { client_id } = (await server.register()).body as { client_id: string }
    const actor = await server.person('owner')
    const { pkce, CALLBACK } = await import('#lib/testing/authorization.ts')
    const request = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...pkce().challenge,
    }
    await Promise.all([server.decide(request, actor).catch(() => null), disable(actor)])
    await instance.run(enableUser, { email: actor.name }, undefined, instance.system)
    return instance.database.prisma.oauth_grants.count({ where: { user_id: actor.id, revoked_at: null } })
  })
  expect(await Promise.all(consents)).toEqual([0, 0, 0, 0, 0, 0])
})

it('removing ends the membership and what was let there, and keeps the history', async () => {
  const { token, actor } = await server.tokenOf('read_only', 'developer')
  const key = await instance.run(createKey, { name: 'Stays', scopes: ['orders:read'] }, undefined, actor)
  const session = await begin(actor)
  const ended = await instance.run(removeUser, { email: actor.name }, undefined, owner, true)
  expect(ended).toMatchObject({ sessions: 1, grants: 1, keys: [{ id: key.id }] })
  expect(await bearer(token)).toBeNull()
  expect(await sessions.findSession(session ?? '')).toEqual({ ended: 'ended' })
  const { rows } = await instance.runtime.query(
    'SELECT action, actor_name FROM audit_lines WHERE object_id = $1 OR actor_id = $1 ORDER BY action',
    [actor.id],
  )
  expect(rows).toContainEqual({ action: 'create_key', actor_name: actor.name })
  expect(rows).toContainEqual({ action: 'remove_user', actor_name: owner.name })
  expect(await reasonOf(instance.run(removeUser, { email: actor.name }, undefined, owner, true))).toBe(
    'record_not_found',
  )
  const listed = await instance.run(listKeysForDashboard, {}, undefined, owner)
  expect(listed.of_people_gone.find(({ id }) => id === key.id)).toMatchObject({ state: 'removed' })
  const theirs = await instance.run(listKeysForDashboard, { group: 'people_gone' }, undefined, owner)
  expect(theirs.items.map(({ id }) => id)).toEqual(listed.of_people_gone.map(({ id }) => id))
})

it('only who may change the team does it, and an owner only to people of their merchant alone', async () => {
  const person = await server.person('support')
  for (const role of ['admin', 'finance', 'support', 'developer', 'viewer'] as const) {
    const actor = { ...owner, permissions: new Set(ROLE_PERMISSIONS[role]) }
    for (const operation of [disableUser, enableUser, removeUser])
      expect(await reasonOf(instance.run(operation, { email: person.name }, undefined, actor, true))).toBe(
        'permission_denied',
      )
  }
  await instance.runtime.query(
    `INSERT INTO merchants SELECT (jsonb_populate_record(merchants, '{"id":"mer_Other000000000"}')).* FROM merchants LIMIT 1`,
    [],
  )
  await instance.runtime.query(
    `INSERT INTO memberships (merchant_id, user_id, role, created_at) VALUES ('mer_Other000000000', $1, 'viewer', 1)`,
    [person.id],
  )
  expect(await reasonOf(instance.run(disableUser, { email: person.name }, undefined, owner, true))).toBe(
    'permission_denied',
  )
  const session = await begin(person)
  expect(await instance.run(removeUser, { email: person.name }, undefined, owner, true)).toMatchObject({
    sessions: 0,
  })
  expect(await sessions.findSession(session ?? '')).toMatchObject({ user: { id: person.id } })
  expect(await reasonOf(instance.run(enableUser, { email: person.name }, undefined, owner, true))).toBe(
    'record_not_found',
  )
})

it('the last owner who can sign in is neither disabled nor removed, also when two go at once', async () => {
  const other = await openInstance()
  const one = await openAuthorization(other)
  const [first, second] = [await one.person('owner'), await one.person('owner')]
  const out = (actor: Actor) => other.run(removeUser, { email: actor.name }, undefined, other.system)
  const off = (actor: Actor) => other.run(disableUser, { email: actor.name }, undefined, other.system)
  const outcomes = await Promise.all([reasonOf(out(first)), reasonOf(off(second))])
  // Sorting in place would lose whose outcome is which.
  expect([...outcomes].sort()).toEqual(['last_owner', null].sort())
  const left = outcomes[0] === null ? second : first
  expect(await reasonOf(off(left)).then((reason) => reason ?? 'last_owner')).toBe('last_owner')
  // Their page offers neither.
  const shown = (id: string) => other.run(getPersonDetails, { id }, undefined, left)
  expect((await shown(left.id)).end_access_error?.reason).toBe('last_owner')
  expect((await shown((await one.person('support')).id)).end_access_error).toBeNull()
  const { rows } = await other.runtime.query(
    `SELECT count(*)::int AS owners FROM memberships JOIN users ON users.id = user_id AND disabled_at IS NULL WHERE role = 'owner'`,
    [],
  )
  expect(rows[0]?.owners).toBe(1)
  await other.close()
})
