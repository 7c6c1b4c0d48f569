import { networkOfAddress } from '#lib/auth/address.ts'
import { take, waitOf } from '#lib/auth/limits.ts'
import { DAY } from '#lib/values/time.ts'

/** Credentials that are looked up: API keys, OAuth clients, bearer tokens. */
type Kind = 'key' | 'client' | 'token'

/** For how long a credential that was right is looked up from the same network, whatever others try there. */
const TRUSTED_FOR = DAY * 1000
const MAX_TRUSTED = 20_000

/**
 * The seconds that a caller waits before its credential is looked up, because too many were wrong; 0 without a wait.
 * A credential that was right from this network lately never waits, so that others in the network cannot block its
 * owner.
 */
export function delayOf(kind: Kind, id: string, address: string | null): number {
  const network = networkOfAddress(address)
  const pair = `${kind} ${id} ${network}`
  const wait = Math.max(
    waitOf('wrong_credential_and_network', pair),
    waitOf('wrong_credentials_network', network),
  )
  return wait > 0 && isTrusted(pair) ? 0 : wait
}

/** Counts a wrong credential. @returns the seconds to wait when there were too many, else 0 */
export function countWrong(kind: Kind, id: string, address: string | null): number {
  const network = networkOfAddress(address)
  const own = take('wrong_credential_and_network', `${kind} ${id} ${network}`)
  // One app that goes on with one wrong secret does not fill the count of everyone in its network.
  return own > 0 ? own : take('wrong_credentials_network', network)
}

export function noteRight(kind: Kind, id: string, address: string | null): void {
  const pair = `${kind} ${id} ${networkOfAddress(address)}`
  if (isTrusted(pair)) return
  const all = trusted()
  all.delete(pair)
  const oldest = all.size < MAX_TRUSTED ? undefined : all.keys().next().value
  if (oldest !== undefined) all.delete(oldest)
  all.set(pair, Date.now() + TRUSTED_FOR)
}

export function forgetRight(): void {
  delete globals.counterfoilTrusted
}

function isTrusted(pair: string): boolean {
  return (trusted().get(pair) ?? 0) > Date.now()
}

/** On globalThis, since Next bundles routes apart. */
function trusted(): Map<string, number> {
  globals.counterfoilTrusted ??= new Map()
  return globals.counterfoilTrusted
}
const globals = globalThis as { counterfoilTrusted?: Map<string, number> }
