import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { knownScopes } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { REGISTRATION_BYTES } from '#lib/http/body-limits.ts'
import { readBytes } from '#lib/http/plain-request.ts'
import { hashedSecret } from '#lib/oauth/clients.ts'
import { responseOfEngine } from '#lib/oauth/node-adapter.ts'
import { Registration } from '#lib/oauth/registration-schema.ts'
import { countRegistration, rememberRegistration } from '#lib/oauth/room.ts'
import { env } from '#lib/process/env.ts'
import { randomText } from '#lib/values/random-text.ts'
import { applicationTypeOf } from '#lib/values/redirect-uri.ts'

/**
 * `POST /register`: validates the request by the specification, lets the engine make the client, and returns every
 * field that the specification lists.
 */
export async function register(request: Request): Promise<Response> {
  if (env().OAUTH_REGISTRATION === 'closed')
    return rejection(
      403,
      'access_denied',
      'Self-registration is turned off on this server. Ask an owner of the merchant for a client ID.',
    )
  // Each costs a row, so each network gets few that no one connects.
  const address = request.headers.get(ADDRESS_HEADER)
  const wait = countRegistration(address)
  if (wait > 0)
    return rejection(429, 'temporarily_unavailable', 'Too many registrations from this network.', {
      'retry-after': String(wait),
    })
  const read = await readRegistration(request)
  if (read instanceof Response) return read
  const response = await responseOfEngine(
    asJson(request),
    JSON.stringify(asEngineWants(read, randomText(20))),
  )
  return registrationResponse(response, (clientId) => rememberRegistration(clientId, address))
}

/** `GET`, `PUT` and `DELETE /register/:id` (RFC 7592), by the registration access token. */
export async function manageRegistration(request: Request, clientId: string): Promise<Response> {
  if (request.method !== 'PUT') return registrationResponse(await responseOfEngine(request))
  const sent = await jsonOf(request)
  const registration = sent instanceof Response ? sent : parsedRegistration(sent)
  if (registration instanceof Response) return registration
  const { client_id, client_secret } = sent as { client_id?: unknown; client_secret?: unknown }
  const body = {
    ...asEngineWants(
      registration,
      String((sent as { application_id?: unknown }).application_id ?? randomText(20)),
    ),
    client_id: client_id ?? clientId,
    // The engine compares it with the stored hash.
    ...(typeof client_secret === 'string' ? { client_secret: hashedSecret(client_secret) } : {}),
  }
  return registrationResponse(await responseOfEngine(asJson(request), JSON.stringify(body)))
}

async function readRegistration(request: Request): Promise<Registration | Response> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    return rejection(400, 'invalid_client_metadata', 'Send the registration as application/json.')
  const sent = await jsonOf(request)
  return sent instanceof Response ? sent : parsedRegistration(sent)
}

async function jsonOf(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, REGISTRATION_BYTES)
  if (!bytes) return rejection(413, 'invalid_client_metadata', 'The registration can be up to 32 KB.')
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return rejection(400, 'invalid_client_metadata', 'The body is not valid JSON.')
  }
}

function parsedRegistration(sent: unknown): Registration | Response {
  const parsed = Registration.safeParse(sent)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  const code = field.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata'
  return rejection(
    400,
    code,
    field === '' ? 'The registration must be a JSON object.' : `${field}: ${issue?.message}`,
  )
}

/** The engine knows web and native only, and treats a scope as a ceiling; both are stored beside its own fields. */
function asEngineWants(registration: Registration, applicationId: string) {
  const { scope, application_type, ...rest } = registration
  return {
    ...rest,
    application_type: applicationTypeOf(registration.redirect_uris),
    application_id: applicationId,
    ...(scope === undefined ? {} : { counterfoil_scope: knownScopes(scope).join(' ') }),
    ...(application_type === undefined ? {} : { counterfoil_application_type: application_type }),
  }
}

/**
 * The engine's response with the fields as the specification names them.
 * @param registered is told the ID of the client, if there is one
 */
async function registrationResponse(
  response: Response,
  registered: (clientId: string) => void = () => {},
): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', '*')
  headers.set('cache-control', 'no-store')
  const text = await response.text()
  if (response.status >= 300 || text === '')
    return new Response(text || null, { status: response.status, headers })
  const { counterfoil_scope, counterfoil_application_type, client_secret, ...client } = JSON.parse(text)
  registered(client.client_id)
  const stored = typeof client_secret === 'string' && client_secret.startsWith('sha256:')
  const body = {
    client_id: client.client_id,
    // It is returned once, on creation, and stored only as a hash.
    ...(client_secret === undefined || stored
      ? {}
      : { client_secret, client_secret_expires_at: client.client_secret_expires_at ?? 0 }),
    client_id_issued_at: client.client_id_issued_at,
    client_name: client.client_name,
    redirect_uris: client.redirect_uris,
    grant_types: client.grant_types,
    response_types: client.response_types,
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    application_type:
      counterfoil_application_type ??
      (client.token_endpoint_auth_method === 'none' ? 'public' : 'confidential'),
    scope: counterfoil_scope || 'read_only',
    application_id: client.application_id,
    ...(client.client_uri === undefined ? {} : { client_uri: client.client_uri }),
    ...(client.jwks_uri === undefined ? {} : { jwks_uri: client.jwks_uri }),
    ...(client.jwks === undefined ? {} : { jwks: client.jwks }),
    registration_client_uri: client.registration_client_uri,
    registration_access_token: client.registration_access_token,
  }
  return new Response(JSON.stringify(body), { status: response.status, headers })
}

function asJson(request: Request): Request {
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  return new Request(request.url, { method: request.method, headers })
}

function rejection(
  status: number,
  error: string,
  error_description: string,
  more: Record<string, string> = {},
) {
  return Response.json(
    { error, error_description },
    { status, headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*', ...more } },
  )
}
