import { type AuthInfo, OAuthError, OAuthErrorCode, requireBearerAuth } from '@modelcontextprotocol/server'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { callerThrottle } from '#lib/auth/throttle.ts'
import { type Bearer, bearerFrom } from '#lib/oauth/bearer.ts'
import { isForWriting, toolMetadataUrl, toolResource } from '#lib/oauth/resource.ts'
import { type AppError, isAppError } from '#lib/pipeline/errors.ts'
import { env } from '#lib/process/env.ts'
import { runtime } from '#lib/runtime.ts'
import { accountMismatch } from '#lib/surfaces/request-headers.ts'
import { callerOf } from '#lib/surfaces/tools/caller.ts'
import { canAskAgain, firstChallenge } from '#lib/surfaces/tools/challenge.ts'

/**
 * Authenticates every request with a bearer token: its Origin, its token, and its rate limit. The response of `work`
 * is readable to clients in a browser.
 */
export async function authenticated(
  request: Request,
  work: (auth: AuthInfo) => Promise<Response>,
): Promise<Response> {
  const foreign = strangeOrigin(request)
  if (foreign) return foreign
  if (request.method === 'OPTIONS') return withCors(new Response(null, { status: 204 }), request)
  if (!request.headers.has('authorization')) return withCors(unknownCaller(isForWriting(request)), request)
  const faults: unknown[] = []
  const auth = await gate(request, (fault) => faults.push(fault))(request)
  // The library would respond with a server error, and the log would miss it.
  if (faults.length > 0) {
    if (isAppError(faults[0])) return withCors(tooMany(faults[0]), request)
    throw faults[0]
  }
  if (auth instanceof Response) return withCors(auth, request)
  const { headers, error } = await callerThrottle().check(holderOf(auth).grantId)
  if (error) return withCors(tooMany(error, headers), request)
  const mismatch = accountMismatch(request, holderOf(auth).actor.account)
  if (mismatch)
    return withCors(
      Response.json({ error: 'invalid_request', error_description: mismatch.message }, { status: 400 }),
      request,
    )
  return withCors(await work(auth), request)
}

/**
 * A caller without a token has made no mistake yet (RFC 6750, section 3.1): the response tells where tokens come
 * from, and for which resource.
 */
function unknownCaller(forWriting: boolean): Response {
  return Response.json(
    {
      error: 'invalid_request',
      error_description: 'Send a bearer token. See the WWW-Authenticate header for where to get one.',
    },
    {
      status: 401,
      headers: { 'www-authenticate': firstChallenge(forWriting) },
    },
  )
}

/** The holder of the token of an authorized request. */
export function holderOf(auth: AuthInfo): Bearer {
  return auth.extra?.bearer as Bearer
}

function tooMany(error: AppError, headers: Record<string, string> = {}): Response {
  return Response.json(
    { error: error.reason, error_description: error.message },
    { status: error.status, headers: { ...headers, 'retry-after': String(error.retryAfter ?? 1) } },
  )
}

/** @param onFault gets the reason why a token could not be checked at all */
function gate(
  request: Request,
  onFault: (fault: unknown) => void,
): (request: Request) => Promise<AuthInfo | Response> {
  const address = request.headers.get(ADDRESS_HEADER)
  return requireBearerAuth({
    resourceMetadataUrl: toolMetadataUrl(isForWriting(request)),
    expectedResource: new URL(toolResource()),
    verifier: {
      async verifyAccessToken(token) {
        const { query, clock } = runtime()
        const now = Math.floor(clock() / 1000)
        const bearer = await bearerFrom(query, token, now, address).catch((fault: unknown) => {
          onFault(fault)
          throw fault
        })
        if (!bearer)
          throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is unknown, expired or revoked.')
        const asksAgain = canAskAgain(bearer, callerOf(request.headers), isForWriting(request))
        return {
          token,
          clientId: bearer.clientId,
          scopes: bearer.scopes,
          expiresAt: bearer.expiresAt,
          resource: new URL(toolResource()),
          extra: { bearer: { ...bearer, actor: { ...bearer.actor, asksAgain } } },
        }
      },
    },
  })
}

/**
 * Browsers name the origin of a page. A page of another origin holds no token of ours, and a name rebound to this
 * machine (DNS rebinding) shows here.
 */
function strangeOrigin(request: Request): Response | null {
  const origin = request.headers.get('origin')
  if (origin === null) return null
  const url = URL.parse(origin)
  const known = [env().BASE_URL, env().MCP_URL].map((address) => new URL(address).origin)
  const loopback = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url && (known.includes(url.origin) || url.protocol === 'https:' || loopback)) return null
  return Response.json(
    { error: 'invalid_request', error_description: 'This origin is not allowed.' },
    { status: 403 },
  )
}

/** Clients in a browser read the response and its challenge; no cookie ever matters here. */
function withCors(response: Response, request: Request): Response {
  const { headers } = response
  headers.set('access-control-allow-origin', '*')
  headers.set('access-control-expose-headers', 'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version')
  if (request.method === 'OPTIONS') {
    headers.set('access-control-allow-methods', 'GET, POST, DELETE, OPTIONS')
    headers.set('access-control-allow-headers', request.headers.get('access-control-request-headers') ?? '*')
    headers.set('access-control-max-age', '3600')
  }
  return response
}
