import { giveBack, takeByNetwork } from '#lib/auth/limits.ts'
import { networkOfAddress } from '#lib/auth/network.ts'

/**
 * Registrations and authorization requests count towards the limit of their network until a person allows the app. So a
 * network of strangers gets few, and an office in which everyone connects an app gets as many as it completes.
 */

/** How many registrations are remembered with their network; one that is not counts until the limit has refilled. */
const MAX_REMEMBERED = 10_000

/** The network of each client ID, in the memory of this process, and on globalThis, since Next bundles routes apart. */
const globals = globalThis as { counterfoilRegistrations?: Map<string, string> }

/** Counts a registration. @returns the seconds to wait when it is one too many, else 0 */
export function countRegistration(address: string | null): number {
  return takeByNetwork('oauth_register', address)
}

/** Remembers from which network a client registered. */
export function rememberRegistration(clientId: string, address: string | null): void {
  globals.counterfoilRegistrations ??= new Map()
  const known = globals.counterfoilRegistrations
  const [oldest] = known.keys()
  if (known.size >= MAX_REMEMBERED && oldest !== undefined) known.delete(oldest)
  known.set(clientId, networkOfAddress(address))
}

/** A person has allowed a client: its registration and this request no longer count. @param address of the person */
export function authorizationCompleted(clientId: string, address: string | null): void {
  giveBack('oauth_authorize', networkOfAddress(address))
  const network = globals.counterfoilRegistrations?.get(clientId)
  if (network === undefined) return
  globals.counterfoilRegistrations?.delete(clientId)
  giveBack('oauth_register', network)
}
