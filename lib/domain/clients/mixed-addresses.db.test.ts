import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '#lib/domain/clients/create.ts'
import { type Authorization, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

const made = async (...redirect_uris: string[]) =>
  instance.run(
    createClient,
    { name: 'Reconciler', redirect_uris, auth_method: 'none' } as never,
    undefined,
    await server.person(),
  )

const MIXTURES = [
  [['https://app.example/back', 'com.example.app:/back']],
  [['http://127.0.0.1/back', 'com.example.app:/back']],
  [['https://app.example/back', 'http://127.0.0.1/back']],
  [['https://localhost/back', 'http://127.0.0.1/back']],
]

it.each(MIXTURES)(
  'an app is redirected to each of %j, registered in the dashboard or by itself',
  async (uris) => {
    const { id } = await made(...uris)
    const registered = await server.register({ redirect_uris: uris })
    expect(registered.status).toBe(201)
    for (const client_id of [id, registered.body.client_id])
      for (const redirect_uri of uris) {
        const request = { client_id, redirect_uri, response_type: 'code', ...pkce().challenge }
        expect((await server.authorize(request)).uid, `${client_id} ${redirect_uri}`).toBeDefined()
      }
  },
)

it('https on loopback beside a custom scheme is rejected in the dashboard, and left out of a registration', async () => {
  const uris = ['https://localhost/back', 'com.example.app:/back']
  await expect(made(...uris)).rejects.toMatchObject({ field: 'redirect_uris' })
  const { status, body } = await server.register({ redirect_uris: uris })
  expect([status, body.redirect_uris]).toEqual([201, ['com.example.app:/back']])
})
