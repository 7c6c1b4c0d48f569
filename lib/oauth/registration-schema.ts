import { z } from 'zod'
import { ClientName, namesOurs, plainClientName, pretendsToBeOurs } from '#lib/values/client-name.ts'
import { applicationTypeOf, fitTogether, RedirectUri, redirectHostOf } from '#lib/values/redirect-uri.ts'

const NOT_OURS = "Must not present the app as part of Counterfoil. Start with the app's own name."

/** The name of an app, which people must not trust as the platform itself. */
const OutsideName = z
  .string('The name must be a string.')
  .transform(plainClientName)
  .pipe(ClientName)
  .refine((text) => !pretendsToBeOurs(text), NOT_OURS)

/** A property that some apps send as null or empty when they have no value for it. */
function unlessEmpty<T extends z.ZodType>(schema: T) {
  return z.preprocess((sent) => (sent === null || sent === '' ? undefined : sent), schema)
}

/** The supported entries of a list; unsupported ones are left out, as RFC 7591 allows. */
function supportedOf(supported: readonly string[], standard: string, error: string) {
  return unlessEmpty(
    z
      .array(z.unknown(), { error })
      .transform((sent) => supported.filter((one) => sent.includes(one)))
      .refine((stored) => stored.length > 0, error)
      .default([standard]),
  )
}

/** The ways in which a registered app can authenticate, with keys of its own or without. */
const AUTH_METHODS = ['none', 'client_secret_post', 'client_secret_basic']
const METHODS =
  'Must be none, client_secret_post, client_secret_basic, or private_key_jwt with jwks_uri or jwks.'

/** The other metadata of an app. The errors of the fields are our own sentences. */
const Details = z.object({
  grant_types: supportedOf(
    ['authorization_code', 'refresh_token'],
    'authorization_code',
    'Must contain authorization_code. refresh_token is supported, too.',
  ),
  response_types: supportedOf(['code'], 'code', 'Must be a list with code.'),
  scope: unlessEmpty(
    z
      .string('Must be a string of scopes separated by spaces.')
      .max(2000, 'Can be up to 2000 characters.')
      .optional(),
  ),
  token_endpoint_auth_method: unlessEmpty(z.string(METHODS).optional()),
  token_endpoint_auth_methods_supported: z.array(z.unknown()).optional().catch(undefined),
  jwks_uri: unlessEmpty(
    z
      .url({ protocol: /^https$/ })
      .max(500)
      .optional()
      .catch(undefined),
  ),
  jwks: unlessEmpty(
    z
      .object({ keys: z.array(z.looseObject({})) })
      .optional()
      .catch(undefined),
  ),
  // It is shown only, so an invalid one is left out.
  client_uri: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .catch(undefined),
  application_type: unlessEmpty(
    z.string('Must be a string.').max(40, 'Can be up to 40 characters.').optional(),
  ),
})

/** How many redirect URIs are kept of one app, and of how many characters in total. */
const MOST_URIS = 10
const MOST_CHARACTERS = 5000

/** The redirect URIs that can be used. The others are left out; without any left, the first error is returned. */
const RedirectUris = z
  .array(z.unknown(), { error: 'Send a list of redirect URIs.' })
  .min(1, 'Send at least one redirect URI.')
  .transform((sent, context) => {
    const read = sent.map((uri) => RedirectUri.safeParse(uri))
    const usable = fitTogether(read.flatMap(({ data }) => data ?? []))
    const stored = within([...new Set(usable)])
    if (stored.length > 0) return stored
    const message = read.find(({ error }) => error)?.error?.issues[0]?.message
    context.addIssue({ code: 'custom', message: message ?? 'Send at least one redirect URI.', path: [0] })
    return z.NEVER
  })

function within(uris: string[]): string[] {
  let characters = 0
  return uris.slice(0, MOST_URIS).filter((uri) => {
    characters += uri.length
    return characters <= MOST_CHARACTERS
  })
}

/**
 * A registration as the specification lists it. Unknown fields are ignored (RFC 7591); without a name, which is
 * optional, the app gets the host of its redirect URI.
 */
export const Registration = Details.extend({
  client_name: z.preprocess(
    (sent) =>
      sent === null || (typeof sent === 'string' && plainClientName(sent) === '') ? undefined : sent,
    OutsideName.optional(),
  ),
  redirect_uris: RedirectUris,
}).transform(({ token_endpoint_auth_methods_supported: offered = [], jwks_uri, jwks, ...sent }, context) => {
  const keys = keysOf({ jwks_uri, jwks })
  const supported = keys === null ? AUTH_METHODS : [...AUTH_METHODS, 'private_key_jwt']
  const method = authMethodOf(sent.token_endpoint_auth_method, offered, supported)
  if (method === undefined) {
    context.addIssue({ code: 'custom', message: METHODS, path: ['token_endpoint_auth_method'] })
    return z.NEVER
  }
  const host = redirectHostOf(sent.redirect_uris[0] ?? '')
  if (sent.client_name === undefined && namesOurs(host)) {
    context.addIssue({ code: 'custom', message: NOT_OURS, path: ['client_name'] })
    return z.NEVER
  }
  return {
    ...sent,
    // Keys that nothing is signed with are left out.
    ...(method === 'private_key_jwt' ? keys : {}),
    token_endpoint_auth_method: method,
    client_name: sent.client_name ?? shortened(host),
  }
})
export type Registration = z.output<typeof Registration>

/** The first supported method among those that an app offers; client_secret_basic when it names none. */
function authMethodOf(
  named: string | undefined,
  offered: readonly unknown[],
  supported: readonly string[],
): string | undefined {
  if (named === undefined && offered.length === 0) return 'client_secret_basic'
  return [named, ...offered].find((one): one is string => typeof one === 'string' && supported.includes(one))
}

/** The end of a long host, which names its owner. */
function shortened(host: string): string {
  return host.length > 80 ? `…${host.slice(-79)}` : host
}

/**
 * A client metadata document: the properties that this server uses. Of several authentication methods the first
 * supported one is that of the client, and all supported ones are accepted.
 */
export const ClientDocument = z
  .object({
    client_id: z.string(),
    client_name: OutsideName,
    redirect_uris: RedirectUris,
    grant_types: Details.shape.grant_types,
    response_types: Details.shape.response_types,
    client_uri: Details.shape.client_uri,
    token_endpoint_auth_method: unlessEmpty(z.string().optional()),
    token_endpoint_auth_methods_supported: Details.shape.token_endpoint_auth_methods_supported,
    jwks_uri: Details.shape.jwks_uri,
    jwks: Details.shape.jwks,
    // A document is public, so it can't hold a secret.
    client_secret: z.undefined('Must not contain a secret.').optional(),
    client_secret_expires_at: z.undefined('Must not contain a secret.').optional(),
  })
  .transform((document, context) => {
    const { token_endpoint_auth_method: named, token_endpoint_auth_methods_supported: offered } = document
    const keys = keysOf(document)
    const supported = keys === null ? ['none'] : ['none', 'private_key_jwt']
    const all = named === undefined && offered === undefined ? ['none'] : [named, ...(offered ?? [])]
    const methods = [...new Set(all)].filter((one) => supported.includes(one as string)) as string[]
    const [first] = methods
    if (first === undefined) {
      context.addIssue({ code: 'custom', message: 'Must be none, or private_key_jwt with jwks_uri.' })
      return z.NEVER
    }
    const { client_id, client_name, redirect_uris, grant_types, response_types, client_uri } = document
    return {
      client_id,
      client_name,
      redirect_uris,
      grant_types,
      response_types,
      application_type: applicationTypeOf(redirect_uris),
      token_endpoint_auth_method: first,
      counterfoil_auth_methods: methods,
      ...(client_uri?.startsWith('https:') ? { client_uri } : {}),
      ...keys,
    }
  })

type Keys = { jwks_uri?: string | undefined; jwks?: { keys: object[] } | undefined }

/** The public keys of an app, in one of the two ways; null without any. */
function keysOf({ jwks_uri, jwks }: Keys): Keys | null {
  if (jwks_uri !== undefined) return { jwks_uri }
  return jwks === undefined ? null : { jwks }
}
