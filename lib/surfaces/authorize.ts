import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { authenticateKey } from '#lib/auth/api-key.ts'
import { callerThrottle } from '#lib/auth/throttle.ts'
import type { PlainRequest } from '#lib/http/plain-request.ts'
import { type Bearer, bearerFrom } from '#lib/oauth/bearer.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Actor, assertPermitted, type Operation, type Runtime } from '#lib/pipeline/operation.ts'
import { redactText } from '#lib/process/redact.ts'
import { accountMismatch } from '#lib/surfaces/request-headers.ts'
import { callKey } from '#lib/surfaces/tools/caller.ts'
import { scopeChallenge, tokenChallenge } from '#lib/surfaces/tools/challenge.ts'

/** The caller of a request, and the headers of its response. */
export type RequestAuthorization = {
  runtime: Runtime
  actor?: Actor
  /** The app that acts for a user, when the caller has a token in place of a key. */
  bearer?: Bearer
  operation?: Operation
  headers: Record<string, string>
}

/**
 * Authorizes a request: authenticates the caller, applies the rate limit, and checks the grant of an app that acts
 * for a user.
 * @throws authentication_required, address_not_allowed, too_many_requests, account_mismatch, permission_denied
 */
export async function authorize(request: PlainRequest, exchange: RequestAuthorization): Promise<Actor> {
  const actor = exchange.actor ?? (await authenticate(request, exchange))
  const { headers, error } = await callerThrottle().check(actor.id)
  Object.assign(exchange.headers, headers)
  if (error) throw error
  const mismatch = accountMismatch(request, actor.account)
  if (mismatch) throw mismatch
  const { bearer, operation } = exchange
  if (bearer && operation) assertWithinScopes(bearer, operation, exchange.headers)
  return actor
}

/**
 * Authorizes a request again while its response is still streaming: its credentials, its IP address and its
 * permissions. @throws as the first authorization does
 */
export async function authorizeAgain(request: PlainRequest, exchange: RequestAuthorization): Promise<Actor> {
  const actor = await authenticate(request, exchange)
  const { bearer, operation } = exchange
  if (bearer && operation) assertWithinScopes(bearer, operation, exchange.headers)
  if (operation) assertPermitted(operation, actor)
  return actor
}

/** The caller: an app of the merchant by its key, or an app that acts for a user by its token. */
async function authenticate(request: PlainRequest, exchange: RequestAuthorization): Promise<Actor> {
  const { query, clock } = exchange.runtime
  const header = request.headers.get('authorization')
  const token = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1]
  if (token !== undefined) {
    const bearer = await bearerFrom(query, token, Math.floor(clock() / 1000), addressOf(request))
    if (!bearer) {
      exchange.headers['www-authenticate'] = tokenChallenge()
      throw refused('authentication_required', 'The token is unknown, expired or revoked.')
    }
    exchange.bearer = bearer
    exchange.actor = bearer.actor
    return bearer.actor
  }
  return authenticateKey(
    query,
    header,
    clock(),
    { ip: addressOf(request), agent: agentOf(request) },
    (known) => {
      exchange.actor = known
    },
  )
}

/** @throws permission_denied with the challenge that an app can mend it by, where there is one */
function assertWithinScopes(bearer: Bearer, operation: Operation, headers: Record<string, string>): void {
  const { scope } = operation
  if (scope === null)
    throw refused('permission_denied', "Apps can't use this endpoint on behalf of a person. Use an API key.")
  if (bearer.scopes.includes(scope)) return
  // No scope helps a user whose role doesn't carry it.
  assertPermitted(operation, bearer.role)
  const description = `This operation needs the scope ${scope}.`
  headers['www-authenticate'] = scopeChallenge(bearer, scope, description)
  throw refused('permission_denied', `${description} Ask the user to grant it.`)
}

const KEY_HEADERS = [
  'idempotency-key',
  'x-refund-idempotency',
  'x-transfer-idempotency',
  'x-payout-idempotency',
]

/** The idempotency key as sent; for an app with the limits of /mcp. */
export function idempotencyKeyOf(
  request: PlainRequest,
  { bearer }: RequestAuthorization,
): string | undefined {
  const sent = readIdempotencyKey(request)
  return bearer ? callKey(sent) : sent
}

function readIdempotencyKey(request: PlainRequest): string | undefined {
  for (const name of KEY_HEADERS) {
    const value = request.headers.get(name)
    if (value === null) continue
    if (!/^[\x21-\x7e]{1,255}$/.test(value)) {
      throw refused('input_validation_failed', `${name} must be 1 to 255 visible ASCII characters.`, {
        field: name,
      })
    }
    return value
  }
  return undefined
}

/** The caller's address as the server in front noted it. */
export function addressOf(request: PlainRequest): string | null {
  return request.headers.get(ADDRESS_HEADER) || null
}

export function agentOf(request: PlainRequest): string | null {
  const agent = request.headers.get('user-agent')
  return agent === null ? null : redactText(agent, 255)
}
