import Provider from 'oidc-provider'
import { Later } from '#lib/oauth/engine-limits.ts'
import type { Query } from '#lib/query.ts'

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
