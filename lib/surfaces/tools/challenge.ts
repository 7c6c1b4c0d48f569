import { toolMetadataUrl } from '#lib/oauth/resource.ts'

/** The challenge for a token with too few scopes: every scope that is needed, including those that it has. */
export function scopeChallenge(held: readonly string[], scope: string, description: string): string {
  const scopes = [...new Set([...held, scope])].join(' ')
  return `Bearer error="insufficient_scope", error_description="${description}", scope="${scopes}", resource_metadata="${toolMetadataUrl()}"`
}

/** The challenge for an invalid token. */
export function tokenChallenge(): string {
  return `Bearer error="invalid_token", error_description="The token is unknown, expired or revoked.", resource_metadata="${toolMetadataUrl()}"`
}
