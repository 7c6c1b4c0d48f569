import { grantableScopes, SCOPE_NAMES, SCOPES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import type { Bearer } from '#lib/oauth/bearer.ts'
import { toolMetadataUrl, writeResource } from '#lib/oauth/resource.ts'
import { env } from '#lib/process/env.ts'
import type { Caller } from '#lib/surfaces/tools/caller.ts'
import type { OperationTool } from '#lib/surfaces/tools/catalogue.ts'
import { PERMISSION_LABELS, type Permission } from '#lib/values/permissions.ts'

/**
 * The challenge for a caller without a token. At the address for writing it names every scope, for apps that take the
 * scopes of their first challenge for the whole connection.
 */
export function firstChallenge(forWriting: boolean): string {
  const scopes = forWriting ? SCOPE_NAMES.join(' ') : 'read_only'
  return `Bearer scope="${scopes}", resource_metadata="${toolMetadataUrl(forWriting)}"`
}

/** For how long a challenge counts as just sent, in milliseconds. A call that fails before the user sees anything repeats at once. */
const JUST_SENT = { call: 60_000, request: 10_000 }
/** For how long calls don't ask again for a scope that the user left out. */
const LEFT_OUT = 3_600_000
const MOST_REMEMBERED = 10_000
/** The last challenge for each scope, by user, app and account; the oldest first. */
const challenges = new Map<string, { at: number; grantId: string; leftOut: boolean }>()

/**
 * Decides whether a call without its scope gets a challenge, with which its client asks the user, and notes it. A user who
 * closed the consent page is asked again by a call a minute later, or by a request of the model for the permission. One who
 * allowed access without the scope is asked again by such a request only. In between, the model gets a text.
 * @param requested whether the call is a request for the permission
 */
export function noteChallenge(bearer: Connection, scope: string, requested: boolean): boolean {
  const { actor, userId, clientId, grantId, grantedAt } = bearer
  const now = Date.now()
  const name = [actor.account.id, userId, clientId, scope].join(' ')
  const last = challenges.get(name)
  // The consent screen makes another grant each time, in whole seconds.
  const decided = last !== undefined && last.grantId !== grantId && grantedAt >= Math.floor(last.at / 1000)
  const leftOut = decided || last?.leftOut === true
  const pause = requested ? JUST_SENT.request : leftOut ? LEFT_OUT : JUST_SENT.call
  const asks = last === undefined || (!decided && now - last.at >= pause)
  if (asks || decided) {
    challenges.delete(name)
    challenges.set(name, { at: now, grantId, leftOut })
  }
  const [oldest] = challenges.keys()
  if (challenges.size > MOST_REMEMBERED && oldest !== undefined) challenges.delete(oldest)
  return asks
}
type Connection = Pick<Bearer, 'userId' | 'clientId' | 'grantId' | 'grantedAt'> & {
  actor: { account: Pick<Bearer['actor']['account'], 'id'> }
}

/** Apps that never ask the user again: to them a challenge is an error of the transport, without a text for the model. */
const NEVER_ASK: readonly { name: string; agent: string }[] = [
  { name: 'codex', agent: 'codex-mcp-client/' },
  { name: 'opencode', agent: 'opencode/' },
]

/**
 * Whether an app may ask its user for more, as far as its name and its HTTP client tell. At the URL for writing it was
 * asked for every scope at first.
 */
export function canAskAgain(
  { clientName }: Pick<Bearer, 'clientName'>,
  { userAgent }: Pick<Caller, 'userAgent'>,
  forWriting: boolean,
): boolean {
  const named = clientName.toLowerCase()
  return !forWriting && !NEVER_ASK.some(({ name, agent }) => name === named || userAgent?.startsWith(agent))
}

/**
 * Why a tool did not run without a scope, and what the user can do about it.
 * @param asksAgain whether its app may ask the user for more
 */
export function missingScopeText(tool: string, scope: OperationTool['scope'], asksAgain: boolean): string {
  const can = scope === 'any' ? 'call it' : SCOPES[scope].can
  const again = asksAgain
    ? ` When they want to be asked again, call request_permission {"scope": "${scope}"}.`
    : ` Don't call ${tool} again before that.`
  return `${tool} did not run: this connection doesn't have the scope ${scope}. To let it ${can}, the user disconnects this app at ${env().BASE_URL}/connected-apps and connects it again with the URL ${writeResource()}, or selects that permission on the page that asks for access. Their role must allow it. Tell the user.${again}`
}

/** Why a tool does not run with any scope: the role of the user lacks its permission. And who can change that. */
export function missingPermissionText(tool: string, role: string, permission: Permission): string {
  return `${tool} did not run: the role of the user who connected this app (${role}) doesn't have permission to ${PERMISSION_LABELS[permission]} (${permission}), so no scope allows it. An owner or admin can do it, or change the role. Tell the user, and don't call ${tool} again before that.`
}

/**
 * The challenge for a token with too few scopes: every scope that is needed, including those that it has and that its user
 * could still grant.
 */
export function scopeChallenge(
  { scopes: granted, role }: Holder,
  scope: string,
  description: string,
): string {
  const grantable: readonly string[] = grantableScopes(role.permissions)
  const scopes = [...new Set([...granted.filter((name) => grantable.includes(name)), scope])].join(' ')
  return `Bearer error="insufficient_scope", error_description="${description}", scope="${scopes}", resource_metadata="${toolMetadataUrl()}"`
}
type Holder = Pick<Bearer, 'scopes' | 'role'>

export function tokenChallenge(): string {
  return `Bearer error="invalid_token", error_description="The token is unknown, expired or revoked.", resource_metadata="${toolMetadataUrl()}"`
}
