import type { Columns } from '#lib/database/query.ts'
import type { oauth_clients } from '#lib/generated/prisma/client.ts'
import type { CleanedUp } from '#lib/jobs/cleanup.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

/** The most rows that one statement deletes. */
const AT_ONCE = 1000
/** An app that registered itself has as long to be authorized: it is asked for right after, and registers again. */
const UNUSED_FOR = 6 * HOUR
/** An app whose last grant was deleted is forgotten as long after its first. */
const LEFT_FOR = 2 * 365 * DAY

/** Forgets codes, tokens and questions of the authorization server that have expired. @returns how many */
export async function cleanupTokens({ query, clock }: CleanedUp): Promise<number> {
  const now = Math.floor(clock() / 1000)
  let total = 0
  for (;;) {
    const { rows } = await query(
      `DELETE FROM oauth_artifacts WHERE (kind, id_hash) IN
         (SELECT kind, id_hash FROM oauth_artifacts WHERE expires_at < $1 ORDER BY expires_at LIMIT ${AT_ONCE}) RETURNING 1`,
      [now],
    )
    total += rows.length
    if (rows.length < AT_ONCE) return total
  }
}

/**
 * Deletes self-registered clients that were not authorized within six hours. A client that finds its id gone
 * registers again; one that was ever authorized keeps its id, also when its grants have ended.
 * @returns how many
 */
export function cleanupUnusedClients(system: CleanedUp): Promise<number> {
  return cleanupClients(
    system,
    `origin = 'dynamic' AND granted_at IS NULL AND created_at < $1`,
    'created_at',
    UNUSED_FOR,
  )
}

/** Deletes apps that were authorized once and of which no grant is left on record. @returns how many */
export function cleanupLeftClients(system: CleanedUp): Promise<number> {
  return cleanupClients(system, `origin <> 'manual' AND granted_at < $1`, 'granted_at', LEFT_FOR)
}

async function cleanupClients(
  { query, clock }: CleanedUp,
  condition: string,
  order: string,
  retention: number,
): Promise<number> {
  const before = Math.floor(clock() / 1000) - retention
  let total = 0
  for (;;) {
    const { rows } = await query<Columns<oauth_clients, 'id'>>(
      `DELETE FROM oauth_clients WHERE id IN
         (SELECT id FROM oauth_clients client WHERE ${condition}
          AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = client.id)
          ORDER BY ${order} LIMIT ${AT_ONCE}) RETURNING id`,
      [before],
    )
    const ids = rows.map(({ id }) => id)
    // The token that manages such a registration never expires by itself.
    if (ids.length > 0)
      await query(
        `DELETE FROM oauth_artifacts WHERE kind = 'RegistrationAccessToken' AND payload ->> 'clientId' = ANY($1::text[])`,
        [ids],
      )
    total += ids.length
    if (ids.length < AT_ONCE) return total
  }
}
