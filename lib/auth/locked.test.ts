import { beforeEach, expect, it, vi } from 'vitest'
import { builtInRole } from '#lib/permissions.ts'
import { actorOf } from '#lib/testing/role-actor.ts'

const world = vi.hoisted(() => ({ path: '/payments', locked: true }))
vi.mock('next/headers', () => ({
  headers: async () => new Headers({ 'x-counterfoil-path': world.path }),
  cookies: async () => ({ get: () => ({ value: 'x' }) }),
}))
vi.mock('next/navigation', () => ({
  redirect: (to: string) => {
    throw new Error(`to ${to}`)
  },
}))
vi.mock('next/server', () => ({ after: () => undefined }))
vi.mock('#lib/auth/next-auth.ts', () => ({
  sessionCookieName: () => 'session',
  sessionIdIn: async () => 'ses_1',
  overHttps: () => false,
}))
vi.mock('#lib/auth/sessions.ts', () => ({
  findSession: async () => ({
    ...{ id: 'ses_1', user: { id: 'usr_1', email: 'a@shop.example' }, stale: false },
    memberships: [{ role: builtInRole('owner'), account: actorOf('owner').account, locked: world.locked }],
  }),
}))

const staff = await import('#lib/auth/staff.ts')

beforeEach(() => {
  world.path = '/payments'
  world.locked = true
})

it.each(['/payments', '/', '/settings', '/settings/accounts', '/settings/team', '/consent/abc'])(
  'leads from %s to the account page while a second factor is missing',
  async (path) => {
    world.path = path
    await expect(staff.requireStaff()).rejects.toThrow('to /settings/account')
  },
)

it.each(['/settings/account', '/settings/account?done=name', '/settings/account/authenticator', ''])(
  'opens %s with the permission to set one up and no other',
  async (path) => {
    world.path = path
    expect([...(await staff.requireStaff()).permissions]).toEqual(['profile:write'])
  },
)

it('gives a route that only asks for the actor no other permission', async () => {
  expect([...((await staff.staffActor())?.permissions ?? [])]).toEqual(['profile:write'])
  world.locked = false
  expect((await staff.requireStaff()).permissions.size).toBeGreaterThan(10)
})
