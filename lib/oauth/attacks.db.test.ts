import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { sha256 } from '#lib/auth/secrets.ts'
import { bearerOf } from '#lib/oauth/bearer.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import {
  type Authorization,
  CALLBACK,
  ISSUER,
  openAuthorization,
  pkce,
  RESOURCE,
} from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { sendToolMessage } from '#lib/testing/tool-message.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(async () => {
  await flushRequestLog(instance.runtime.query)
  await instance.close()
})

const bearer = (token: string) => bearerOf(instance.runtime.query, token, Math.floor(Date.now() / 1000))

/** A client of one's own and a code for it, with what redeems it. */
async function coded(more: object = {}, challenged = true) {
  const client = (await server.register(more)).body as { client_id: string; client_secret?: string }
  const { client_id } = client
  const { code_verifier, challenge } = pkce()
  const request = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'read_only' }
  const back = await server.decide({ ...request, ...(challenged ? challenge : {}) }, await server.person())
  const code = back.searchParams.get('code') ?? ''
  return { ...client, code, code_verifier, redirect_uri: CALLBACK }
}

async function redeem(fields: Record<string, string | undefined>) {
  const form = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const response = await server.form('/token', {
    grant_type: 'authorization_code',
    ...(form as Record<string, string>),
  })
  const body = (await response.json()) as { error?: string; access_token?: string }
  return { status: response.status, error: body.error, token: body.access_token ?? '' }
}

const INVALID_GRANT = { status: 400, error: 'invalid_grant' }

describe('PKCE is not taken away on the way', () => {
  it('a code with a challenge is redeemed with its verifier, and with nothing else', async () => {
    for (const verifier of [undefined, pkce().code_verifier, 'x'.repeat(43)])
      expect(await redeem({ ...(await coded()), code_verifier: verifier })).toMatchObject(INVALID_GRANT)
    const challenged = await coded()
    const { code_challenge } = pkce().challenge
    expect(await redeem({ ...challenged, code_verifier: code_challenge })).toMatchObject(INVALID_GRANT)
  })

  it('a confidential client is held to a challenge that it sent, too', async () => {
    const secret = { token_endpoint_auth_method: 'client_secret_post' }
    expect(await redeem({ ...(await coded(secret)), code_verifier: undefined })).toMatchObject(INVALID_GRANT)
    expect(await redeem({ ...(await coded(secret, false)) })).toMatchObject(INVALID_GRANT)
    expect((await redeem({ ...(await coded(secret, false)), code_verifier: undefined })).status).toBe(200)
  })
})

describe('a code that was stolen', () => {
  it('is nothing to another client, whatever it knows of it', async () => {
    const [mine, stolen] = [await coded(), await coded()]
    expect(await redeem({ ...stolen, client_id: mine.client_id })).toMatchObject(INVALID_GRANT)
  })

  it('is nothing in a session of another: the verifier there is another', async () => {
    const [mine, stolen] = [await coded(), await coded()]
    expect(await redeem({ ...mine, code: stolen.code })).toMatchObject(INVALID_GRANT)
  })

  it('is nothing with another address, or without one', async () => {
    for (const redirect_uri of ['https://evil.example/callback', `${CALLBACK}/`, undefined]) {
      const { status } = await redeem({ ...(await coded()), redirect_uri })
      expect(status).toBe(400)
    }
  })

  it('is nothing after a minute', async () => {
    const late = await coded()
    const { rows } = await instance.runtime.query(
      `UPDATE oauth_artifacts SET expires_at = expires_at - 61 WHERE kind = 'AuthorizationCode' AND id_hash = $1
       RETURNING expires_at + 61 - created_at AS lasts`,
      [sha256(late.code)],
    )
    expect(Number(rows[0]?.lasts)).toBe(60)
    expect(await redeem(late)).toMatchObject(INVALID_GRANT)
  })
})

describe('one code, redeemed by many at once, on a slow store', () => {
  it('is used up by exactly one, and the tokens of it end', async () => {
    const many = 8
    let found = 0
    let usedUp = 0
    let open = () => {}
    const all = new Promise<void>((resolve) => {
      open = resolve
    })
    const globals = globalThis as { counterfoilRuntime?: Runtime; counterfoilProvider?: unknown }
    const before = globals.counterfoilRuntime as Runtime
    // All have read the unused code before any of them goes on.
    const slow: Runtime['query'] = async <Row>(text: string, values: unknown[]) => {
      const result = await before.query<Row>(text, values)
      if (values[0] === 'AuthorizationCode' && text.includes('artifact.payload')) {
        found += 1
        if (found === many) open()
        await all
      }
      if (text.includes('SET consumed_at') && values[0] === 'AuthorizationCode') usedUp += result.rows.length
      return result
    }
    const ready = await coded()
    globals.counterfoilRuntime = { ...before, query: slow }
    delete globals.counterfoilProvider
    try {
      const responses = await Promise.all(Array.from({ length: many }, () => redeem(ready)))
      expect(found).toBe(many)
      expect(usedUp).toBe(1)
      const won = responses.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      for (const { status, error } of responses.filter((response) => !won.includes(response)))
        expect({ status, error }).toEqual(INVALID_GRANT)
      for (const { token } of won) expect(await bearer(token)).toBeNull()
    } finally {
      globals.counterfoilRuntime = before
      delete globals.counterfoilProvider
    }
  })
})

describe('only the registered redirect URI is accepted', () => {
  it.each([
    'https://client.example/callback/',
    'https://client.example/callback?',
    'https://client.example/callback?next=https://evil.example',
    'https://client.example/callback#x',
    'https://client.example/Callback',
    'https://client.example/callback/../evil',
    'https://client.example/%63allback',
    'https://client.example//callback',
    'https://client.example:8443/callback',
    'https://CLIENT.example.evil.example/callback',
    'https://client.example.evil.example/callback',
    'https://client.example@evil.example/callback',
    'https://evil.example/https://client.example/callback',
    'https://sub.client.example/callback',
    'http://client.example/callback',
    'https:client.example/callback',
    '//client.example/callback',
    '/callback',
    'javascript:alert(1)//https://client.example/callback',
    'data:text/html,x',
    '',
  ])('not to %j', async (redirect_uri) => {
    const { client_id } = (await server.register()).body
    const { response, location } = await server.authorize({
      client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'read_only',
      ...pkce().challenge,
    })
    expect([response.status, location]).toEqual([400, null])
  })

  it('an app on a machine may choose its port, and nothing else', async () => {
    const { client_id } = (await server.register({ redirect_uris: ['http://127.0.0.1/callback'] })).body
    const request = { client_id, response_type: 'code', scope: 'read_only', ...pkce().challenge }
    const other = await server.authorize({ ...request, redirect_uri: 'http://127.0.0.1:51234/callback' })
    expect(other.location).toMatch(/^\/consent\//)
    for (const redirect_uri of [
      'http://127.0.0.1:51234/other',
      'http://127.0.0.2:51234/callback',
      'http://localhost:51234/callback',
      'https://127.0.0.1:51234/callback',
      'http://127.0.0.1:51234@evil.example/callback',
    ])
      expect((await server.authorize({ ...request, redirect_uri })).location, redirect_uri).toBeNull()
  })

  it('a repeated parameter is rejected', async () => {
    const { client_id } = (await server.register()).body
    const query = new URLSearchParams({
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read_only',
      ...pkce().challenge,
    })
    query.append('redirect_uri', 'https://evil.example/callback')
    const response = await server.send(`/authorize?${query}`)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })
})

describe('the issuer', () => {
  it('is in every response, as configured, whatever Host the request has', async () => {
    const { client_id } = (await server.register()).body
    const request = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'read_only' }
    const refused = await server.authorize({ ...request, code_challenge: 'x'.repeat(43) })
    expect(new URL(refused.location ?? '').searchParams.get('iss')).toBe(ISSUER)
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource']) {
      const text = await (await server.send(path, { headers: forged })).text()
      expect(text).toContain(ISSUER)
      expect(text).not.toContain('evil.example')
    }
  })
})

describe('a bearer token', () => {
  const call = async (token: string) => {
    const params = { name: 'create_order', arguments: { amount: 100, currency: 'INR' } }
    const response = await sendToolMessage(token, 'tools/call', params)
    return { status: response.status, text: await response.text() }
  }

  it('is an access token for these tools, and nothing that looks like one', async () => {
    const { token, refresh, code } = await server.tokenOf('read_only orders:write')
    expect((await call(token)).status).toBe(200)
    const { body } = await server.register({ token_endpoint_auth_method: 'client_secret_post' })
    for (const other of [
      refresh,
      code,
      body.client_secret,
      body.registration_access_token,
      instance.key.secret,
    ])
      expect((await call(String(other))).status).toBe(401)
    await instance.runtime.query(
      `UPDATE oauth_artifacts SET payload = jsonb_set(payload::jsonb, '{aud}', '"https://elsewhere.example/mcp"')
       WHERE kind = 'AccessToken' AND id_hash = $1`,
      [sha256(token)],
    )
    expect((await call(token)).status).toBe(401)
  })

  it('is not got for another resource with a code or a refresh token either', async () => {
    const resource = 'https://elsewhere.example/mcp'
    const response = await redeem({ ...(await coded()), resource })
    expect([response.status, response.error]).toEqual([400, 'invalid_target'])
    const { client_id, refresh } = await server.tokenOf('read_only')
    const form = { grant_type: 'refresh_token', client_id, refresh_token: refresh, resource }
    expect(await (await server.form('/token', form)).json()).toMatchObject({ error: 'invalid_target' })
  })

  it('gets no more scopes when it is refreshed', async () => {
    const { client_id, refresh } = await server.tokenOf('read_only')
    const form = { grant_type: 'refresh_token', client_id, refresh_token: refresh }
    const more = await server.form('/token', { ...form, scope: 'read_only orders:write' })
    const { access_token, scope } = await more.json()
    expect([more.status, scope]).toEqual([200, 'read_only'])
    expect((await bearer(access_token))?.scopes).toEqual(['read_only'])
  })

  it('does less at once when the role of the person does', async () => {
    const { token, actor } = await server.tokenOf('read_only orders:write')
    expect((await call(token)).text).toContain('"order_')
    await instance.runtime.query(`UPDATE memberships SET role = 'viewer' WHERE user_id = $1`, [actor.id])
    expect((await call(token)).text).toContain('permission_denied')
  })

  it('is never read from the address', async () => {
    const { token } = await server.tokenOf('read_only')
    const url = `${RESOURCE}?access_token=${token}`
    const response = await sendToolMessage(null, 'tools/list', {}, { url })
    expect(response.status).toBe(401)
  })
})

describe('registration', () => {
  const send = (body: string, more: Record<string, string> = {}) =>
    server.send('/register', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [ADDRESS_HEADER]: `198.51.100.${randomBytes(1)[0]}`,
        ...more,
      },
      body,
    })
  const fit = { client_name: 'A Program', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }

  it('takes so much and no more', async () => {
    const uris = (count: number) => Array.from({ length: count }, (_, index) => `${CALLBACK}/${index}`)
    expect((await send(JSON.stringify({ ...fit, redirect_uris: uris(10) }))).status).toBe(201)
    expect((await send(JSON.stringify({ ...fit, padding: 'x'.repeat(40_000) }))).status).toBe(413)
    expect((await send('['.repeat(30_000))).status).toBe(400)
    expect(
      (await send('client_name=x', { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(400)
  })

  it('gives a client nothing that it chose itself: no id, no secret, no grant of the platform', async () => {
    const chosen = {
      ...fit,
      client_id: 'client_mine',
      client_secret: 'mine',
      grant_types: ['client_credentials'],
    }
    expect((await send(JSON.stringify(chosen))).status).toBe(400)
    const { grant_types: _, ...rest } = chosen
    const body = await (await send(JSON.stringify({ ...rest, __proto__: { admin: true } }))).json()
    expect(body.client_id).not.toBe('client_mine')
    expect(body.client_secret).toBeUndefined()
  })
})
