import { createHash, randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { resetLimits } from '#lib/auth/limits.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { allow, consentRequestOf, type Decision, denyConsent } from '#lib/oauth/consent.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { type Env, loadEnv } from '#lib/process/env.ts'
import type { Instance } from '#lib/testing/instance.ts'
import { MAX_AMOUNT } from '#lib/values/money.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'

type Module = Record<
  string,
  (request: Request, context: { params: Promise<object> }) => Promise<Response> | Response
>

export const ISSUER = 'http://desk.test'
export const RESOURCE = `${ISSUER}/mcp`
export const CALLBACK = 'https://client.example/callback'

/**
 * The authorization server of an instance without a server: its very route files, called as functions, with a jar of
 * cookies as a browser has one. The engine counts real time, so the server's clock does here.
 */
export async function openAuthorization(instance: Instance, settings: Record<string, string> = {}) {
  const globals = globalThis as {
    counterfoilRuntime?: Runtime
    counterfoilEnv?: Env
    counterfoilProvider?: unknown
  }
  globals.counterfoilRuntime = { ...instance.runtime, clock: Date.now }
  globals.counterfoilEnv = loadEnv({
    DATABASE_URL: instance.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    MCP_URL: ISSUER,
    BASE_URL: ISSUER,
    NETWORK_LIMIT_FACTOR: '1000',
    ...settings,
  })
  delete globals.counterfoilProvider
  resetLimits()
  const files = globSync(['**/route.ts', '.well-known/**/route.ts'], { cwd: resolve('app/(oauth)') })
  const routes = await Promise.all(
    files.map(async (file) => ({
      segments: file.split('/').slice(0, -1),
      module: (await import(pathToFileURL(resolve('app/(oauth)', file)).href)) as Module,
    })),
  )

  /** Sends a request to the address that has it, with the cookies of this browser. */
  async function send(
    path: string,
    init: RequestInit = {},
    jar = new Map<string, string>(),
  ): Promise<Response> {
    const url = new URL(path, ISSUER)
    const parts = url.pathname.split('/').filter(Boolean)
    const found = routes
      .map(({ segments, module }) => ({ module, params: matched(segments, parts) }))
      .find(({ params }) => params !== null)
    if (!found) throw new Error(`There is nothing at ${url.pathname}.`)
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const handler = found.module[init.method ?? 'GET']
    if (!handler) return new Response(null, { status: 405 })
    const response = await handler(new Request(url, { ...init, headers }), {
      params: Promise.resolve(found.params ?? {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', body: new URLSearchParams(fields), headers })

  async function register(more: object = {}) {
    const response = await send('/register', {
      method: 'POST',
      // Each from an address of its own: one caller may register a few apps a second and no more.
      headers: {
        'content-type': 'application/json',
        [ADDRESS_HEADER]: `192.0.2.${randomBytes(2).readUInt16BE()}`,
      },
      body: JSON.stringify({
        client_name: 'Ledger Helper',
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        ...more,
      }),
    })
    return { status: response.status, body: await response.json() }
  }

  /** A person of the server's merchant. */
  async function person(role: Role = 'owner', mode: 'test' | 'live' = 'test'): Promise<Actor> {
    const email = `${randomBytes(5).toString('hex')}@example.com`
    const user = await instance.database.prisma.$transaction((tables) =>
      createUser(
        tables,
        { email, name: 'A Person', password: '-', merchant_id: instance.merchant.id, role },
        '-',
        Date.now(),
      ),
    )
    const account = { ...instance.actor.account, id: instance.merchant.accounts[mode], mode }
    return { kind: 'user', id: user.id, name: email, account, permissions: new Set(ROLE_PERMISSIONS[role]) }
  }

  /** Sends a person to be asked. @returns where that led, and the browser that it happened in */
  async function authorize(fields: Record<string, string>) {
    const jar = new Map<string, string>()
    const response = await send(`/authorize?${new URLSearchParams(fields)}`, {}, jar)
    const location = response.headers.get('location')
    return { response, location, jar, uid: /^\/consent\/([\w-]+)$/.exec(location ?? '')?.[1] }
  }

  /** As `authorize`, with a user who decides. @returns the redirect URL with the result */
  async function decide(
    fields: Record<string, string>,
    actor: Actor,
    decision: Partial<Decision> | 'deny' = {},
  ) {
    const { uid, jar, response } = await authorize(fields)
    if (!uid) throw new Error(`No consent page: ${response.status} ${await response.text()}`)
    const consentRequest = await consentRequestOf(uid)
    if (!consentRequest) throw new Error('There is nothing to decide.')
    const onwards =
      decision === 'deny'
        ? await denyConsent(consentRequest)
        : await allow(consentRequest, actor, {
            scopes: consentRequest.scopes,
            // They count only where money can move.
            limitPerCall: MAX_AMOUNT,
            limitPerDay: MAX_AMOUNT,
            confirmed: true,
            ...decision,
          })
    const resumed = await send(onwards, {}, jar)
    return new URL(resumed.headers.get('location') ?? `${ISSUER}/nowhere?status=${resumed.status}`)
  }

  /** Everything up to a token: a client that registered, and a person who let it. */
  async function tokenOf(
    scope: string,
    role: Role = 'owner',
    mode: 'test' | 'live' = 'test',
    decision: Partial<Decision> = {},
  ) {
    const { client_id } = (await register()).body as { client_id: string }
    const { code_verifier, challenge } = pkce()
    const actor = await person(role, mode)
    const request = { client_id, redirect_uri: CALLBACK, response_type: 'code', scope, ...challenge }
    const code = (await decide(request, actor, decision)).searchParams.get('code') ?? ''
    const redeemed = { client_id, code, redirect_uri: CALLBACK, code_verifier }
    const response = await form('/token', { grant_type: 'authorization_code', ...redeemed })
    const { access_token, refresh_token } = (await response.json()) as Record<string, string>
    return { token: access_token ?? '', refresh: refresh_token ?? '', actor, ...redeemed }
  }

  return { send, form, register, person, authorize, decide, tokenOf }
}
export type Authorization = Awaited<ReturnType<typeof openAuthorization>>

/** A verifier of PKCE and its challenge. */
export function pkce() {
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  return { code_verifier, challenge: { code_challenge, code_challenge_method: 'S256' } }
}

function matched(segments: string[], parts: string[]): Record<string, unknown> | null {
  const params: Record<string, unknown> = {}
  for (const [index, segment] of segments.entries()) {
    if (segment.startsWith('[[...')) return { ...params, [segment.slice(5, -2)]: parts.slice(index) }
    const part = parts[index]
    if (part === undefined) return null
    if (segment.startsWith('[')) params[segment.slice(1, -1)] = decodeURIComponent(part)
    else if (segment !== part) return null
  }
  return segments.length === parts.length ? params : null
}
