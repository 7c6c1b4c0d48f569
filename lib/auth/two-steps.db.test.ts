import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { resetLimits } from '#lib/auth/limits.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { confirmTotp, getTotpSetup, startTotp } from '#lib/domain/profile/second-factor.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

type Cookie = { value: string; path?: string | undefined; httpOnly?: boolean }

const hoisted = vi.hoisted(() => ({ database: undefined as unknown, jar: new Map<string, Cookie>() }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))
vi.mock('next/headers', () => ({
  headers: async () => new Headers({ 'user-agent': 'Test' }),
  cookies: async () => ({
    get: (name: string) => hoisted.jar.get(name),
    set: (name: string, value: string, options: object) => hoisted.jar.set(name, { value, ...options }),
    // A browser deletes the cookie of this name and path alone.
    delete: ({ name, path }: { name: string; path: string }) => {
      if (hoisted.jar.get(name)?.path === path) hoisted.jar.delete(name)
    },
  }),
}))
vi.mock('next/navigation', () => ({
  redirect: (to: string) => {
    throw new Error(`to ${to}`)
  },
}))

const PASSWORD = 'a good password'
const FIRST_STEP = 'counterfoil-sign-in'
const SESSION = 'next-auth.session-token'

let instance: Instance
let server: Authorization
let signInAction: typeof import('#app/login/actions.ts')['signInAction']
let codeAction: typeof import('#app/login/code/actions.ts')['enterCodeAction']
let totp: TOTP
let actor: Actor
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
  ;(globalThis as { counterfoilRuntime?: Runtime }).counterfoilRuntime = instance.runtime
  signInAction = (await import('#app/login/actions.ts')).signInAction
  codeAction = (await import('#app/login/code/actions.ts')).enterCodeAction
  actor = await server.person('finance')
  const password_hash = await hashPassword(PASSWORD)
  await instance.database.prisma.users.update({ where: { id: actor.id }, data: { password_hash } })
  await instance.run(startTotp, {}, undefined, actor, true)
  const { totp_secret } = await instance.run(getTotpSetup, {}, undefined, actor)
  totp = new TOTP({ secret: totp_secret })
  const otp = totp.generate({ timestamp: instance.now() * 1000 })
  await instance.run(confirmTotp, { otp }, undefined, actor)
  // Sign-ins go by the real clock, which may be behind that of the instance.
  await instance.database.prisma.totp_secrets.update({ where: { user_id: actor.id }, data: { last_step: 0 } })
})
beforeEach(() => {
  resetLimits()
  hoisted.jar.clear()
})
afterAll(() => instance.close())

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
const outcomeOf = (work: Promise<unknown>) => work.catch((thrown: Error) => thrown.message)
const password = () =>
  outcomeOf(
    signInAction(
      { email: '' },
      formOf({ email: actor.name, password: PASSWORD, return_to: '/payments?status=paid' }),
    ),
  )
const code = (otp: string) => outcomeOf(codeAction({}, formOf({ otp, return_to: '/payments?status=paid' })))

it('the password leads to the code, the code to where the person was going, and the way back is closed', async () => {
  expect(await password()).toBe('to /login/code?return_to=%2Fpayments%3Fstatus%3Dpaid')
  expect(hoisted.jar.get(FIRST_STEP)).toMatchObject({ path: '/login', httpOnly: true })
  expect(hoisted.jar.has(SESSION)).toBe(false)
  expect(await code('000000')).toEqual({ failure: 'wrong' })
  expect(hoisted.jar.has(SESSION)).toBe(false)
  expect(await code(totp.generate())).toBe('to /payments?status=paid')
  expect(hoisted.jar.has(SESSION)).toBe(true)
  expect(hoisted.jar.has(FIRST_STEP)).toBe(false)
})

it('a code without the password leads to the sign-in page, and the API of next-auth opens nothing either', async () => {
  expect(await code(totp.generate({ timestamp: Date.now() + 30_000 }))).toBe('to /login?reason=too_late')
  const { authOptions } = await import('#lib/auth/next-auth.ts')
  const provider = authOptions().providers[0] as unknown as {
    options: { authorize(given: object, request: object): Promise<unknown> }
  }
  expect(
    await provider.options.authorize({ email: actor.name, password: PASSWORD }, { headers: {} }),
  ).toBeNull()
  expect(await instance.database.prisma.sessions.count({ where: { user_id: actor.id } })).toBe(1)
})

it('a session without the code leads from the sign-in page to it once a role needs it, and goes on', async () => {
  const sessions = await import('#lib/auth/sessions.ts')
  const { sessionCookie } = await import('#lib/auth/next-auth.ts')
  const { stepUpAction } = await import('#app/login/second-factor/actions.ts')
  const { default: Login } = await import('#app/login/page.tsx')
  const from = { ip: null, userAgent: null }
  const id = (await sessions.beginSession(actor.id, from, { factors: ['password'] })) ?? ''
  hoisted.jar.set(SESSION, await sessionCookie(id, actor.id))
  const props = { searchParams: Promise.resolve({ return_to: '/payments' }) }
  expect(await outcomeOf(Login(props))).toBe('to /payments')
  await instance.database.prisma.merchants.updateMany({ data: { second_factor_roles: ['finance'] } })
  expect(await outcomeOf(Login(props))).toBe('to /login/second-factor?return_to=%2Fpayments')
  const stepUp = (otp: string) => outcomeOf(stepUpAction({}, formOf({ otp, return_to: '/payments' })))
  expect(await stepUp('000000')).toEqual({ failure: 'wrong' })
  await instance.database.prisma.totp_secrets.update({ where: { user_id: actor.id }, data: { last_step: 0 } })
  expect(await stepUp(totp.generate())).toBe('to /payments')
  expect(await outcomeOf(Login(props))).toBe('to /payments')
})
