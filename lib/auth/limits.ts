import { networkOfAddress } from '#lib/auth/address.ts'
import { Counters, type Limit } from '#lib/auth/counters.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { env } from '#lib/process/env.ts'
import { HOUR, MINUTE } from '#lib/values/time.ts'

/** Whose events are counted together. */
type Per =
  | 'credential and network'
  | 'client'
  | 'network'
  | 'account and device'
  | 'account and network'
  | 'account'
  | 'person and network'
  | 'person'
  | 'order'

/**
 * Every limit on callers without credentials, or with wrong ones: whom it counts by, which events, how many and over which
 * time. docs/limits.md shows this table. A network is an IPv4 address or the /64 of an IPv6 address.
 */
export const RATE_LIMITS = {
  sign_in_account_and_network: limit('account and network', 'wrong passwords', 5, 15 * MINUTE),
  sign_in_device: limit('account and device', 'wrong passwords', 5, 15 * MINUTE),
  sign_in_devices: limit('account', 'wrong passwords from its known devices', 20, 15 * MINUTE),
  sign_in_network: limit('network', 'wrong passwords', 50, 15 * MINUTE),
  sign_in_account: limit('account', 'wrong passwords from unknown networks', 20, 15 * MINUTE),
  confirmation_person_and_network: limit('person and network', 'wrong passwords', 5, 15 * MINUTE),
  confirmation_person: limit('person', 'wrong passwords', 20, 15 * MINUTE),
  code_person_and_network: limit('person and network', 'wrong codes of the second step', 5, 15 * MINUTE),
  code_person: limit('person', 'wrong codes of the second step', 20, 15 * MINUTE),
  passkeys_network: limit('network', 'sign-ins with a passkey, begun and finished', 200, 15 * MINUTE),
  provider_network: limit(
    'network',
    'sign-ins with the identity provider, begun and finished',
    200,
    15 * MINUTE,
  ),
  reset_account: limit('account', 'requests for a new password', 3, HOUR),
  reset_network: limit('network', 'requests for a new password', 20, HOUR),
  wrong_credential_and_network: limit('credential and network', 'wrong secrets', 20, MINUTE),
  wrong_credentials_network: limit('network', 'wrong secrets, tokens and codes', 300, MINUTE),
  oauth_calls: limit('network', 'calls of /token, /introspect and /revoke', 6000, MINUTE),
  oauth_authorize: limit('network', 'authorization requests that no one has allowed', 120, 15 * MINUTE),
  oauth_push: limit('network', 'pushed authorization requests', 60, MINUTE),
  oauth_push_client: limit('client', 'pushed authorization requests', 600, MINUTE),
  // Apps of an office, or of a CI, register at each start. After the first 60 there are two a minute.
  oauth_register: {
    ...limit('network', 'registrations of apps that no one has connected', 60, 30 * MINUTE),
    refills: true,
  },
  oauth_manage: limit('network', 'reads and changes of a registration', 60, MINUTE),
  oauth_document: limit('network', 'fetches of a client metadata document', 60, 10 * MINUTE),
  oauth_other: limit('network', 'other calls of the authorization server', 600, MINUTE),
  acquirer_notifications: limit('network', 'notifications of acquirers', 6000, MINUTE),
  public_pages: limit('network', 'pages opened without signing in', 1200, MINUTE),
  public_files: limit('network', 'PDF files of public bills', 60, MINUTE),
  checkout_order: limit('order', 'attempts to pay and codes', 30, 10 * MINUTE),
  // Many payers share the address of a mobile network, and each payment takes two or three attempts.
  checkout_network: limit('network', 'attempts to pay and codes', 1200, 10 * MINUTE),
  // A waiting page looks every two seconds.
  checkout_looks_order: limit('order', 'looks at a payment that is waited for', 240, MINUTE),
  checkout_looks_network: limit('network', 'looks at a payment that is waited for', 3000, MINUTE),
} as const satisfies Record<string, Described>

export type LimitName = keyof typeof RATE_LIMITS
type Described = { per: Per; counted: string; max: number; seconds: number; refills?: boolean }

function limit(per: Per, counted: string, max: number, seconds: number): Described {
  return { per, counted, max, seconds }
}

/** How many keys each limit remembers: about 2 MB for one that is full. */
const MAX_KEYS = 10_000

/** Counts one event. @returns the seconds to wait when it is one too many, else 0 */
export function take(name: LimitName, key: string): number {
  return countersOf(name).take(key)
}

/** Counts one event of the network of an IP address. @returns the seconds to wait when it is one too many, else 0 */
export function takeByNetwork(name: LimitName, address: string | null | undefined): number {
  return take(name, networkOfAddress(address))
}

/** The seconds to wait when a limit is reached, else 0. Counts nothing. */
export function waitOf(name: LimitName, key: string): number {
  return countersOf(name).wait(key)
}

/** Takes an event back that turned out to be legitimate. */
export function giveBack(name: LimitName, key: string): void {
  countersOf(name).giveBack(key)
}

/** Starts the count of a key over. */
export function reset(name: LimitName, key: string): void {
  countersOf(name).reset(key)
}

/** @throws too_many_requests when there is something to wait for */
export function assertNoWait(wait: number): void {
  if (wait > 0) throw refused('too_many_requests', undefined, { retryAfter: wait })
}

/** Forgets every count of this process. For tests. */
export function resetLimits(): void {
  delete globals.counterfoilLimits
}

/** What an operator has set for installations where many people share an address. */
function scaled({ per, max, ...rest }: Described): Limit {
  return { ...rest, max: per === 'network' ? max * env().NETWORK_LIMIT_FACTOR : max }
}

/** In the memory of this process, and on globalThis, since Next bundles routes apart and each would count for itself. */
function countersOf(name: LimitName): Counters {
  globals.counterfoilLimits ??= new Map()
  let counters = globals.counterfoilLimits.get(name)
  if (!counters) {
    counters = new Counters(scaled(RATE_LIMITS[name]), MAX_KEYS)
    globals.counterfoilLimits.set(name, counters)
  }
  return counters
}
const globals = globalThis as { counterfoilLimits?: Map<LimitName, Counters> }
