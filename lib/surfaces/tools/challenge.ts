import { grantableScopes, SCOPE_NAMES, SCOPES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { env } from '#lib/env.ts'
import type { Bearer } from '#lib/oauth/bearer.ts'
import { toolMetadataUrl, writeResource } from '#lib/oauth/resource.ts'
import { PERMISSION_LABELS, type Permission } from '#lib/permissions.ts'
import type { OperationTool } from '#lib/surfaces/tools/catalogue.ts'

/**
 * The challenge for a caller without a token. At the address for writing it names every scope, for apps that take the
 * scopes of their first challenge for the whole connection.
 */
export function firstChallenge(forWriting: boolean): string {
  const scopes = forWriting ? SCOPE_NAMES.join(' ') : 'read_only'
  return `Bearer scope="${scopes}", resource_metadata="${toolMetadataUrl(forWriting)}"`
}

/** For how long a challenge for a scope is remembered, in milliseconds, and how many of them. */
const REMEMBERED = 3_600_000
const MOST_REMEMBERED = 10_000
const challenged = new Map<string, number>()

/**
 * Whether a connection was asked for a scope before and came back without it: its app cannot request access again while
 * it runs, so the model has to know. Notes the first challenge.
 */
export function cameBackWithout(grantId: string, scope: string): boolean {
  const name = `${grantId} ${scope}`
  const before = challenged.get(name)
  if (before !== undefined && before > Date.now() - REMEMBERED) return true
  const [oldest] = challenged.keys()
  if (challenged.size >= MOST_REMEMBERED && oldest !== undefined) challenged.delete(oldest)
  challenged.delete(name)
  challenged.set(name, Date.now())
  return false
}

/** Why a tool did not run without a scope, and what the user can do about it. */
export function scopeText(tool: string, scope: OperationTool['scope']): string {
  const can = scope === 'any' ? 'call it' : SCOPES[scope].can
  return `${tool} did not run: this connection doesn't have the scope ${scope}. To let it ${can}, the user disconnects this app at ${env().BASE_URL}/connected-apps and connects it again with the URL ${writeResource()}, or selects that permission on the page that asks for access. Their role must allow it. Tell the user, and don't call ${tool} again before that.`
}

/** Why a tool does not run with any scope: the role of the user lacks its permission. And who can change that. */
export function roleText(tool: string, role: string, permission: Permission): string {
  return `${tool} did not run: the role of the user who connected this app (${role}) doesn't have permission to ${PERMISSION_LABELS[permission]} (${permission}), so no scope allows it. An owner or admin can do it, or change the role. Tell the user, and don't call ${tool} again before that.`
}

/**
 * The challenge for a token with too few scopes: every scope that is needed, including those that it has and that its user
 * could still grant.
 */
export function scopeChallenge({ scopes: held, role }: Holder, scope: string, description: string): string {
  const grantable: readonly string[] = grantableScopes(role.permissions)
  const scopes = [...new Set([...held.filter((name) => grantable.includes(name)), scope])].join(' ')
  return `Bearer error="insufficient_scope", error_description="${description}", scope="${scopes}", resource_metadata="${toolMetadataUrl()}"`
}
type Holder = Pick<Bearer, 'scopes' | 'role'>

/** The challenge for an invalid token. */
export function tokenChallenge(): string {
  return `Bearer error="invalid_token", error_description="The token is unknown, expired or revoked.", resource_metadata="${toolMetadataUrl()}"`
}
