import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUTHORIZATION_SAMPLES } from '#lib/api-docs/authorization-samples.ts'
import { guideSampleOf, type SampleName } from '#lib/api-docs/guide-samples.ts'
import { TOKEN_LIFETIMES, wholeTime } from '#lib/api-docs/token-lifetimes.ts'
import { LASTS } from '#lib/oauth/consent-screen.ts'
import { REPEATABLE } from '#lib/oauth/exchange.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { createRouter } from '#lib/testing/loaded-router.ts'
import { openRest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'
import { DAY } from '#lib/values/time.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'authorization-'))
let instance: Instance
let authorization: Authorization
let shop: Shop
let url: string
const server = createServer()
beforeAll(async () => {
  instance = await openInstance()
  // It has settings of its own, so it comes first.
  shop = shopOf(await openRest(instance), instance)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  authorization = await openAuthorization(instance, { MCP_URL: url, BASE_URL: url })
  // Requests that the router leaves to Next run in the route files.
  const front = await createRouter(async (request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const body = method === 'GET' ? {} : { body: new Uint8Array(await buffer(request)) }
    const headers = new Headers(request.headers as Record<string, string>)
    const reply = await authorization.send(path, { method, headers, ...body })
    response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(await reply.text())
  })
  server.on('request', front)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await flushRequestLog(instance.runtime.query)
  await instance.close()
  rmSync(folder, { recursive: true, force: true })
})

type Name = keyof typeof AUTHORIZATION_SAMPLES | 'tool-endpoint-curl'

/** One shell of a reader who follows the guide: exported variables stay, and so do those that the text says to keep. */
function shell() {
  const stored: Record<string, string> = {}
  const ran: SampleName[] = []
  const variables = join(folder, `${Math.random()}`)
  async function printed(name: Name): Promise<string> {
    const { code } = guideSampleOf(name, { baseUrl: url, keyId: null })
    const file = join(folder, `${name}.sh`)
    writeFileSync(file, `set -a\n${code}\nenv -0 > "$VARIABLES"\n`)
    const env = { ...process.env, ...stored, VARIABLES: variables }
    const { stdout } = await run('sh', [file], { env })
    for (const line of readFileSync(variables, 'utf8').split('\0')) {
      const [, key = '', value = ''] = /^(VERIFIER|CHALLENGE|STATE)=(.*)$/.exec(line) ?? []
      if (key) stored[key] = value
    }
    ran.push(name)
    return stdout
  }
  const response = async (name: Name): Promise<Record<string, unknown>> => JSON.parse(await printed(name))
  const keep = (values: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(values)) stored[name] = String(value)
  }
  return { stored, keep, ran, printed, response }
}

/** Opens the printed URL and allows the request. @returns the query of the callback */
async function allowed(address: string): Promise<Record<string, string>> {
  const { origin, pathname, searchParams } = new URL(address.trim())
  expect([origin, pathname]).toEqual([url, '/authorize'])
  const back = await authorization.decide(Object.fromEntries(searchParams), await authorization.person())
  expect(back.origin + back.pathname).toBe('http://127.0.0.1:8976/callback')
  return Object.fromEntries(back.searchParams)
}

async function has(program: string): Promise<boolean> {
  return (await run('sh', ['-c', `command -v ${program}`]).catch(() => null)) !== null
}

describe('the requests of the guide about authorization', () => {
  it('lead an app from its registration to its end, unchanged', async ({ skip }) => {
    if (!((await has('curl')) && (await has('openssl'))))
      return skip('curl or openssl is not on this machine')
    const { keep, stored, ran, printed, response } = shell()

    const [resource, issuer] = (await printed('auth-discover'))
      .split(/(?<=\})(?=\{)/)
      .map((text) => JSON.parse(text))
    expect(resource).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url] })
    expect(issuer).toMatchObject({
      issuer: url,
      registration_endpoint: `${url}/register`,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      introspection_endpoint: `${url}/introspect`,
      revocation_endpoint: `${url}/revoke`,
      code_challenge_methods_supported: ['S256'],
    })

    const registered = await response('auth-register')
    expect(registered).toMatchObject({ application_type: 'public', scope: 'read_only' })
    expect(registered.client_secret).toBeUndefined()
    keep({ CLIENT_ID: registered.client_id, REGISTRATION_TOKEN: registered.registration_access_token })
    const [read, changed] = (await printed('auth-registration'))
      .split(/(?<=\})(?=\{)/)
      .map((text) => JSON.parse(text))
    expect(read).toEqual(registered)
    expect(changed).toMatchObject({
      ...registered,
      client_name: 'Ledger Sync 2',
      application_id: expect.any(String),
    })

    const back = await allowed(await printed('auth-authorize'))
    expect(back).toEqual({ code: expect.any(String), state: stored.STATE, iss: url })
    keep({ CODE: back.code })
    const token = await response('auth-token')
    expect(token).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIMES.access,
      scope: 'read_only orders:write',
    })
    keep({ COUNTERFOIL_TOKEN: token.access_token, REFRESH_TOKEN: token.refresh_token })

    const renewed = await response('auth-refresh')
    expect(renewed).toMatchObject({ token_type: 'Bearer', scope: 'read_only orders:write' })
    expect(renewed.refresh_token).not.toBe(token.refresh_token)
    expect((await response('auth-introspect')).active, 'the one before lives out its time').toBe(true)
    keep({ COUNTERFOIL_TOKEN: renewed.access_token, REFRESH_TOKEN: renewed.refresh_token })

    const [, event] = /^data: (.*)$/m.exec(await printed('auth-tools')) ?? []
    expect(JSON.parse(event ?? '').result.structuredContent).toMatchObject({
      entity: 'order',
      amount: 50_000,
    })
    expect(await response('tool-endpoint-curl')).toMatchObject({ entity: 'collection' })
    expect(await response('auth-rest')).toMatchObject({ entity: 'order', receipt: 'R-2' })

    expect(await response('auth-introspect')).toEqual({
      active: true,
      client_id: stored.CLIENT_ID,
      sub: expect.stringMatching(/^usr_/),
      scope: 'read_only orders:write',
      aud: `${url}/mcp`,
      iss: url,
      iat: expect.any(Number),
      exp: expect.any(Number),
      token_type: 'Bearer',
    })
    expect(await printed('auth-revoke')).toBe('')
    expect(await response('auth-introspect')).toEqual({ active: false })
    expect(await response('auth-rest')).toMatchObject({ error: { reason: 'authentication_required' } })
    expect(await printed('auth-unregister')).toBe('')
    expect(await response('auth-token')).toMatchObject({ error: 'invalid_client' })

    keep({ CLIENT_ID: (await response('auth-register')).client_id })
    await printed('auth-authorize')
    const pushed = await response('auth-push')
    expect(pushed).toEqual({ request_uri: expect.any(String), expires_in: TOKEN_LIFETIMES.pushed })
    keep({ REQUEST_URI: pushed.request_uri })
    const short = await printed('auth-pushed')
    const { code, state } = await allowed(short)
    expect(state).toBe(stored.STATE)
    await expect(allowed(short), 'it can be used once').rejects.toThrow(/No consent page: 400/)
    keep({ CODE: code })
    expect(await response('auth-token')).toMatchObject({ scope: 'read_only orders:write' })

    const own = await response('auth-register-confidential')
    expect(own).toMatchObject({ application_type: 'confidential', client_secret: expect.any(String) })
    keep({ CLIENT_ID: own.client_id, CLIENT_SECRET: own.client_secret })
    keep({ CODE: (await allowed(await printed('auth-authorize'))).code })
    expect(await response('auth-token-confidential')).toMatchObject({ token_type: 'Bearer' })
    expect(new Set(ran)).toEqual(new Set([...Object.keys(AUTHORIZATION_SAMPLES), 'tool-endpoint-curl']))
  })
})

/** A call with a token, at the URL that apps call. */
async function call(path: string, token: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers }
  const response = await fetch(`${url}${path}`, { ...init, headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const write = (body: object, key: string): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'idempotency-key': key },
})

describe('what the guide says of calls', () => {
  const ORDER = { amount: 4300, currency: 'INR' }

  it('an idempotency key is 1 to 200 characters at /v1 as well', async () => {
    const { token } = await authorization.tokenOf('orders:write')
    expect((await call('/v1/orders', token, write(ORDER, 'k'.repeat(200)))).status).toBe(201)
    expect((await call('/v1/orders', token, write(ORDER, 'k'.repeat(201)))).status).toBe(400)
  })

  it('to write does not hold to read, and the header names everything to ask for', async () => {
    const { token } = await authorization.tokenOf('orders:write')
    const refused = await call('/v1/orders', token)
    expect([refused.status, refused.body.error.reason]).toEqual([403, 'permission_denied'])
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope".*scope="orders:write read_only"/,
    )
  })

  it('a pending approval is fetched where apps without tools can', async () => {
    const { id } = await shop.captured(5000)
    const { token } = await authorization.tokenOf('read_only refunds:write', 'owner', 'test', {
      limitPerCall: 1000,
    })
    const pending = await call(`/v1/payments/${id}/refund`, token, write({ amount: 2000 }, 'guide-waits'))
    expect([pending.status, pending.body.error.reason]).toEqual([403, 'waiting_for_approval'])
    const { approval_id } = pending.body.error.metadata
    const request = await call(`/api/tool-endpoint?tool=fetch_approval&id=${approval_id}`, token)
    expect(request).toMatchObject({ status: 200, body: { id: approval_id, status: 'waiting' } })
  })

  it('nothing outlives what the person chose', async () => {
    const given = await authorization.tokenOf('read_only', 'owner', 'test', { lasts: DAY })
    const { client_id, token, refresh } = given
    expect((await call('/v1/orders', token)).status).toBe(200)
    const { rows } = await instance.runtime.query(
      `UPDATE oauth_artifacts SET expires_at = created_at - 1 WHERE kind = 'Grant'
       AND grant_id = (SELECT id FROM oauth_grants WHERE client_id = $1) RETURNING grant_id`,
      [client_id],
    )
    await instance.runtime.query('UPDATE oauth_grants SET expires_at = created_at WHERE id = $1', [
      rows[0]?.grant_id,
    ])
    expect((await call('/v1/orders', token)).status).toBe(401)
    const renewed = { grant_type: 'refresh_token', client_id, refresh_token: refresh }
    const response = await authorization.form('/token', renewed)
    expect([response.status, (await response.json()).error]).toEqual([400, 'invalid_grant'])
  })
})

describe('how long what is given lasts', () => {
  it('is what the guide says', async () => {
    const { client_id } = await authorization.tokenOf('read_only')
    await authorization.authorize({
      client_id,
      redirect_uri: 'https://client.example/callback',
      response_type: 'code',
      scope: 'read_only',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const { rows } = await instance.runtime.query(
      'SELECT DISTINCT kind, (expires_at - created_at)::int AS lasts FROM oauth_artifacts ORDER BY kind',
      [],
    )
    const lasts = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.lasts)
    expect(lasts('AccessToken')).toEqual([TOKEN_LIFETIMES.access])
    expect(lasts('RefreshToken')).toEqual([TOKEN_LIFETIMES.refresh])
    expect(lasts('AuthorizationCode')).toEqual([TOKEN_LIFETIMES.code])
    expect(lasts('Interaction')).toEqual([TOKEN_LIFETIMES.consent])
    expect(REPEATABLE).toBe(TOKEN_LIFETIMES.repeat)
    expect(LASTS.map((days) => days * DAY)).toEqual([...TOKEN_LIFETIMES.grants])
  })

  it('is said in words', () => {
    const { consent, code, access, refresh, grants } = TOKEN_LIFETIMES
    expect([consent, code, access, refresh, grants[0]].map(wholeTime)).toEqual([
      '15 minutes',
      '1 minute',
      '1 hour',
      '30 days',
      '1 day',
    ])
  })
})
