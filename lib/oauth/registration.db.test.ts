import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { signingKey } from '#lib/testing/assertion.ts'
import {
  type Authorization,
  CALLBACK,
  ISSUER,
  openAuthorization,
  pkce,
  RESOURCE,
} from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

describe('discovery', () => {
  it('names every endpoint and every supported option', async () => {
    const metadata = await (await server.send('/.well-known/oauth-authorization-server')).json()
    expect(metadata).toMatchObject({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      registration_endpoint: `${ISSUER}/register`,
      revocation_endpoint: `${ISSUER}/revoke`,
      introspection_endpoint: `${ISSUER}/introspect`,
      pushed_authorization_request_endpoint: `${ISSUER}/par`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    expect(metadata.scopes_supported).toContain('read_only')
    expect(metadata.token_endpoint_auth_methods_supported).toEqual(
      expect.arrayContaining(['none', 'client_secret_post', 'private_key_jwt']),
    )
    expect(metadata.token_endpoint_auth_signing_alg_values_supported).toEqual(['RS256', 'ES256'])
    expect(Object.keys(metadata).filter((name) => /id_token|claims|subject/.test(name))).toEqual([])
  })

  it('says where the tools are', async () => {
    for (const path of ['', '/mcp', '/mcp/write']) {
      const body = await (await server.send(`/.well-known/oauth-protected-resource${path}`)).json()
      const forWriting = path === '/mcp/write'
      expect(body).toMatchObject({
        resource: forWriting ? `${RESOURCE}/write` : RESOURCE,
        authorization_servers: [ISSUER],
        scopes_supported: forWriting ? SCOPE_NAMES : ['read_only'],
      })
    }
    expect((await server.send('/.well-known/oauth-protected-resource/mcp/other')).status).toBe(404)
  })
})

describe('registration', () => {
  it('returns every field of the specification, for a public and a confidential client', async () => {
    const open = await server.register({
      scope: 'read_only refunds:write nonsense',
      application_type: 'desktop',
    })
    expect(open.status).toBe(201)
    expect(open.body).toMatchObject({
      client_name: 'Ledger Helper',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'desktop',
      scope: 'read_only refunds:write',
    })
    expect(open.body.application_id).toMatch(/^\w{20}$/)
    expect(open.body.client_secret).toBeUndefined()
    const secret = await server.register({ token_endpoint_auth_method: 'client_secret_post' })
    expect(secret.body).toMatchObject({ application_type: 'confidential', scope: 'read_only' })
    expect(secret.body.client_secret).toMatch(/^\w{43}$/)
    const { rows } = await instance.runtime.query(
      'SELECT metadata::text AS kept FROM oauth_clients WHERE id = $1',
      [secret.body.client_id],
    )
    expect(rows[0]?.kept).not.toContain(secret.body.client_secret)
  })

  it.each([
    ['http://client.example/callback', 'invalid_redirect_uri'],
    ['https://user:word@client.example/', 'invalid_redirect_uri'],
    ['https://client.example/#fragment', 'invalid_redirect_uri'],
    ['https://*.example/callback', 'invalid_redirect_uri'],
    ['javascript:alert(1)', 'invalid_redirect_uri'],
    ['data:text/html,x', 'invalid_redirect_uri'],
  ])('rejects a redirect to %s', async (uri, error) => {
    const { status, body } = await server.register({ redirect_uris: [uri] })
    expect([status, body.error]).toEqual([400, error])
  })

  it.each([['‮evil'], ['two\nlines'], ['a​b'], ['Counterfoil']])('rejects the name %j', async (client_name) => {
    const { status, body } = await server.register({ client_name })
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  it('without a name gets the host of its redirect URI', async () => {
    const { status, body } = await server.register({ client_name: undefined })
    expect([status, body.client_name]).toEqual([201, 'client.example'])
  })

  it.each([
    [{ client_name: 'Counterfoil Support' }, /Must not present the app as part of Counterfoil/],
    [{ client_name: 5 }, /The name must be a string/],
    [{ redirect_uris: undefined }, /Send a list of redirect URIs/],
    [{ redirect_uris: [] }, /at least one redirect URI/],
    [{ grant_types: ['password'] }, /Must contain authorization_code/],
    [{ response_types: ['token'] }, /Must be a list with code/],
    [{ token_endpoint_auth_method: 'x' }, /Must be none, client_secret_post/],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, /private_key_jwt with jwks_uri or jwks/],
    [
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://client.example/jwks.json' },
      /private_key_jwt with jwks_uri or jwks/,
    ],
    [{ scope: 5 }, /string of scopes/],
  ])('rejects %j with our own description', async (more, sentence) => {
    const { status, body } = await server.register(more)
    expect(status).toBe(400)
    expect(body.error_description).toMatch(sentence)
    expect(body.error_description).not.toMatch(/Invalid|expected/i)
  })

  it('keeps what it can use, and leaves out the rest', async () => {
    const { status, body } = await server.register({
      client_name: '🔒 Ledger Helper ✅',
      redirect_uris: [
        'http://client.example/callback',
        'javascript:alert(1)',
        7,
        CALLBACK,
        'cursor://anysphere.cursor-mcp/oauth/callback',
        CALLBACK,
      ],
      grant_types: [
        'authorization_code',
        'urn:ietf:params:oauth:grant-type:device_code',
        'refresh_token',
        'client_credentials',
      ],
      response_types: ['code', 'token'],
      token_endpoint_auth_method: 'tls_client_auth',
      token_endpoint_auth_methods_supported: ['tls_client_auth', 'none', 'client_secret_post'],
      client_uri: 'x',
      scope: '',
      application_type: null,
      contacts: [],
    })
    expect([status, body]).toMatchObject([
      201,
      {
        client_name: 'Ledger Helper',
        redirect_uris: [CALLBACK, 'cursor://anysphere.cursor-mcp/oauth/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'public',
        scope: 'read_only',
      },
    ])
    expect(body.client_uri).toBeUndefined()
  })

  it('takes every method that the metadata offers, with the keys that it needs', async () => {
    const metadata = await (await server.send('/.well-known/oauth-authorization-server')).json()
    const { jwk } = signingKey('ES256')
    for (const method of metadata.token_endpoint_auth_methods_supported) {
      const { status, body } = await server.register({
        token_endpoint_auth_method: method,
        jwks: { keys: [jwk] },
      })
      expect([status, body.token_endpoint_auth_method, body.jwks !== undefined], method).toEqual([
        201,
        method,
        method === 'private_key_jwt',
      ])
    }
  })

  it('keeps no private key', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { status, body } = await server.register({
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    })
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
  })

  it('keeps no more than 10 redirect URIs, and none of many thousand characters', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `${CALLBACK}/${index}`)
    expect((await server.register({ redirect_uris: many })).body.redirect_uris).toEqual(many.slice(0, 10))
    const long = Array.from({ length: 4 }, (_, index) => `${CALLBACK}/${index}${'x'.repeat(1500)}`)
    expect((await server.register({ redirect_uris: long })).body.redirect_uris).toEqual(long.slice(0, 3))
  })

  it('cuts a name that is too long, and takes one that names the server that the app is used with', async () => {
    const named = async (client_name: string) => (await server.register({ client_name })).body.client_name
    expect(await named('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`)
    expect(await named('Claude Code (counterfoil)')).toBe('Claude Code (counterfoil)')
    expect(await named('')).toBe('client.example')
  })

  it.each([
    ['no application type', {}],
    ['an application type of the web', { application_type: 'web' }],
    [
      'https addresses beside it',
      { application_type: 'native', redirect_uris: [CALLBACK, 'http://127.0.0.1/'] },
    ],
  ])('a loopback address matches on any port with %s', async (_, more) => {
    const { body } = await server.register({ redirect_uris: ['http://127.0.0.1/'], ...more })
    const at = async (redirect_uri: string) =>
      (
        await server.authorize({
          client_id: body.client_id,
          redirect_uri,
          response_type: 'code',
          ...pkce().challenge,
        })
      ).uid
    expect(await at('http://127.0.0.1:33418/')).toBeDefined()
    expect(await at('http://localhost:33418/')).toBeUndefined()
    expect(await at('http://127.0.0.1:33418/elsewhere')).toBeUndefined()
  })

  it('is read, changed and deleted with its own token, and with no other', async () => {
    const { body } = await server.register({ token_endpoint_auth_method: 'client_secret_post' })
    const as = (token: string) => ({ authorization: `Bearer ${token}` })
    const path = `/register/${body.client_id}`
    expect(body.registration_client_uri).toBe(`${ISSUER}${path}`)
    expect((await server.send(path, { headers: as('x'.repeat(43)) })).status).toBe(401)
    const read = await (await server.send(path, { headers: as(body.registration_access_token) })).json()
    expect(read).toMatchObject({ client_id: body.client_id, application_id: body.application_id })
    expect(read.client_secret).toBeUndefined()
    const changed = await server.send(path, {
      method: 'PUT',
      headers: { ...as(body.registration_access_token), 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: body.client_id,
        client_secret: body.client_secret,
        client_name: 'Another Name',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'client_secret_post',
      }),
    })
    expect([changed.status, (await changed.json()).client_name]).toEqual([200, 'Another Name'])
    expect(
      (await server.send(path, { method: 'DELETE', headers: as(body.registration_access_token) })).status,
    ).toBe(204)
    const { status } = await server.form('/token', {
      grant_type: 'authorization_code',
      client_id: body.client_id,
    })
    expect(status).toBe(401)
  })
})
