import { globSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { actorOf } from '#lib/testing/role-actor.ts'
import { builtInRole } from '#lib/values/permissions.ts'

const world = vi.hoisted(() => ({ path: '/payments', locked: true, step_up: false }))
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
    id: 'ses_1',
    user: { id: 'usr_1', email: 'a@shop.example' },
    stale: false,
    step_up: world.step_up,
    memberships: [{ role: builtInRole('owner'), account: actorOf('owner').account, locked: world.locked }],
  }),
}))

const staff = await import('#lib/auth/staff.ts')

beforeEach(() => {
  world.path = '/payments'
  world.locked = true
  world.step_up = false
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

describe('a session in which the second factor of its person was not used', () => {
  const actor = { ...actorOf('owner'), session: 'ses_1' }
  /** What each export gives that could open something: all of them give nothing, or lead to the factor. */
  const GIVES: Record<string, (() => Promise<unknown>) | null> = {
    MERCHANT_COOKIE: null,
    MODE_COOKIE: null,
    staffActor: staff.staffActor,
    requireStaff: staff.requireStaff,
    signedIn: staff.signedIn,
    requireSignedIn: staff.requireSignedIn,
    requireSession: staff.requireSession,
    sessionPerson: staff.sessionPerson,
    staffAgain: () => staff.staffAgain(actor),
    otherModeActor: staff.otherModeActor,
    actorIn: () => staff.actorIn(actor.account.id),
    // Of a person who was signed in before, from one of the above.
    inMode: null,
    // For the page that asks for the factor, and without a person.
    sessionToStepUp: null,
    chooseTeam: null,
    currentPreferences: null,
    signOut: null,
  }

  it('is no actor to any function that gives one, on any path', async () => {
    expect(Object.keys(GIVES).sort()).toEqual(Object.keys(staff).sort())
    for (const path of ['/payments', '/settings/account', '/confirm', '/consent/abc', '']) {
      Object.assign(world, { path, step_up: true, locked: false })
      const to = path === '' ? '' : `?return_to=${encodeURIComponent(path)}`
      for (const [name, give] of Object.entries(GIVES)) {
        if (give === null) continue
        const given = await give().catch(({ message }: Error) => message)
        expect([null, `to /login/second-factor${to}`], `${name} on ${path}`).toContain(given)
      }
      expect(await staff.sessionToStepUp()).toMatchObject({ id: 'ses_1' })
    }
  })

  it('is looked up where it is judged, and nowhere else', () => {
    const sources = globSync('{app,components,lib,proxy.ts,scripts}/**/*.{ts,tsx}').filter(
      (file) => !/\.test\.tsx?$/.test(file),
    )
    expect(sources.filter((file) => /\bfindSession\(/.test(readFileSync(file, 'utf8'))).sort()).toEqual([
      'lib/auth/next-auth.ts',
      'lib/auth/sessions.ts',
      'lib/auth/staff.ts',
    ])
  })
})
