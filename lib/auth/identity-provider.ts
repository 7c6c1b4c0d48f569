import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { env } from '#lib/process/env.ts'
import { HOUR } from '#lib/values/time.ts'

/** How long one request to the provider may take, in seconds, and the largest response that is read, in bytes. */
const TIMEOUT = 10
const MAX_RESPONSE = 262_144
/** For how long its metadata is used before it is read again, in milliseconds. */
const METADATA_LASTS = HOUR * 1000

export type ProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  secondFactor: 'claimed' | 'always' | 'never'
}

/** The identity provider that staff may sign in with, or null where the operator has set none up. */
export function providerSettings(): ProviderSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME, OIDC_SECOND_FACTOR } = env()
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: OIDC_NAME,
    secondFactor: OIDC_SECOND_FACTOR,
  }
}

/**
 * The provider with its metadata, which is read when someone first signs in with it, never at start, and again after an
 * hour. A failure is not kept.
 */
export function providerConfiguration(settings: ProviderSettings): Promise<Configuration> {
  const name = JSON.stringify([settings.issuer, settings.clientId, settings.clientSecret])
  const known = globals.counterfoilIdentityProvider
  if (known?.name === name && known.until > Date.now()) return known.configuration
  const configuration = discover(settings)
  globals.counterfoilIdentityProvider = { name, until: Date.now() + METADATA_LASTS, configuration }
  configuration.catch(() => {
    if (globals.counterfoilIdentityProvider?.configuration === configuration)
      delete globals.counterfoilIdentityProvider
  })
  return configuration
}
type Known = { name: string; until: number; configuration: Promise<Configuration> }
/** On globalThis, since Next bundles routes apart. */
const globals = globalThis as { counterfoilIdentityProvider?: Known }

function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const url = new URL(issuer)
  return discovery(url, clientId, clientSecret, withSecret(clientSecret), {
    timeout: TIMEOUT,
    [customFetch]: boundedFetch,
    // The ID token arrives over TLS from the provider itself; its signature is checked all the same.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

/** Sends the secret in the header, as the standard has it, unless the provider only takes it in the body. */
function withSecret(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const chosen = methods.includes('client_secret_basic') ? basic : post
    chosen(server, client, body, headers)
  }
}

/** A request to the provider: redirects are not followed, and a long response is an error. */
async function boundedFetch(url: string, options: object): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'manual' })
  const chunks: Uint8Array[] = []
  let size = 0
  // A body can be iterated in Node, which the types of the DOM do not say.
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MAX_RESPONSE) throw new Error(`The response is larger than ${MAX_RESPONSE} bytes.`)
    chunks.push(chunk)
  }
  const body = [204, 205, 304].includes(response.status) ? null : Buffer.concat(chunks)
  return new Response(body, { status: response.status, headers: response.headers })
}
