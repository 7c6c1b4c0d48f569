import type { Runtime } from '#lib/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** How many rows one statement deletes. */
const AT_ONCE = 1000
/** A program that registered itself has as long to be let by somebody. */
const UNUSED_FOR = 30 * DAY

/** Forgets codes, tokens and questions of the authorization server that have expired. @returns how many */
export async function sweepArtifacts({ query, clock }: Pick<Runtime, 'query' | 'clock'>): Promise<number> {
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
 * Deletes programs that registered themselves and that nobody has let in thirty days. A program that finds its id
 * gone registers again; one that was ever let keeps its id, also when what was let has ended.
 * @returns how many
 */
export async function sweepUnusedClients({
  query,
  clock,
}: Pick<Runtime, 'query' | 'clock'>): Promise<number> {
  const before = Math.floor(clock() / 1000) - UNUSED_FOR
  let total = 0
  for (;;) {
    const { rows } = await query(
      `DELETE FROM oauth_clients WHERE id IN
         (SELECT id FROM oauth_clients client WHERE origin = 'dynamic' AND granted_at IS NULL AND created_at < $1
          AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = client.id) LIMIT ${AT_ONCE}) RETURNING id`,
      [before],
    )
    const ids = rows.map(({ id }) => String(id))
    // What such a program manages its registration with never expires by itself.
    if (ids.length > 0)
      await query(
        `DELETE FROM oauth_artifacts WHERE kind = 'RegistrationAccessToken' AND payload ->> 'clientId' = ANY($1::text[])`,
        [ids],
      )
    total += ids.length
    if (ids.length < AT_ONCE) return total
  }
}
