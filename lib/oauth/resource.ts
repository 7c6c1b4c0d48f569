import { env } from '#lib/env.ts'

/** What the tokens are for, and good for nothing else (RFC 8707): the tools, and what an app may do without them. */
export function toolResource(): string {
  return `${env().MCP_URL}/mcp`
}

/** Where an app reads which authorization server gives these tokens (RFC 9728). */
export function toolMetadataUrl(): string {
  return `${env().MCP_URL}/.well-known/oauth-protected-resource/mcp`
}
