import { once } from 'node:events'
import { createServer, type RequestListener, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sha256 } from '#lib/auth/secrets.ts'
import { introspect } from '#lib/oauth/introspection.ts'
import { handToEngine } from '#lib/oauth/node-adapter.ts'
import { provider } from '#lib/oauth/provider.ts'
import { type Authorization, CALLBACK, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { tripsOf } from '#lib/testing/trips.ts'

let instance: Instance
let server: Authorization
let own: Listening
let engine: Listening
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
  own = await listen(introspect)
  engine = await listen((request, response) => handToEngine(request, response))
})
afterAll(async () => {
  own.close()
  engine.close()
  await instance.close()
})

type Listening = { port: number; close(): void }
type Requested = { body: string; headers?: Record<string, string> }

async function listen(handler: RequestListener): Promise<Listening> {
  const listening = createServer(handler).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return { port: (listening.address() as AddressInfo).port, close: () => void listening.close() }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function ask({ port }: Listening, { body, headers = FORM }: Requested) {
  const request = send({
    port,
    host: '127.0.0.1',
    path: '/introspect',
    method: 'POST',
    agent: false,
    headers,
  })
  request.setHeader('content-length', Buffer.byteLength(body))
  request.end(body)
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  const { date: _date, ...rest } = response.headers as Record<string, string>
  return { status: response.statusCode as number, headers: rest, text }
}

/** A client with a secret, and its tokens. */
async function confidential(method: string) {
  const { client_id, client_secret } = (await server.register({ token_endpoint_auth_method: method })).body
  const request = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'read_only' }
  const { code_verifier, challenge } = pkce()
  const back = await server.decide({ ...request, ...challenge }, await server.person())
  const response = await server.form('/token', {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    client_id,
    client_secret,
    code_verifier,
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return { client_id: String(client_id), client_secret: String(client_secret), token: access_token }
}

const form = (fields: Record<string, string>) => String(new URLSearchParams(fields))
const basic = (id: string, secret: string) => ({
  ...FORM,
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

describe('an introspection without the engine', () => {
  it('has the same response as from the engine, to the byte', async () => {
    const { client_id, token, refresh } = await server.tokenOf('read_only orders:write')
    const other = await server.tokenOf('read_only')
    const used = await server.tokenOf('read_only')
    await server.form('/token', {
      grant_type: 'refresh_token',
      client_id: used.client_id,
      refresh_token: used.refresh,
    })
    const [late, ungranted] = [await server.tokenOf('read_only'), await server.tokenOf('read_only')]
    await instance.runtime.query(
      `UPDATE oauth_artifacts SET expires_at = 1, payload = jsonb_set(payload, '{exp}', '1') WHERE id_hash = $1`,
      [sha256(late.token)],
    )
    await instance.runtime.query(
      `DELETE FROM oauth_artifacts artifact USING oauth_artifacts token
       WHERE token.id_hash = $1 AND artifact.kind = 'Grant' AND artifact.grant_id = token.grant_id`,
      [sha256(ungranted.token)],
    )
    const secret = await confidential('client_secret_basic')
    const posting = await confidential('client_secret_post')
    const [id, key] = [secret.client_id, secret.client_secret]
    const nobodys = 'x'.repeat(43)
    const corpus: Requested[] = [
      { body: form({ client_id, token }) },
      { body: form({ client_id, token, token_type_hint: 'refresh_token' }) },
      { body: form({ client_id, token, token_type_hint: 'nonsense' }) },
      { body: form({ client_id, token: refresh }) },
      { body: form({ client_id, token: other.token }) },
      { body: form({ client_id, token: nobodys }) },
      { body: form({ client_id, token: 'short' }) },
      { body: form({ client_id, token: 'eyJhbGciOiJub25lIn0.e30.' }) },
      { body: form({ client_id: used.client_id, token: used.refresh }) },
      { body: form({ client_id: late.client_id, token: late.token }) },
      { body: form({ client_id: ungranted.client_id, token: ungranted.token }) },
      { body: form({ client_id }) },
      { body: form({ token }) },
      { body: '' },
      { body: form({ client_id: 'client_0000000000000000000000', token }) },
      { body: form({ client_id: `${client_id}\0`, token }) },
      { body: form({ client_id: 'https://elsewhere.example/client', token }) },
      { body: `${form({ client_id, token })}&token=${token}` },
      { body: `${form({ client_id, token })}&client_id=${client_id}` },
      { body: `${form({ client_id, token })}&more=1` },
      { body: `${form({ client_id, token })}&token_type_hint=a&token_type_hint=b` },
      { body: form({ client_id, token, client_secret: nobodys }) },
      { body: form({ client_id, token, client_secret: '' }) },
      { body: form({ client_id, token }), headers: { ...FORM, origin: 'https://inspector.example' } },
      { body: form({ client_id, token }), headers: { ...FORM, dpop: 'x' } },
      { body: form({ client_id, token }), headers: { ...FORM, 'oauth-client-attestation': 'x' } },
      { body: form({ client_id, token }), headers: { ...FORM, accept: 'text/html' } },
      {
        body: form({ client_id, token }),
        headers: { 'content-type': `${FORM['content-type']}; charset=UTF-8` },
      },
      {
        body: form({ client_id, token }),
        headers: { 'content-type': `${FORM['content-type']}; charset=utf-16` },
      },
      { body: JSON.stringify({ client_id, token }), headers: { 'content-type': 'application/json' } },
      { body: form({ client_id, token }), headers: {} },
      { body: form({ token: secret.token }), headers: basic(id, key) },
      { body: form({ token: secret.token, client_id: id }), headers: basic(id, key) },
      { body: form({ token: secret.token, client_id }), headers: basic(id, key) },
      { body: form({ token: secret.token, client_secret: key }), headers: basic(id, key) },
      { body: form({ token: secret.token }), headers: basic(id, nobodys) },
      { body: form({ token: secret.token }), headers: basic(id, '') },
      { body: form({ token: secret.token }), headers: basic(id, `${key}:more`) },
      { body: form({ token: secret.token }), headers: { ...FORM, authorization: 'Basic nonsense' } },
      { body: form({ token: secret.token }), headers: { ...FORM, authorization: `Bearer ${token}` } },
      { body: form({ token: secret.token, client_id: id, client_secret: key }) },
      { body: form({ token: secret.token, client_id: id }) },
      { body: form({ token }), headers: basic(id, key) },
      { body: form({ token: posting.token }), headers: basic(posting.client_id, posting.client_secret) },
      { body: form(posting) },
      { body: form({ ...posting, client_secret: key }) },
    ]
    for (const options of corpus) {
      const [mine, theirs] = [await ask(own, options), await ask(engine, options)]
      expect(mine, JSON.stringify(options)).toEqual(theirs)
      expect(mine.status, JSON.stringify(options)).toBeLessThan(500)
    }
    expect(JSON.parse((await ask(own, { body: form({ client_id, token }) })).text)).toMatchObject({
      active: true,
      scope: 'read_only orders:write',
    })
  })

  it('does not reach the engine', async () => {
    const { client_id, token } = await server.tokenOf('read_only')
    const request = vi.spyOn(provider(), 'callback')
    await ask(own, { body: form({ client_id, token }) })
    expect(request).not.toHaveBeenCalled()
    await ask(own, { body: form({ client_id, token }), headers: { ...FORM, origin: 'https://x.example' } })
    expect(request).toHaveBeenCalledOnce()
  })

  it('takes one trip, and sees a revocation at once', async () => {
    const { client_id, token, refresh } = await server.tokenOf('read_only')
    const request = { body: form({ client_id, token }) }
    const { value, trips } = await tripsOf(() => ask(own, request))
    expect([JSON.parse(value.text).active, trips]).toEqual([true, 1])
    await server.form('/revoke', { client_id, token: refresh })
    expect(JSON.parse((await ask(own, request)).text)).toEqual({ active: false })
  })
})
