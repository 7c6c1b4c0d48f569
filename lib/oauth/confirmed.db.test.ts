import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { consentRequestOf } from '#lib/oauth/consent.ts'
import { tryAllow } from '#lib/oauth/decision.ts'
import { type Authorization, CALLBACK, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

vi.mock('#lib/auth/sudo.ts', () => ({
  confirmPassword: async (_: string, password: string) =>
    password === 'right' ? null : 'Incorrect password.',
}))

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

it('access that moves money takes the password, and shows the error at its field', async () => {
  const { client_id } = (await server.register()).body as { client_id: string }
  const { uid } = await server.authorize({
    client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'read_only refunds:write',
    ...pkce().challenge,
  })
  const consentRequest = await consentRequestOf(uid ?? '')
  if (!consentRequest) throw new Error('There is nothing to decide.')
  const person = await server.person()
  const decision = { scopes: consentRequest.scopes, limitPerCall: 100, limitPerDay: 200 }
  const allow = (password: string) =>
    tryAllow(consentRequest, person, decision, { password, from: { ip: null, userAgent: null } }, 'en')
  const wrong = { status: 422, field: 'password' }
  expect(await allow('')).toEqual({ ...wrong, message: 'Enter your password to continue.' })
  expect(await allow('wrong')).toEqual({ ...wrong, message: 'Incorrect password.' })
  expect(await allow('right')).toEqual({ to: expect.any(String) })
})
