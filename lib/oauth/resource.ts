import { env } from '#lib/env.ts'

/** The audience of the tokens (RFC 8707): the tools, and the API for apps. */
export function toolResource(): string {
  return `${env().MCP_URL}/mcp`
}

/** Where an app reads which authorization server gives these tokens (RFC 9728). */
export function toolMetadataUrl(): string {
  return `${env().MCP_URL}/.well-known/oauth-protected-resource/mcp`
}
