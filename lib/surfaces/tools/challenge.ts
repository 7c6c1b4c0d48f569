import type { CallToolResult } from '@modelcontextprotocol/server'
import { SCOPE_NAMES, SCOPES, type ScopeName } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { env } from '#lib/env.ts'
import { toolMetadataUrl, writeResource } from '#lib/oauth/resource.ts'

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

/** The result of a tool that a connection may not call, with what the user can do about it. */
export function scopeResult(tool: string, scope: ScopeName): CallToolResult {
  const text = `${tool} did not run: this connection doesn't have the scope ${scope}. To let it ${SCOPES[scope].can}, the user disconnects this app at ${env().BASE_URL}/connected-apps and connects it again with the URL ${writeResource()}, or selects that permission on the page that asks for access. Their role must allow it. Tell the user, and don't call ${tool} again before that.`
  return { isError: true, content: [{ type: 'text', text }] }
}

/** The challenge for a token with too few scopes: every scope that is needed, including those that it has. */
export function scopeChallenge(held: readonly string[], scope: string, description: string): string {
  const scopes = [...new Set([...held, scope])].join(' ')
  return `Bearer error="insufficient_scope", error_description="${description}", scope="${scopes}", resource_metadata="${toolMetadataUrl()}"`
}

/** The challenge for an invalid token. */
export function tokenChallenge(): string {
  return `Bearer error="invalid_token", error_description="The token is unknown, expired or revoked.", resource_metadata="${toolMetadataUrl()}"`
}
