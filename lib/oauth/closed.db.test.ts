import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Authorization, CALLBACK, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance, { OAUTH_REGISTRATION: 'closed' })
})
afterAll(() => instance.close())

it('a server with registration closed lets no app register, and names no address to do it at', async () => {
  const registered = await server.register()
  expect([registered.status, registered.body.error]).toEqual([403, 'access_denied'])
  const metadata = await (await server.send('/.well-known/oauth-authorization-server')).json()
  expect(metadata).toHaveProperty('token_endpoint')
  expect(metadata).not.toHaveProperty('registration_endpoint')
  expect(metadata).not.toHaveProperty('client_id_metadata_document_supported')
})

it('nor describe itself by a document', async () => {
  const { response, location } = await server.authorize({
    client_id: 'https://app.example.com/client.json',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'read_only',
    ...pkce().challenge,
  })
  expect([response.status, location]).toEqual([400, null])
  expect(await response.text()).toContain('The client ID is not registered on this server.')
})

it('a server that takes no documents does not offer them, and lets apps register instead', async () => {
  const other = await openAuthorization(instance, { OAUTH_CLIENT_DOCUMENTS: 'closed' })
  const metadata = await (await other.send('/.well-known/oauth-authorization-server')).json()
  expect(metadata).toHaveProperty('registration_endpoint')
  expect(metadata).not.toHaveProperty('client_id_metadata_document_supported')
  expect((await other.register()).status).toBe(201)
  const { response } = await other.authorize({
    client_id: 'https://app.example.com/client.json',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'read_only',
    ...pkce().challenge,
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('this server does not accept client metadata documents')
})
