import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import type { From } from '#lib/auth/address.ts'
import {
  type ProviderSettings,
  providerConfiguration,
  providerSettings,
} from '#lib/auth/identity-provider.ts'
import { takeByNetwork } from '#lib/auth/limits.ts'
import { type Claims, personOf } from '#lib/auth/provider-person.ts'
import { firstStepOf } from '#lib/auth/second-factor.ts'
import { beginSession, type User } from '#lib/auth/sessions.ts'
import { env } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import type { ProviderFailure } from '#lib/values/provider-failure.ts'
import { MINUTE } from '#lib/values/time.ts'
import { keyRing } from './key-ring.ts'

/** The cookie of a sign-in with the provider that is under way, and how long that may take, in seconds. */
export const PROVIDER_COOKIE = 'counterfoil-provider'
export const PROVIDER_LASTS = 10 * MINUTE
const PURPOSE = 'sign-ins with the identity provider'

/** What the response of the provider is compared with, and where the person was going. */
type UnderWay = { state: string; nonce: string; verifier: string; return_to: string; until: number }

type Begun = { url: string; cookie: string } | { failure: ProviderFailure }

/**
 * Begins a sign-in with the identity provider. @returns its URL, and the cookie that the response is compared with
 * @param otherAccount whether the provider asks for an account, also where a session of one is there
 */
export async function beginProviderSignIn(
  returnTo: string,
  from: From,
  otherAccount = false,
): Promise<Begun> {
  const settings = providerSettings()
  if (!settings) return { failure: 'off' }
  if (takeByNetwork('provider_network', from.ip) > 0) return { failure: 'wait' }
  try {
    const configuration = await providerConfiguration(settings)
    const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri(),
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(otherAccount ? { prompt: otherAccountPrompt(configuration.serverMetadata()) } : {}),
    })
    const underWay = { state, nonce, verifier, return_to: returnTo, until: unixNow() + PROVIDER_LASTS }
    return { url: url.href, cookie: keyRing().sealCookie(PURPOSE, underWay) }
  } catch (thrown) {
    return { failure: failed(thrown, 'unreachable') }
  }
}

/**
 * The value of `prompt` that lets a person choose another account: every provider knows `login`, and those that list
 * `select_account` show the accounts that they know.
 */
export function otherAccountPrompt({
  prompt_values_supported: known,
}: object & Record<string, unknown>): string {
  return Array.isArray(known) && known.includes('select_account') ? 'select_account' : 'login'
}

type Finished = (
  | { ok: true; sessionId: string; user: User }
  | { ok: false; failure: ProviderFailure }
  | { ok: false; firstStep: string }
) & { returnTo: string }

/**
 * Finishes a sign-in with the response of the identity provider: the code is exchanged, the ID token verified, and the
 * person found. A person with an authenticator app goes on with its code, unless the provider counts as a second factor.
 * @param search the query of the response, as it arrived
 */
export async function finishProviderSignIn(
  search: string,
  cookie: string | undefined,
  from: From,
): Promise<Finished> {
  const underWay = opened(cookie)
  const returnTo = underWay?.return_to ?? '/'
  const fails = (failure: ProviderFailure): Finished => ({ ok: false, failure, returnTo })
  const settings = providerSettings()
  if (!settings) return fails('off')
  if (takeByNetwork('provider_network', from.ip) > 0) return fails('wait')
  if (!underWay) return fails('expired')
  if (new URLSearchParams(search).get('state') !== underWay.state) return fails('expired')
  let claims: Claims
  try {
    claims = await claimsOf(await providerConfiguration(settings), search, underWay)
  } catch (thrown) {
    return fails(failed(thrown, 'rejected'))
  }
  const second = isSecondFactor(settings, claims.token)
  const found = await personOf(claims, { name: settings.name, second }, from)
  if ('failure' in found) return fails(found.failure)
  const { user, passwordHash, twoSteps, proven } = found
  if (twoSteps && !second)
    return { ok: false, firstStep: firstStepOf(user.id, passwordHash, 'provider'), returnTo }
  const factors = second ? (['provider', 'provider_second_factor'] as const) : (['provider'] as const)
  // Who has nothing left to confirm with can set something up now.
  const sessionId = await beginSession(user.id, from, { factors, confirmed: proven })
  return sessionId === null ? fails('disabled') : { ok: true, sessionId, user, returnTo }
}

/** @throws errors of the library, for a response that is not in order */
async function claimsOf(configuration: Configuration, search: string, underWay: UnderWay): Promise<Claims> {
  // Behind a proxy the request has another address; the provider knows this one.
  const response = new URL(`${redirectUri()}${search}`)
  const tokens = await authorizationCodeGrant(configuration, response, {
    pkceCodeVerifier: underWay.verifier,
    expectedState: underWay.state,
    expectedNonce: underWay.nonce,
    idTokenExpected: true,
  })
  const token = tokens.claims()
  if (!token) throw new Error('The provider returned no ID token.')
  return {
    token,
    async email() {
      const own = emailIn(token)
      if (own || !configuration.serverMetadata().userinfo_endpoint) return own
      return emailIn(await fetchUserInfo(configuration, tokens.access_token, token.sub))
    },
  }
}

/** Some providers write the flag as text. */
function emailIn(claims: object): { email: string; verified: boolean } | null {
  const { email, email_verified } = claims as { email?: unknown; email_verified?: unknown }
  if (typeof email !== 'string' || email === '') return null
  return { email, verified: email_verified === true || email_verified === 'true' }
}

/** Values of `acr` that stand for several factors, beside `mfa` in `amr` (RFC 8176). */
const SEVERAL_FACTORS = [
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
]

/** Whether a sign-in with the provider counts as both steps. */
export function isSecondFactor(
  { secondFactor }: Pick<ProviderSettings, 'secondFactor'>,
  token: object,
): boolean {
  if (secondFactor !== 'claimed') return secondFactor === 'always'
  const { amr, acr } = token as { amr?: unknown; acr?: unknown }
  return (Array.isArray(amr) && amr.includes('mfa')) || SEVERAL_FACTORS.includes(String(acr))
}

/** Why it failed, for the page and, as a code, for the log: neither has the response, a token or the code. */
function failed(thrown: unknown, otherwise: ProviderFailure): ProviderFailure {
  const { code, cause, name } = thrown as { code?: unknown; cause?: { code?: unknown }; name?: unknown }
  const failure =
    thrown instanceof AuthorizationResponseError ? 'denied' : reached(thrown) ? otherwise : 'unreachable'
  const reason = String(cause?.code ?? code ?? name)
  log().warn({ failure, reason }, 'A sign-in with the identity provider failed.')
  return failure
}

/** Whether the provider responded at all: `fetch` throws a TypeError, and the timeout has a code. */
function reached(thrown: unknown): boolean {
  const chain = [thrown, (thrown as { cause?: unknown } | null)?.cause] as { name?: string; code?: string }[]
  return !chain.some(
    (one) =>
      one?.name === 'TimeoutError' ||
      one?.code === 'OAUTH_TIMEOUT' ||
      (one instanceof TypeError && /fetch/.test(one.message)),
  )
}

function redirectUri(): string {
  return `${env().BASE_URL}/login/provider/callback`
}

function opened(cookie: string | undefined): UnderWay | null {
  if (!cookie) return null
  const underWay = keyRing().openCookie(PURPOSE, cookie) as UnderWay | null
  return underWay && underWay.until > unixNow() ? underWay : null
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}
