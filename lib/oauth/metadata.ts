import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { takesDocuments } from '#lib/oauth/client-document.ts'
import { responseOfEngine } from '#lib/oauth/node-adapter.ts'
import { toolResource, writeResource } from '#lib/oauth/resource.ts'
import { env } from '#lib/process/env.ts'

const OPEN = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
} as const

/** The OpenID Connect part of the engine's discovery document, which is not offered. */
const FOREIGN = /^(claims?_|id_token_|subject_types|acr_|request_|display_|ui_)/

/** `/.well-known/oauth-authorization-server` (RFC 8414): the engine's metadata, without unused parts. */
export async function serverMetadata(request: Request): Promise<Response> {
  const address = new URL('/.well-known/oauth-authorization-server', env().MCP_URL)
  const response = await responseOfEngine(new Request(address, { headers: request.headers }))
  const known = (await response.json()) as Record<string, unknown>
  const closed = [
    ...(env().OAUTH_REGISTRATION === 'closed' ? ['registration_endpoint'] : []),
    ...(takesDocuments() ? [] : ['client_id_metadata_document_supported']),
  ]
  const own = Object.fromEntries(
    Object.entries(known).filter(([name]) => !FOREIGN.test(name) && !closed.includes(name)),
  )
  return Response.json(
    {
      ...own,
      scopes_supported: SCOPE_NAMES,
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      service_documentation: `${env().BASE_URL}/docs`,
      protected_resources: [toolResource(), writeResource()],
    },
    { headers: OPEN },
  )
}

/**
 * `/.well-known/oauth-protected-resource` (RFC 9728). At `/mcp` writing is asked for tool by tool, so only reading is
 * named; at `/mcp/write` every scope is.
 */
export function resourceMetadata(forWriting: boolean): Response {
  return Response.json(
    {
      resource: forWriting ? writeResource() : toolResource(),
      authorization_servers: [env().MCP_URL],
      scopes_supported: forWriting ? SCOPE_NAMES : ['read_only'],
      bearer_methods_supported: ['header'],
      resource_name: 'Counterfoil tools',
      resource_documentation: `${env().BASE_URL}/docs`,
    },
    { headers: OPEN },
  )
}

/** The CORS preflight of a browser. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '3600',
    },
  })
}
