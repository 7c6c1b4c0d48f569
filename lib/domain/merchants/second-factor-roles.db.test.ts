import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { beginSession, findSession, type NoSession, type StaffSession } from '#lib/auth/sessions.ts'
import { rowsOf } from '#lib/database/query.ts'
import { fetchSecondFactorRoles, updateSecondFactorRoles } from '#lib/domain/merchants/second-factor-roles.ts'
import { changeRole } from '#lib/domain/users/change-role.ts'
import { forgetFactors, recordFactor } from '#lib/domain/users/session-factors.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { randomText } from '#lib/values/random-text.ts'
import { lackingFactor, SESSION_FACTORS, type SessionFactor } from '#lib/values/session-factors.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

async function sessionOf(actor: Actor, factors: readonly SessionFactor[] = ['password']) {
  const id = (await beginSession(actor.id, { ip: null, userAgent: null }, { factors })) ?? expect.fail()
  return { id, found: async () => standing(await findSession(id)) }
}

/** What a session opens: its accounts, a page to set a second factor up, or the one to use the factor. */
function standing(session: StaffSession | NoSession): string {
  if ('ended' in session) return 'ended'
  if (session.step_up) return 'step_up'
  return session.memberships.some(({ locked }) => locked) ? 'setup' : 'open'
}

const own = {
  app: (user_id: string) =>
    instance.database.prisma.totp_secrets.create({
      data: { user_id, secret_encrypted: new Uint8Array(8), confirmed_at: 1, created_at: 1 },
    }),
  passkey: (user_id: string) =>
    instance.database.prisma.passkeys.create({
      data: {
        id: `psk_${randomText(14)}`,
        user_id,
        credential_id: randomText(20),
        public_key: new Uint8Array(8),
        counter: 0,
        transports: [],
        name: 'Phone',
        backed_up: false,
        created_at: 1,
      },
    }),
}

const require = (roles: string[]) =>
  instance.database.prisma.merchants.update({
    where: { id: instance.merchant.id },
    data: { second_factor_roles: roles },
  })

it('is met by what was used in the session, never by what the person owns', async () => {
  await require(['finance'])
  for (const owned of ['nothing', 'app', 'passkey'] as const)
    for (const factor of SESSION_FACTORS)
      for (const role of ['finance', 'viewer'] as const) {
        const person = await server.person(role)
        if (owned !== 'nothing') await own[owned](person.id)
        const used: SessionFactor[] = [factor]
        const lacking = lackingFactor(role === 'finance', used, owned !== 'nothing') ?? 'open'
        const { found } = await sessionOf(person, used)
        expect(await found(), `${role} who owns ${owned} and used ${factor}`).toBe(lacking)
      }
})

it('holds at once for a role that changes, in every account of the person, until the factor is used', async () => {
  await require(['finance'])
  const person = await server.person('viewer')
  const elsewhere = await openInstance({ beside: instance })
  await elsewhere.database.prisma.memberships.create({
    data: { merchant_id: elsewhere.merchant.id, user_id: person.id, role: 'owner', created_at: 1 },
  })
  await own.passkey(person.id)
  const { id, found } = await sessionOf(person)
  expect(await found()).toBe('open')
  await instance.run(changeRole, { id: person.id, role: 'finance' }, undefined, await server.person(), true)
  expect(await found()).toBe('step_up')
  const rows = rowsOf(instance.runtime.query)
  expect(await recordFactor(rows, id, 'passkey')).toBe(true)
  expect(await found()).toBe('open')
  // A factor that was removed counts no more.
  await forgetFactors(rows, person.id, ['passkey'])
  expect(await found()).toBe('step_up')
  await instance.database.prisma.passkeys.deleteMany({ where: { user_id: person.id } })
  expect(await found()).toBe('setup')
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
  const [sessionOfFinance, sessionOfViewer] = [await sessionOf(finance), await sessionOf(viewer)]
  await require([])
  expect(await sessionOfFinance.found()).toBe('open')
  await change(owner, true)
  expect((await instance.run(fetchSecondFactorRoles, {}, undefined, owner)).roles).toEqual(['finance'])
  expect(await sessionOfFinance.found()).toBe('setup')
  expect(await sessionOfViewer.found()).toBe('open')
  const lines = await instance.database.prisma.audit_lines.findMany({
    where: { action: 'update_second_factor_roles' },
  })
  expect(lines).toHaveLength(2)
})
