import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sendNewDeviceEmail } from '#lib/domain/users/new-device.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { deviceCookie, noticeNewDevice } from './device.ts'
import { beginSession } from './sessions.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

const FROM = { ip: '203.0.113.5', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
  ;(globalThis as { counterfoilRuntime?: Runtime }).counterfoilRuntime = instance.runtime
})
afterAll(() => instance.close())

async function signIn(actor: Actor, cookies: string | null = null): Promise<string> {
  const sessionId = (await beginSession(actor.id, FROM, { factors: ['password'] })) ?? expect.fail('disabled')
  await noticeNewDevice({ sessionId, user: { id: actor.id, email: actor.name } }, { ...FROM, cookies })
  return sessionId
}
const mailsTo = (actor: Actor) =>
  instance.database.prisma.mails.findMany({ where: { recipient: actor.name } })

it('is mailed with browser, address and what to do, but not at the first sign-in nor from a known browser', async () => {
  const actor = await server.person('viewer')
  await instance.database.prisma.sessions.deleteMany({ where: { user_id: actor.id } })
  await signIn(actor)
  expect(await mailsTo(actor)).toEqual([])
  const { name, value } = deviceCookie(actor.name)
  await signIn(actor, `a=b; ${name}=${value}`)
  expect(await mailsTo(actor)).toEqual([])
  await signIn(actor, `${name}=${deviceCookie('someone@else.example').value}`)
  const [mail, ...others] = await mailsTo(actor)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'account_security', subject: expect.stringContaining('new browser') })
  expect(mail?.text).toContain('203.0.113.5')
  expect(mail?.text).toContain('Firefox')
  expect(mail?.text).toContain('/settings/account')
})

it('is sent by the server itself alone', async () => {
  const session_id = await signIn(await server.person('viewer'))
  await expect(
    instance.run(sendNewDeviceEmail, { session_id }, undefined, await server.person('owner')),
  ).rejects.toMatchObject({ reason: 'permission_denied' })
})
