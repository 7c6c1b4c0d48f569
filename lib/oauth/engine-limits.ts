import Provider, { errors } from 'oidc-provider'
import { type LimitName, take, takeByNetwork } from '#lib/auth/limits.ts'
import { countWrong, delayOf, noteRight } from '#lib/auth/wrong-credentials.ts'
import { errorPage } from '#lib/oauth/error-page.ts'
import { languageOfHeaders } from '#lib/values/language.ts'

type KoaContext = Parameters<Parameters<Provider['use']>[0]>[0]

/** The longest authorization request that is stored, pushed or not, in bytes. */
const LONGEST_REQUEST = 8 * 1024

/** The limit by network that each request of the authorization server counts towards. */
function limitOf({ method, path }: { method: string; path: string }): LimitName {
  if (path === '/authorize') return 'oauth_authorize'
  if (path === '/par') return 'oauth_push'
  if (path === '/token' || path === '/introspect' || path === '/revoke') return 'oauth_calls'
  // Registering itself is counted where it is read, before the engine sees it.
  if (path.startsWith('/register') && method !== 'POST') return 'oauth_manage'
  return 'oauth_other'
}

/**
 * Rejects what is too much for one network, or too long to be stored, before the engine or the database works on it.
 */
export async function withinLimits(ctx: KoaContext, next: () => Promise<unknown>): Promise<void> {
  const wait = takeByNetwork(limitOf(ctx), ctx.request.ip)
  if (wait > 0) return rejectTooMany(ctx, wait)
  if (isTooLong(ctx)) return rejectTooLong(ctx)
  await next()
  noteOutcome(ctx)
}

/**
 * Rejects a client before its look-up after too many wrong credentials from its network.
 * @throws TooManyRequests
 */
export function assertMayLookUp(clientId: string): void {
  const { ctx } = Provider
  if (!ctx || !AUTHENTICATED.has(ctx.oidc.route)) return
  const wait = delayOf('client', clientId, ctx.request.ip)
  if (wait > 0) throw tooMany(ctx, wait)
  request.set(ctx, clientId)
}

/** Counts the pushed requests of a client with a secret. @throws TooManyRequests */
export function assertMayPush(): void {
  const { ctx } = Provider
  const { clientId, clientAuthMethod } = ctx?.oidc.client ?? {}
  // Anyone can name a client without a secret, so that one is counted by network alone.
  if (!ctx || clientId === undefined || clientAuthMethod === 'none') return
  const wait = take('oauth_push_client', clientId)
  if (wait > 0) throw tooMany(ctx, wait)
}

/** An error that asks to come back later, shown to the caller and never sent on to the client's redirect URI. */
export class Later extends errors.OIDCProviderError {
  override error_description: string
  constructor(status: 429 | 503, description: string) {
    super(status, 'temporarily_unavailable')
    this.error_description = description
    this.expose = true
    Object.assign(this, { allow_redirect: false })
  }
}

/** Routes on which a client proves which one it is. */
const AUTHENTICATED = new Set(['token', 'introspection', 'revocation', 'pushed_authorization_request'])

/** The client that a request named; the engine drops it when it rejects the request. */
const request = new WeakMap<object, string>()

function noteOutcome(ctx: KoaContext): void {
  const { ip } = ctx.request
  const clientId = request.get(ctx)
  if (clientId === undefined) return
  if (ctx.status === 401) countWrong('client', clientId, ip)
  else if (isWrongGrant(ctx)) takeByNetwork('wrong_credentials_network', ip)
  // Anyone can call with the id of a client without a secret; only a code or token that was right tells.
  else if (ctx.status === 200 && (ctx.path === '/token' || ctx.oidc.client?.clientAuthMethod !== 'none'))
    noteRight('client', clientId, ip)
}

function isWrongGrant(ctx: KoaContext): boolean {
  return ctx.status === 400 && (ctx.body as { error?: unknown } | undefined)?.error === 'invalid_grant'
}

function isTooLong(ctx: KoaContext): boolean {
  if (ctx.path === '/par') return Number(ctx.req.headers['content-length']) > LONGEST_REQUEST
  return ctx.path === '/authorize' && ctx.querystring.length > LONGEST_REQUEST
}

const DESCRIPTION =
  'Too many requests from this network. Retry after the number of seconds in the Retry-After header.'

function tooMany(ctx: { set(name: string, value: string): void }, wait: number): Later {
  ctx.set('retry-after', String(wait))
  return new Later(429, DESCRIPTION)
}

function rejectTooMany(ctx: KoaContext, wait: number): void {
  ctx.status = 429
  ctx.set('retry-after', String(wait))
  respond(ctx, 'temporarily_unavailable', DESCRIPTION)
}

function rejectTooLong(ctx: KoaContext): void {
  ctx.status = ctx.path === '/par' ? 413 : 400
  respond(ctx, 'invalid_request', 'The authorization request is too long. It can be up to 8 KB.')
}

/** A person sees a page, an app JSON. */
function respond(ctx: KoaContext, error: string, error_description: string): void {
  ctx.set('cache-control', 'no-store')
  if (ctx.path.startsWith('/authorize')) {
    ctx.type = 'html'
    ctx.set('content-security-policy', errorPage.policy)
    ctx.set('referrer-policy', 'no-referrer')
    ctx.set('x-frame-options', 'DENY')
    ctx.body = errorPage.html(
      error,
      error_description,
      '',
      languageOfHeaders(ctx.get('cookie'), ctx.get('accept-language')),
    )
  } else {
    ctx.set('access-control-allow-origin', '*')
    ctx.body = { error, error_description }
  }
}
