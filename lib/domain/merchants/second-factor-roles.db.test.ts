import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { beginSession, findSession, lacksSecondFactor } from '#lib/auth/sessions.ts'
import { fetchSecondFactorRoles, updateSecondFactorRoles } from '#lib/domain/merchants/second-factor-roles.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

const held = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/db.ts', async (original) => ({
  ...(await original<typeof import('#lib/db.ts')>()),
  database: () => held.database,
}))

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  held.database = instance.database
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

async function memberships(actor: Actor) {
  const id = await beginSession(actor.id, { ip: null, userAgent: null })
  const session = await findSession(id ?? '')
  return 'ended' in session
    ? expect.fail('ended')
    : session.memberships.map(({ account, locked }) => `${account.mode} ${locked}`)
}

it('is missing where the role needs one and the person has neither app nor passkey', () => {
  const none = { has_code: false, has_passkey: false }
  expect(lacksSecondFactor(['owner'], 'owner', none)).toBe(true)
  expect(lacksSecondFactor(['owner'], 'viewer', none)).toBe(false)
  expect(lacksSecondFactor(['owner'], 'owner', { ...none, has_code: true })).toBe(false)
  expect(lacksSecondFactor(['owner'], 'owner', { ...none, has_passkey: true })).toBe(false)
})

it('is required by an owner, after a confirmation, and locks the people of the role in both modes', async () => {
  const [owner, finance, viewer] = [
    await server.person('owner'),
    await server.person('finance'),
    await server.person('viewer'),
  ]
  const change = (actor: Actor, confirmed: boolean) =>
    instance.run(updateSecondFactorRoles, { roles: ['finance', 'finance'] }, undefined, actor, confirmed)
  await expect(change(await server.person('admin'), true)).rejects.toMatchObject({
    reason: 'permission_denied',
  })
  await expect(change(owner, false)).rejects.toMatchObject({ reason: 'password_required' })
  expect(await memberships(finance)).toEqual(['test false', 'live false'])
  await change(owner, true)
  expect((await instance.run(fetchSecondFactorRoles, {}, undefined, owner)).roles).toEqual(['finance'])
  expect(await memberships(finance)).toEqual(['test true', 'live true'])
  expect(await memberships(viewer)).toEqual(['test false', 'live false'])
  const lines = await instance.database.prisma.audit_lines.findMany({
    where: { action: 'update_second_factor_roles' },
  })
  expect(lines).toHaveLength(2)
  await instance.database.prisma.totp_secrets.create({
    data: { user_id: finance.id, secret_encrypted: new Uint8Array(8), confirmed_at: 1, created_at: 1 },
  })
  expect(await memberships(finance)).toEqual(['test false', 'live false'])
})
