import { env } from '#lib/process/env.ts'

/** The audience of the tokens (RFC 8707): the tools, and the API for apps. */
export function toolResource(): string {
  return `${env().MCP_URL}/mcp`
}

/**
 * The address of the same tools for apps that cannot ask for more access later: its first challenge names every scope.
 * Its tokens are those of `toolResource`.
 */
export function writeResource(): string {
  return `${toolResource()}/write`
}

/** Whether a request for the tools was sent to the address for writing. */
export function isForWriting(request: Pick<Request, 'url'>): boolean {
  return new URL(request.url).pathname.endsWith('/mcp/write')
}

/** Where an app reads which authorization server gives these tokens (RFC 9728). */
export function toolMetadataUrl(forWriting = false): string {
  return `${env().MCP_URL}/.well-known/oauth-protected-resource/mcp${forWriting ? '/write' : ''}`
}
