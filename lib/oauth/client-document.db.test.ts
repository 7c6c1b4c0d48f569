import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bearerOf } from '#lib/oauth/bearer.ts'
import { forgetKeys } from '#lib/oauth/client-document.ts'
import { assertion, signingKey } from '#lib/testing/assertion.ts'
import { type Authorization, CALLBACK, ISSUER, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

/** The document at app.example, which is no real host. */
const documents = new Map<string, () => Response | Promise<Response>>()
vi.mock('undici', async (original) => {
  const undici = await original<typeof import('undici')>()
  const fetch = (url: string, options: object) => documents.get(String(url))?.() ?? undici.fetch(url, options)
  return { ...undici, fetch }
})

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

let serial = 0
/** Serves a document and returns its address, which is the id of the client. */
function document(more: object = {}, status = 200, headers: Record<string, string> = {}): string {
  serial += 1
  const id = `https://app.example/${serial}/client.json`
  const body = {
    client_id: id,
    client_name: 'A Described Program',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...more,
  }
  documents.set(id, () => new Response(JSON.stringify(body), { status, headers }))
  return id
}

const request = (client_id: string) => ({
  client_id,
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'read_only',
})

/** @returns the status of our own page: no redirect ever goes to a URL that such a document names */
async function refusedAs(client_id: string) {
  const { response, location } = await server.authorize({ ...request(client_id), ...pkce().challenge })
  return [response.status, location]
}

it('the error for an unreachable document names its URL', async () => {
  const missing = 'https://app.example/nowhere/client.json'
  documents.set(missing, () => new Response('', { status: 404 }))
  const { response } = await server.authorize({ ...request(missing), ...pkce().challenge })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(
    `The client ID is the URL ${missing}, but no valid client metadata document was found there.`,
  )
})

it('the error of a server that reaches no internet says what its operator can set', async () => {
  const id = 'https://app.example/unreachable/client.json'
  const shown = async (language: string) => {
    const query = new URLSearchParams({ ...request(id), ...pkce().challenge })
    const response = await server.send(`/authorize?${query}`, { headers: { 'accept-language': language } })
    expect(response.status).toBe(400)
    return response.text()
  }
  documents.set(id, () =>
    Promise.reject(
      new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }),
    ),
  )
  expect(await shown('en')).toContain(
    `The client ID is the URL ${id}, which this server could not reach. If this server has no outbound internet access`,
  )
  expect(await shown('hi')).toContain('OAUTH_CLIENT_DOCUMENTS=closed')
})

describe('a client whose id is the address of its document', () => {
  it('is let and gets tokens like any other', async () => {
    const client_id = document()
    const { code_verifier, challenge } = pkce()
    const actor = await server.person()
    const back = await server.decide({ ...request(client_id), ...challenge }, actor)
    const response = await server.form('/token', {
      grant_type: 'authorization_code',
      client_id,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier,
    })
    const { access_token } = (await response.json()) as { access_token: string }
    expect(await bearerOf(instance.runtime.query, access_token, Math.floor(Date.now() / 1000))).toMatchObject(
      {
        clientId: client_id,
        clientName: 'A Described Program',
        userId: actor.id,
      },
    )
    const { rows } = await instance.runtime.query('SELECT origin FROM oauth_clients WHERE id = $1', [
      client_id,
    ])
    expect(rows.map(({ origin }) => origin)).toEqual(rows.length > 0 ? ['document'] : [])
  })

  const redeemed = async (
    client_id: string,
    more: (code: string) => Record<string, string>,
    verifier = true,
  ) => {
    const { code_verifier, challenge } = pkce()
    const back = await server.decide({ ...request(client_id), ...challenge }, await server.person())
    const code = back.searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
    const response = await server.form('/token', {
      ...form,
      ...(verifier ? { code_verifier } : {}),
      ...more(code),
    })
    return { status: response.status, body: await response.json() }
  }

  it.each(['RS256', 'ES256'] as const)('authenticates with a key of its jwks_uri: %s', async (alg) => {
    const key = signingKey(alg)
    documents.set('https://app.example/jwks.json', () => Response.json({ keys: [key.jwk] }))
    const client_id = document({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: `https://app.example/jwks.json`,
    })
    const proof = assertion(key, client_id, `${ISSUER}/token`)
    expect(await redeemed(client_id, () => ({ client_id, ...proof }))).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer' },
    })
    // Once and no more, and by no other key, audience or time.
    for (const wrong of [
      proof,
      assertion({ ...signingKey(alg), kid: key.kid }, client_id, `${ISSUER}/token`),
      assertion(key, client_id, 'https://elsewhere.example/token'),
      assertion(key, client_id, ISSUER, { exp: 1 }),
      assertion(key, client_id, ISSUER, { exp: Date.now() }),
      {},
    ])
      expect(await redeemed(client_id, () => ({ client_id, ...wrong }))).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      })
    forgetKeys()
  })

  it('of many requests with one assertion at once exactly one succeeds', async () => {
    const key = signingKey('ES256')
    const client_id = document({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [key.jwk] },
    })
    const token = (await redeemed(client_id, () => ({ ...assertion(key, client_id, ISSUER) }))).body
    const proof = assertion(key, client_id, ISSUER)
    const responses = await Promise.all(
      Array.from({ length: 6 }, () =>
        server.form('/introspect', { client_id, token: token.access_token, ...proof }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
  })

  it('that offers several methods uses any of them that is supported, and always PKCE', async () => {
    const key = signingKey('RS256')
    const client_id = document({
      token_endpoint_auth_method: 'tls_client_auth',
      token_endpoint_auth_methods_supported: ['client_secret_post', 'none', 'private_key_jwt'],
      jwks: { keys: [key.jwk] },
    })
    expect((await redeemed(client_id, () => ({ client_id }))).status).toBe(200)
    const proof = () => assertion(key, client_id, `${ISSUER}/token`)
    expect((await redeemed(client_id, () => ({ client_id, ...proof() }))).status).toBe(200)
    expect((await redeemed(client_id, () => ({ client_id, ...proof() }), false)).body.error).toBe(
      'invalid_grant',
    )
    const { location } = await server.authorize(request(client_id))
    expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_request')
  })

  it('has keys for the method that needs them, or another method', async () => {
    const method = { token_endpoint_auth_method: 'private_key_jwt' }
    expect(await refusedAs(document(method))).toEqual([400, null])
    const also = { ...method, token_endpoint_auth_methods_supported: ['none'] }
    const client_id = document(also)
    expect((await redeemed(client_id, () => ({ client_id }))).status).toBe(200)
  })

  it('of an installed app returns to any port of its loopback addresses', async () => {
    const client_id = document({ redirect_uris: ['http://127.0.0.1/callback', 'javascript:alert(1)'] })
    const at = async (redirect_uri: string) =>
      (await server.authorize({ ...request(client_id), redirect_uri, ...pkce().challenge })).uid
    expect(await at('http://127.0.0.1:49152/callback')).toBeDefined()
    expect(await at('http://localhost:49152/callback')).toBeUndefined()
    expect(await at('javascript:alert(1)')).toBeUndefined()
  })

  it.each([
    ['another id than its address', { client_id: 'https://other.example/client.json' }],
    ['a secret', { client_secret: 'x'.repeat(43) }],
    ['a name that turns the direction of text', { client_name: '‮evil' }],
    ['a name of two lines', { client_name: 'Bank\nSupport' }],
    ['no name', { client_name: undefined }],
    ['an address without encryption', { redirect_uris: ['http://app.example/callback'] }],
    ['a script for an address', { redirect_uris: ['javascript:alert(1)'] }],
    ['more than is read', { client_uri: `https://app.example/${'x'.repeat(200_000)}` }],
  ])('is rejected with %s in it', async (_, more) => {
    expect(await refusedAs(document(more))).toEqual([400, null])
  })

  it('is rejected when its document is elsewhere or missing', async () => {
    expect(await refusedAs(document({}, 302, { location: 'https://169.254.169.254/' }))).toEqual([400, null])
    expect(await refusedAs(document({}, 500))).toEqual([400, null])
    const id = document()
    documents.set(id, () => new Response('<html>'))
    expect(await refusedAs(id)).toEqual([400, null])
  })

  it('is not sent back to what its document does not name', async () => {
    const client_id = document()
    const { response, location } = await server.authorize({
      ...request(client_id),
      redirect_uri: 'https://evil.example/callback',
      ...pkce().challenge,
    })
    expect([response.status, location]).toEqual([400, null])
  })
})

describe('the fetched document', () => {
  it('is on the internet: nothing within this network is connected to', async () => {
    let connections = 0
    const inside = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const { port } = inside.address() as AddressInfo
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
      expect(await refusedAs(`https://${host}:${port}/client.json`), host).toEqual([400, null])
    expect(connections).toBe(0)
    inside.close()
  })

  it('has an address with https and a path, and no parts that are read in two ways', async () => {
    for (const id of [
      'http://app.example/client.json',
      'https://app.example',
      'https://app.example/',
      'https://user@app.example/client.json',
      'https://app.example/a/../client.json',
      'https://app.example/client.json#part',
      `https://app.example/${'x'.repeat(500)}`,
    ]) {
      documents.set(id, () => Response.json({ client_id: id, client_name: 'x', redirect_uris: [CALLBACK] }))
      expect(await refusedAs(id), id).toEqual([400, null])
    }
  })
})
