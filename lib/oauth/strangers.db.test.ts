import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { RATE_LIMITS, resetLimits } from '#lib/auth/limits.ts'
import { forgetRight } from '#lib/auth/wrong-credentials.ts'
import { mayFetchDocument } from '#lib/oauth/client-document.ts'
import { consentRequestOf } from '#lib/oauth/consent.ts'
import { tryAllow } from '#lib/oauth/decision.ts'
import { forgetCounts, STORED_ROOM } from '#lib/oauth/room.ts'
import { type Authorization, CALLBACK, openAuthorization, pkce } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance, { NETWORK_LIMIT_FACTOR: '1' })
})
afterAll(() => instance.close())
beforeEach(() => {
  resetLimits()
  forgetRight()
  forgetCounts()
})

const from = (ip: string) => ({ [ADDRESS_HEADER]: ip })
const STRANGER = '2001:db8:66:1::'
/** Another address of the same /64 each time. */
const stranger = (index: number) => from(`${STRANGER}${(index + 1).toString(16)}`)
const FRIEND = from('203.0.113.1')

const stored = async (kind: string) =>
  Number(
    (await instance.runtime.query('SELECT count(*) AS n FROM oauth_artifacts WHERE kind = $1', [kind]))
      .rows[0]?.n,
  )
const clients = async () =>
  Number(
    (await instance.runtime.query(`SELECT count(*) AS n FROM oauth_clients WHERE origin = 'dynamic'`, []))
      .rows[0]?.n,
  )
const request = (client_id: string, more: Record<string, string> = {}) => ({
  client_id,
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'read_only',
  ...pkce().challenge,
  ...more,
})
const registered = async (more: object = {}) =>
  (await server.register(more)).body as { client_id: string; client_secret: string }
async function many(count: number, ask: (index: number) => Promise<Response>): Promise<Response[]> {
  const all: Response[] = []
  for (let index = 0; index < count; index += 1) all.push(await ask(index))
  return all
}
const pending = (responses: Response[], status = 429) => responses.filter((one) => one.status === status)

describe('one network', () => {
  it('stores a bounded number of authorization requests, and others still are asked', async () => {
    const { client_id } = await registered()
    const address = `/authorize?${new URLSearchParams(request(client_id))}`
    const before = await stored('Interaction')
    const { max } = RATE_LIMITS.oauth_authorize
    const all = await many(max + 30, (index) => server.send(address, { headers: stranger(index) }))
    expect(pending(all)).toHaveLength(30)
    expect((await stored('Interaction')) - before).toBe(max)
    const last = all.at(-1) as Response
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(last.headers.get('content-type')).toContain('text/html')
    expect(last.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await last.text()).toContain('Try again in a few minutes')
    expect((await server.send(address, { headers: FRIEND })).status).toBe(303)
  })

  it('stores a bounded number of pushed requests, each of bounded size', async () => {
    const { client_id } = await registered()
    const before = await stored('PushedAuthorizationRequest')
    const { max } = RATE_LIMITS.oauth_push
    const all = await many(max + 10, (index) => server.form('/par', request(client_id), stranger(index)))
    expect(pending(all)).toHaveLength(10)
    expect((await stored('PushedAuthorizationRequest')) - before).toBe(max)
    expect(await (all.at(-1) as Response).json()).toMatchObject({ error: 'temporarily_unavailable' })
    expect((await server.form('/par', request(client_id), FRIEND)).status).toBe(201)
    const long = request(client_id, { state: 'x'.repeat(60_000) })
    expect((await server.form('/par', long, FRIEND)).status).toBe(413)
    const address = `/authorize?${new URLSearchParams(long)}`
    expect((await server.send(address, { headers: FRIEND })).status).toBe(400)
    expect((await stored('PushedAuthorizationRequest')) - before).toBe(max + 1)
  })

  it('pushes no more for one client with a secret, from however many networks', async () => {
    const { client_id, client_secret } = await registered({
      token_endpoint_auth_method: 'client_secret_post',
    })
    const { max } = RATE_LIMITS.oauth_push_client
    const body = request(client_id, { client_secret })
    const all = await many(max + 5, (index) =>
      server.form('/par', body, from(`10.${index >> 8}.${index & 255}.1`)),
    )
    expect(pending(all)).toHaveLength(5)
  })

  it('registers a bounded number of clients, and others still register', async () => {
    const body = JSON.stringify({
      client_name: 'Filler',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
    })
    const send = (headers: Record<string, string>) =>
      server.send('/register', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      })
    const before = await clients()
    const { max } = RATE_LIMITS.oauth_register
    const all = await many(max + 10, (index) => send(stranger(index)))
    expect(pending(all)).toHaveLength(10)
    expect((await clients()) - before).toBe(max)
    expect((await send(FRIEND)).status).toBe(201)
  })

  it('connects more apps than that, since a registration and a request count until a person allows them', async () => {
    const ip = '203.0.113.1'
    const body = JSON.stringify({ client_name: 'Office', redirect_uris: [CALLBACK], scope: 'read_only' })
    const register = () =>
      server.send('/register', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...FRIEND },
      })
    const authorize = (client_id: string) =>
      server.send(`/authorize?${new URLSearchParams(request(client_id))}`, { headers: FRIEND })
    const as = await server.person()
    const decision = { scopes: ['read_only' as const], limitPerCall: null, limitPerDay: null }
    const most = Math.max(RATE_LIMITS.oauth_register.max, RATE_LIMITS.oauth_authorize.max)
    for (let index = 0; index < most + 10; index += 1) {
      const registration = await register()
      expect(registration.status).toBe(201)
      const input = await authorize((await registration.json()).client_id)
      const uid = /^\/consent\/([\w-]+)$/.exec(input.headers.get('location') ?? '')?.[1] ?? ''
      const consent = await consentRequestOf(uid)
      if (!consent) throw new Error(`There is nothing to decide: ${input.status}`)
      const given = { password: '', from: { ip, userAgent: null } }
      expect(await tryAllow(consent, as, decision, given, 'en')).toEqual({ to: expect.any(String) })
    }
    // Those that no one allows count as before.
    const { max } = RATE_LIMITS.oauth_register
    expect(pending(await many(max + 5, register))).toHaveLength(5)
  })

  it('reads and changes registrations so often and no more', async () => {
    const { max } = RATE_LIMITS.oauth_manage
    const all = await many(max + 5, (index) =>
      server.send('/register/client_unknown', {
        method: (['GET', 'DELETE'] as const)[index % 2] ?? 'GET',
        headers: { authorization: 'Bearer wrong', ...stranger(index) },
      }),
    )
    expect(pending(all)).toHaveLength(5)
  })

  it('has a bounded number of client documents fetched', async () => {
    const { max } = RATE_LIMITS.oauth_document
    const asks = Array.from({ length: max + 20 }, (_, index) =>
      mayFetchDocument(`https://a.example/${index}`, `${STRANGER}${(index + 1).toString(16)}`),
    )
    expect((await Promise.all(asks)).filter(Boolean)).toHaveLength(max)
    expect(await mayFetchDocument('https://a.example/1', '203.0.113.1')).toBe(true)
  })
})

describe('wrong secrets of clients', () => {
  const confidential = () => registered({ token_endpoint_auth_method: 'client_secret_post' })
  const exchange = (client_id: string, client_secret: string, headers: Record<string, string>) =>
    server.form('/token', { grant_type: 'authorization_code', code: 'x', client_id, client_secret }, headers)
  const introspect = (client_id: string, client_secret: string, headers: Record<string, string>) =>
    server.form('/introspect', { token: 'x'.repeat(43), client_id, client_secret }, headers)

  it('are rejected after twenty from one network, while the right secret passes elsewhere', async () => {
    const { client_id, client_secret } = await confidential()
    const { max } = RATE_LIMITS.wrong_credential_and_network
    const all = await many(max + 20, (index) => exchange(client_id, 'wrong', stranger(index)))
    expect(pending(all, 401)).toHaveLength(max)
    expect(pending(all)).toHaveLength(20)
    expect(Number(all.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await introspect(client_id, client_secret, FRIEND)).status).toBe(200)
    expect((await introspect(client_id, client_secret, stranger(1))).status).toBe(429)
  })

  it('do not hold back the client that used the right one from that network before', async () => {
    const { client_id, client_secret } = await confidential()
    expect((await introspect(client_id, client_secret, stranger(1))).status).toBe(200)
    await many(60, (index) => exchange(client_id, 'wrong', stranger(index)))
    expect((await introspect(client_id, client_secret, stranger(1))).status).toBe(200)
  })

  it('are rejected without a look-up where many ids are tried out', async () => {
    const { max } = RATE_LIMITS.wrong_credentials_network
    const all = await many(max + 20, (index) => exchange(`client_${index}`, 'wrong', stranger(index)))
    expect(pending(all)).toHaveLength(20)
  })

  it('count wrong codes of a client without a secret, too', async () => {
    const { client_id } = await registered()
    const { max } = RATE_LIMITS.wrong_credentials_network
    const all = await many(max + 20, (index) =>
      server.form(
        '/token',
        {
          grant_type: 'authorization_code',
          code: 'x',
          client_id,
          redirect_uri: CALLBACK,
          code_verifier: 'x'.repeat(43),
        },
        stranger(index),
      ),
    )
    expect(pending(all, 400)).toHaveLength(max)
    expect(pending(all)).toHaveLength(20)
  })
})

describe('all networks together', () => {
  const fill = (kind: string, count: number) =>
    instance.runtime.query(
      `INSERT INTO oauth_artifacts (kind, id_hash, payload, expires_at, created_at)
       SELECT $1, sha256(convert_to('filler' || n, 'UTF8')), '{}', $2, 1 FROM generate_series(1, $3::int) n`,
      [kind, Math.floor(Date.now() / 1000) + 600, count],
    )
  const empty = () => instance.runtime.query(`DELETE FROM oauth_artifacts WHERE payload = '{}'`, [])

  it('fill the server up to its caps: new requests are rejected, pending ones go on', async () => {
    const { client_id } = await registered()
    const { code_verifier, challenge } = pkce()
    const input = { ...request(client_id), ...challenge }
    const person = await server.person()
    const { uid, jar } = await server.authorize(input)
    await fill('Interaction', STORED_ROOM.Interaction)
    await fill('PushedAuthorizationRequest', STORED_ROOM.PushedAuthorizationRequest)
    forgetCounts()
    const refused = await server.send(`/authorize?${new URLSearchParams(input)}`, { headers: FRIEND })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.text()).toContain('Try again in a few minutes')
    expect((await server.form('/par', input, FRIEND)).status).toBe(503)
    // The person who was asked before decides, and the app gets its token.
    const { allow, consentRequestOf } = await import('#lib/oauth/consent.ts')
    const waiting = await consentRequestOf(uid ?? '')
    if (!waiting) throw new Error('The request was dropped.')
    const onwards = await allow(waiting, person, {
      scopes: waiting.scopes,
      limitPerCall: null,
      limitPerDay: null,
    })
    const resumed = await server.send(onwards, {}, jar)
    const code = new URL(resumed.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const redeemed = { client_id, code, redirect_uri: CALLBACK, code_verifier }
    expect((await server.form('/token', { grant_type: 'authorization_code', ...redeemed })).status).toBe(200)
    await empty()
    forgetCounts()
    expect((await server.send(`/authorize?${new URLSearchParams(input)}`, { headers: FRIEND })).status).toBe(
      303,
    )
  })

  it('register up to a cap of clients that were never authorized', async () => {
    const tag = randomBytes(4).toString('hex')
    await instance.runtime.query(
      `INSERT INTO oauth_clients (id, name, origin, metadata, created_at)
       SELECT 'filler_${tag}_' || n, 'x', 'dynamic', '{}', $1 FROM generate_series(1, $2::int) n`,
      [Math.floor(Date.now() / 1000), STORED_ROOM.Client],
    )
    forgetCounts()
    expect((await server.register()).status).toBe(503)
    await instance.runtime.query(`DELETE FROM oauth_clients WHERE id LIKE 'filler%'`, [])
    forgetCounts()
    expect((await server.register()).status).toBe(201)
  })
})

describe('one consent', () => {
  it('resumed six times at once gives one code, and the others a page that says so', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { client_id } = await registered()
      const { code_verifier, challenge } = pkce()
      const person = await server.person()
      const { uid, jar } = await server.authorize({ ...request(client_id), ...challenge })
      const { allow, consentRequestOf } = await import('#lib/oauth/consent.ts')
      const waiting = await consentRequestOf(uid ?? '')
      if (!waiting) throw new Error('There is nothing to decide.')
      const onwards = await allow(waiting, person, {
        scopes: waiting.scopes,
        limitPerCall: null,
        limitPerDay: null,
      })
      const all = await Promise.all(Array.from({ length: 6 }, () => server.send(onwards, {}, new Map(jar))))
      const codes = all.flatMap(({ headers }) => {
        const code = URL.parse(headers.get('location') ?? '')?.searchParams.get('code')
        return code ? [code] : []
      })
      expect(codes).toHaveLength(1)
      const others = all.filter(({ headers }) => headers.get('location') === null)
      expect(others.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
      for (const other of others) expect(await other.text()).toContain('was already decided or has expired')
      const redeemed = { client_id, code: codes[0] ?? '', redirect_uri: CALLBACK, code_verifier }
      const response = await server.form('/token', { grant_type: 'authorization_code', ...redeemed })
      expect(response.status).toBe(200)
    }
  })
})
