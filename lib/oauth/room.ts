import Provider from 'oidc-provider'
import { networkOfAddress } from '#lib/auth/address.ts'
import { giveBack, takeByNetwork } from '#lib/auth/limits.ts'
import type { Query } from '#lib/database/query.ts'
import { Later } from '#lib/oauth/engine-limits.ts'

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

/** The rows that strangers can create: each is short-lived and deleted every minute. */
type Kind = 'Interaction' | 'PushedAuthorizationRequest' | 'Client'

/**
 * How many of each may be stored, over all networks. The limits by network come first, so only very many networks get
 * here; then new ones are rejected, and no stored one is dropped for them.
 */
export const STORED_ROOM: Record<Kind, number> = {
  Interaction: 20_000,
  PushedAuthorizationRequest: 20_000,
  Client: 10_000,
}

/** For how long a count is believed, in milliseconds; what this process adds meanwhile is counted on top. */
const BELIEVED = 5000

/** @throws Later when too many are stored already */
export async function assertRoom(query: Query, kind: Kind): Promise<void> {
  const count = await countOf(query, kind)
  if (count.stored < STORED_ROOM[kind]) {
    count.stored += 1
    return
  }
  Provider.ctx?.set('retry-after', '60')
  throw new Later(503, 'Too many requests are waiting on this server. Try again in a minute.')
}

/** Resets the counts. For tests. */
export function forgetCounts(): void {
  counts.clear()
}

type Count = { stored: number; readAt: number }
const counts = new Map<Kind, Promise<Count>>()

async function countOf(query: Query, kind: Kind): Promise<Count> {
  const before = await counts.get(kind)?.catch(() => undefined)
  if (before && Date.now() - before.readAt < BELIEVED) return before
  // Others believe the old count while it is read again.
  if (before) before.readAt = Date.now()
  const reading = read(query, kind)
  counts.set(kind, reading)
  return await reading
}

async function read(query: Query, kind: Kind): Promise<Count> {
  const stored = kind === 'Client' ? UNUSED_CLIENTS : 'SELECT 1 FROM oauth_artifacts WHERE kind = $2'
  const { rows } = await query<{ stored: number }>(
    `SELECT count(*) AS stored FROM (${stored} LIMIT $1) AS waiting`,
    [STORED_ROOM[kind], ...(kind === 'Client' ? [] : [kind])],
  )
  return { stored: Number(rows[0]?.stored), readAt: Date.now() }
}

const UNUSED_CLIENTS = `SELECT 1 FROM oauth_clients WHERE origin = 'dynamic' AND granted_at IS NULL`
