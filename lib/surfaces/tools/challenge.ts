import { toolMetadataUrl } from '#lib/oauth/resource.ts'

/** What is said to a token that reaches not far enough: every scope that is needed, those that it has among them. */
export function scopeChallenge(held: readonly string[], scope: string, description: string): string {
  const scopes = [...new Set([...held, scope])].join(' ')
  return `Bearer error="insufficient_scope", error_description="${description}", scope="${scopes}", resource_metadata="${toolMetadataUrl()}"`
}

/** What is said to a token that is good for nothing. */
export function tokenChallenge(): string {
  return `Bearer error="invalid_token", error_description="The token is unknown, expired or revoked.", resource_metadata="${toolMetadataUrl()}"`
}
