import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetKeys } from '#lib/oauth/client-document.ts'
import { assertion, signingKey } from '#lib/testing/assertion.ts'
import { type Authorization, CALLBACK, ISSUER, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { selfSignedCertificate } from '#lib/testing/certificate.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

const key = signingKey('ES256')
const trusted = tls.getCACertificates('default')
let instance: Instance
let server: Authorization
let site: Server
let origin: string
const requests: string[] = []
beforeAll(async () => {
  instance = await openInstance()
  const { certificate, key: privateKey } = selfSignedCertificate()
  tls.setDefaultCACertificates([...trusted, certificate])
  site = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    requests.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    const document = {
      client_id: `${origin}/client.json`,
      client_name: 'A Described Program',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: `${origin}/jwks.json`,
    }
    const body = request.url === '/jwks.json' ? { keys: [key.jwk] } : document
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `https://localhost:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  tls.setDefaultCACertificates(trusted)
  delete (globalThis as { counterfoilDocumentAgent?: unknown }).counterfoilDocumentAgent
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
  await instance.close()
})

/** The server, which may or may not fetch from this machine. */
async function open(networks: string): Promise<void> {
  delete (globalThis as { counterfoilDocumentAgent?: unknown }).counterfoilDocumentAgent
  server = await openAuthorization(instance, networks === '' ? {} : { WEBHOOK_ALLOWED_NETWORKS: networks })
}

const request = (challenge: Record<string, string>) => ({
  client_id: `${origin}/client.json`,
  redirect_uri: CALLBACK,
  response_type: 'code',
  ...challenge,
})

it('a document is not fetched from this machine, unless the operator allows its network', async () => {
  await open('')
  const { response } = await server.authorize(request(pkce().challenge))
  expect(response.status).toBe(400)
  // Its own fault, and not that of a server without internet.
  expect(await response.text()).toContain('no valid client metadata document was found there')
  expect(requests).toEqual([])
})

it('a document and its keys are fetched over TLS, each once, and the app gets tokens by its key', async () => {
  await open('127.0.0.0/8')
  const { code_verifier, challenge } = pkce()
  const back = await server.decide(request(challenge), await server.person())
  const client_id = `${origin}/client.json`
  const redeemed = await server.form('/token', {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    code_verifier,
    ...assertion(key, client_id, `${ISSUER}/token`),
  })
  const { access_token } = (await redeemed.json()) as { access_token: string }
  expect(redeemed.status).toBe(200)
  const introspected = await server.form('/introspect', {
    token: access_token,
    ...assertion(key, client_id, `${ISSUER}/token`),
  })
  expect(await introspected.json()).toMatchObject({ active: true, client_id })
  expect(requests).toEqual(['/client.json', '/jwks.json'])
})

describe('an app that registers with jwks_uri', () => {
  const keyed = () => ({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `${origin}/jwks.json` })

  /** The response to a code of the app that it redeems with an assertion. */
  async function redeemed(client_id: string, signedBy = key) {
    const { code_verifier, challenge } = pkce()
    const back = await server.decide({ ...request(challenge), client_id }, await server.person())
    return server.form('/token', {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier,
      ...assertion(signedBy, client_id, `${ISSUER}/token`),
    })
  }

  it('gets tokens and refreshes them by its key, which is fetched over TLS once', async () => {
    await open('127.0.0.0/8')
    forgetKeys()
    requests.length = 0
    const { status, body } = await server.register(keyed())
    expect([status, body]).toMatchObject([201, { ...keyed(), application_type: 'confidential' }])
    expect(body.client_secret).toBeUndefined()
    const response = await redeemed(body.client_id)
    expect(response.status).toBe(200)
    const { refresh_token } = (await response.json()) as { refresh_token: string }
    const refreshed = await server.form('/token', {
      grant_type: 'refresh_token',
      refresh_token,
      ...assertion(key, body.client_id, `${ISSUER}/token`),
    })
    expect(await refreshed.json()).toMatchObject({ token_type: 'Bearer' })
    expect(requests).toEqual(['/jwks.json'])
    // By no other key, and not without one.
    expect((await redeemed(body.client_id, { ...signingKey('ES256'), kid: key.kid })).status).toBe(401)
    const { client_id } = body
    expect(
      (await server.form('/token', { grant_type: 'refresh_token', refresh_token, client_id })).status,
    ).toBe(401)
  })

  it('gets none where its keys are at a private address, which is not asked', async () => {
    await open('')
    forgetKeys()
    requests.length = 0
    const { status, body } = await server.register(keyed())
    expect(status).toBe(201)
    const response = await redeemed(body.client_id)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(await response.json()).not.toHaveProperty('access_token')
    expect(requests).toEqual([])
  })
})

it('a certificate that is not trusted is an error', async () => {
  tls.setDefaultCACertificates(trusted)
  await open('127.0.0.0/8')
  expect((await server.authorize(request(pkce().challenge))).response.status).toBe(400)
})
