import { createECDH } from 'node:crypto'
import Provider, { type Adapter, type Configuration, errors, interactionPolicy } from 'oidc-provider'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { keyRing } from '#lib/auth/key-ring.ts'
import { knownScopes, SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import {
  documentObstacle,
  fetchPublic,
  METADATA_BYTES,
  mayFetchDocument,
} from '#lib/oauth/client-document.ts'
import { clientAdapter, isSecretOf } from '#lib/oauth/clients.ts'
import { withinLimits } from '#lib/oauth/engine-limits.ts'
import { errorPage } from '#lib/oauth/error-page.ts'
import { Engine } from '#lib/oauth/exchange.ts'
import { prefetchedPerson } from '#lib/oauth/prefetch.ts'
import { toolResource, writeResource } from '#lib/oauth/resource.ts'
import { tokenStore } from '#lib/oauth/token-store.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { unavailableFor } from '#lib/process/availability.ts'
import { env } from '#lib/process/env.ts'
import { logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { languageOfHeaders } from '#lib/values/language.ts'
import { randomText } from '#lib/values/random-text.ts'
import { isRegisteredRedirect } from '#lib/values/redirect-uri.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'

export const GRANT_LASTS = 180 * DAY
const ACCESS_TOKEN_LASTS = HOUR
const REFRESH_TOKEN_LASTS = 30 * DAY
const CODE_LASTS = MINUTE
/** The lifetime of a consent screen. */
const CONSENT_WAITS = 15 * MINUTE

/** Properties of a registration beyond the engine's own. */
const OWN_METADATA = [
  'application_id',
  'counterfoil_scope',
  'counterfoil_application_type',
  'counterfoil_auth_methods',
] as const

/** The signing algorithms of client assertions. */
const ASSERTION_ALGORITHMS = ['RS256', 'ES256'] as const
/** How long a client assertion may be valid, in seconds: until then its ID is kept, so that it is used once. */
const ASSERTION_LASTS = DAY

/**
 * The authorization server of this process, made again when its keys change. On globalThis, since Next bundles its routes
 * apart.
 */
export function provider(): Provider {
  const { version } = keyRing()
  if (globals.counterfoilProvider?.version !== version)
    globals.counterfoilProvider = { version, provider: createProvider(env().MCP_URL) }
  return globals.counterfoilProvider.provider
}
const globals = globalThis as { counterfoilProvider?: { version: number; provider: Provider } }

/** @param issuer the address of the server as clients know it, without a slash at the end */
function createProvider(issuer: string): Provider {
  const { clock } = runtime()
  const query = sayingUnavailable(runtime().query)
  const adapter = (kind: string) =>
    (kind === 'Client' ? clientAdapter(query, clock) : tokenStore(kind, query, clock)) as Adapter
  const engine = new Engine(issuer, configuration(issuer, adapter, clock), query, clock)
  // Koa writes the errors that it catches to the console; mistakes of clients are not logged, the rest is.
  engine.silent = true
  engine.on('server_error', (_, error) => logFault(error, {}, 'The authorization server failed.'))
  adaptClients(engine)
  engine.use(withRetryAfter)
  engine.use(fromNoted)
  engine.use(withinLimits)
  engine.use(asSpecified)
  return engine
}

/** A client of the engine, with our own properties. */
type EngineClient = {
  clientSecret?: string
  redirectUris?: readonly string[]
  tokenEndpointAuthMethod?: string
  counterfoil_auth_methods?: unknown
}

/** Replaces what the engine decides about a client by our own rules. */
function adaptClients(engine: Engine): void {
  // The types have the class only as the shape of its instances.
  const { prototype } = engine.Client as unknown as { prototype: EngineClient }
  Object.defineProperties(prototype, {
    // Secrets are kept as hashes, so the engine's own comparison has nothing to compare.
    compareClientSecret: {
      value(this: EngineClient, sent: string) {
        return isSecretOf(this.clientSecret, sent)
      },
    },
    redirectUriAllowed: {
      value(this: EngineClient, sent: string) {
        return isRegisteredRedirect(sent, this.redirectUris ?? [])
      },
    },
    // A client that offers several methods uses one of them at each request.
    clientAuthMethod: {
      get(this: EngineClient) {
        const methods = authMethodsOf(this)
        const used = Provider.ctx?.oidc?.params?.client_assertion === undefined ? 'none' : 'private_key_jwt'
        return methods.includes(used) ? used : this.tokenEndpointAuthMethod
      },
    },
  })
}

/** Every authentication method that a client may use. */
function authMethodsOf(client: EngineClient): unknown[] {
  const { counterfoil_auth_methods: several, tokenEndpointAuthMethod } = client
  return Array.isArray(several) ? several : [tokenEndpointAuthMethod]
}

type KoaContext = Parameters<Parameters<Provider['use']>[0]>[0]

/** The OAuth error of a server that is temporarily unavailable, in place of the engine's 500 for an unknown error. */
function sayingUnavailable(query: Runtime['query']): Runtime['query'] {
  return async (text, values) => {
    try {
      return await query(text, values)
    } catch (thrown) {
      if (unavailableFor(thrown) === null) throw thrown
      logFault(thrown, {}, 'The authorization server failed.')
      const error = new errors.TemporarilyUnavailable('The server is temporarily unavailable. Try again.')
      throw Object.assign(error, { status: 503, statusCode: 503, cause: thrown })
    }
  }
}

/** The engine renders the errors of its own routes; errors before them come here. */
async function withRetryAfter(ctx: KoaContext, next: () => Promise<unknown>): Promise<void> {
  try {
    await next()
  } catch (thrown) {
    if (!(thrown instanceof errors.TemporarilyUnavailable)) throw thrown
    ctx.status = 503
    ctx.body = { error: thrown.error, error_description: thrown.error_description }
  }
  if (ctx.status === 503 && !ctx.response.get('retry-after')) ctx.set('retry-after', '1')
  // Clients parse a body by its type, and an empty one is no text.
  if (ctx.body === '') ctx.remove('content-type')
}

/** The engine gets the same IP address of the caller as every other part of the server. */
async function fromNoted(ctx: KoaContext, next: () => Promise<unknown>): Promise<void> {
  ctx.request.ip = String(ctx.req.headers[ADDRESS_HEADER] ?? '')
  await next()
}

/**
 * What the specification requires of `/authorize` beyond the standard: no scope means the registered ones, else
 * reading, or every scope for the address for writing; and responses use the query, since a fragment or a form would bypass the checks of the page.
 */
async function asSpecified(ctx: KoaContext, next: () => Promise<unknown>): Promise<void> {
  if (ctx.path === '/authorize' && ctx.method === 'GET') {
    const query = { ...ctx.query }
    if (query.response_mode !== undefined && query.response_mode !== 'query') query.response_mode = 'none'
    // A scope of names that are unknown here is none: to ask for nothing would leave a person nothing to decide.
    if (
      knownScopes(String(query.scope ?? '')).length === 0 &&
      !query.request_uri &&
      typeof query.client_id === 'string'
    )
      query.scope =
        query.resource === writeResource() ? SCOPE_NAMES.join(' ') : await registeredScope(query.client_id)
    ctx.query = query
  }
  await next()
}

async function registeredScope(clientId: string): Promise<string> {
  // A document says no scope that counts, so it is not fetched for one.
  if (/^https:\/\//i.test(clientId)) return 'read_only'
  const client = await provider().Client.find(clientId)
  return knownScopes(String(client?.counterfoil_scope ?? '')).join(' ') || 'read_only'
}

async function personOf(id: string): Promise<object | undefined> {
  const query = sayingUnavailable(runtime().query)
  const { rows } = await query('SELECT id FROM users WHERE id = $1 AND disabled_at IS NULL', [id])
  return rows[0]
}

function configuration(
  issuer: string,
  adapter: (kind: string) => Adapter,
  clock: () => number,
): Configuration {
  const secure = issuer.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const
  return {
    adapter,
    fetch: fetchPublic,
    routes: {
      authorization: '/authorize',
      token: '/token',
      registration: '/register',
      revocation: '/revoke',
      introspection: '/introspect',
      pushed_authorization_request: '/par',
      jwks: '/jwks',
      end_session: '/session/end',
    },
    scopes: [...SCOPE_NAMES],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    clientDefaults: {
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'ES256',
    },
    enabledJWA: {
      idTokenSigningAlgValues: ['ES256'],
      clientAuthSigningAlgValues: [...ASSERTION_ALGORITHMS],
    },
    assertJwtClientAuthClaimsAndHeader: (_, { exp }) => {
      if (Number(exp) > clock() / 1000 + ASSERTION_LASTS)
        throw new errors.InvalidClientAuth('The client assertion can be valid for up to 24 hours.')
    },
    jwks: { keys: [signingKey()] },
    extraClientMetadata: { properties: [...OWN_METADATA] },
    allowOmittingSingleRegisteredRedirectUri: false,
    cookies: {
      keys: keyRing()
        .keysFor('oauth cookies')
        .map((key) => Buffer.from(key).toString('base64url')),
      names: {
        session: 'counterfoil-oauth',
        interaction: 'counterfoil-consent',
        resume: 'counterfoil-consent-resume',
      },
      long: cookie,
      short: cookie,
    },
    clientBasedCORS: () => true,
    expiresWithSession: () => false,
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    pkce: { required: (_, client) => authMethodsOf(client).includes('none') },
    ttl: {
      AccessToken: ACCESS_TOKEN_LASTS,
      AuthorizationCode: CODE_LASTS,
      RefreshToken: REFRESH_TOKEN_LASTS,
      Grant: GRANT_LASTS,
      Interaction: CONSENT_WAITS,
      Session: CONSENT_WAITS,
      IdToken: MINUTE,
    },
    interactions: {
      url: (_, interaction) => `/consent/${interaction.uid}`,
      policy: alwaysPrompt(),
    },
    fetchResponseBodyLimits: { 'client_id metadata document': METADATA_BYTES },
    // Which grant a code is for is decided on the screen each time, so that none is picked up from before.
    loadExistingGrant: async (ctx) => {
      const id = ctx.oidc.result?.consent?.grantId
      return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id)
    },
    findAccount: async (_, id) => {
      const before = prefetchedPerson(id)
      const person = before === undefined ? await personOf(id) : before
      return !person ? undefined : { accountId: id, claims: () => ({ sub: id }) }
    },
    renderError: (ctx, out, error) => {
      ctx.type = 'html'
      ctx.set('content-security-policy', errorPage.policy)
      ctx.set('referrer-policy', 'no-referrer')
      ctx.set('x-frame-options', 'DENY')
      ctx.body = errorPage.html(
        out.error,
        out.error_description,
        String(ctx.query.client_id ?? ''),
        languageOfHeaders(ctx.get('cookie'), ctx.get('accept-language')),
        documentObstacle(error),
      )
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      registration: {
        enabled: true,
        idFactory: () => `client_${randomText(22)}`,
        secretFactory: () => randomText(43),
      },
      registrationManagement: { enabled: true, rotateRegistrationAccessToken: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      // A client can introspect its own tokens only.
      introspection: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      pushedAuthorizationRequests: { enabled: true },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        // Outside its own routes the engine has no request to name.
        allowFetch: (ctx: { ip: string } | undefined, id: string) => mayFetchDocument(id, ctx?.ip),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => toolResource(),
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => {
          if (resource !== toolResource() && resource !== writeResource()) throw new errors.InvalidTarget()
          return {
            scope: SCOPE_NAMES.join(' '),
            audience: toolResource(),
            accessTokenTTL: ACCESS_TOKEN_LASTS,
            accessTokenFormat: 'opaque',
          }
        },
      },
    },
  } as Configuration
}

/**
 * Every authorization needs a person signed in to the dashboard at that time: the engine keeps no session of its own,
 * so none can outlive that one or belong to another person.
 */
function alwaysPrompt() {
  const { base, Check, Prompt } = interactionPolicy
  const policy = base()
  policy.clear()
  const open = (name: 'login' | 'consent') =>
    new Prompt(
      { name, requestable: true },
      new Check(`${name}_here`, 'A person has to decide.', (ctx) =>
        ctx.oidc.result?.[name] === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    )
  policy.add(open('login'))
  policy.add(open('consent'))
  return policy
}

/**
 * The key of /jwks. Tokens are opaque and nothing is signed with it, but the engine requires one; derived from the
 * newest data key, so that all processes publish the same.
 */
function signingKey() {
  const curve = createECDH('prime256v1')
  // Less than the order of the curve but for one in 2^32, which is met by trying the next.
  for (let attempt = 0; ; attempt += 1) {
    try {
      const scalar = Buffer.from(keyRing().keysFor(`oauth key ${attempt}`)[0])
      curve.setPrivateKey(scalar)
      const point = curve.getPublicKey()
      return {
        kty: 'EC',
        crv: 'P-256',
        use: 'sig',
        alg: 'ES256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33, 65).toString('base64url'),
        d: scalar.toString('base64url'),
      }
    } catch (error) {
      if (attempt > 3) throw error
    }
  }
}
