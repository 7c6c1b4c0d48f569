import type { Rows } from '#lib/database/query.ts'

/** The reason given for pending requests of a grant that ended. */
const WHY_WITHDRAWN = 'The app was disconnected.'

/**
 * Ends the pending requests of a grant that has `ended`, since they can no longer run. Requests of a grant that a new
 * consent replaced stay pending under the new grant.
 */
const withdrawn = (now: string, by: string, why: string, reason: string) =>
  `UPDATE approvals SET status = 'withdrawn', decision_reason = ${why}, decided_by = ${by}, decided_at = ${now}
   FROM ended WHERE approvals.account_id = ended.account_id AND approvals.grant_id = ended.id
     AND approvals.status = 'waiting' AND approvals.expires_at > ${now}
     AND ${reason}::text <> 'replaced'`

/**
 * Ends a grant at once: deletes its tokens and codes, ends its pending requests, and records when, why and by whom it
 * ended.
 * @param by who ended it, or null for the engine
 * @param now in Unix seconds
 */
export async function endGrant(
  rows: Rows,
  grantId: string,
  reason: string,
  now: number,
  by: string | null = null,
): Promise<void> {
  await rows(
    `WITH artifacts AS (DELETE FROM oauth_artifacts WHERE grant_id = $1), ended AS (
       UPDATE oauth_grants SET revoked_at = $3, revoked_reason = $2, revoked_by = $4, updated_at = $3
       WHERE id = $1 AND revoked_at IS NULL RETURNING account_id, id
     )
     ${withdrawn('$3', '$4', '$5', '$2')}`,
    [grantId, reason, now, by, WHY_WITHDRAWN],
  )
}

/** Selects grants: of a client or of a person, everywhere or in both accounts of one merchant; or by their IDs. */
type Whose = ({ client_id: string } | { user_id: string } | { ids: string[] }) & {
  merchant_id?: string
}

/** Ends several grants at once in the same way. Grants that had already expired keep their record. @returns how many */
export async function endGrants(
  rows: Rows,
  whose: Whose,
  reason: string,
  now: number,
  by: string | null,
): Promise<number> {
  const [which, of] = named(whose)
  const within =
    whose.merchant_id === undefined
      ? ''
      : 'AND account_id IN (SELECT account.id FROM accounts account WHERE account.merchant_id = $6)'
  const [counted] = await rows<{ ended: number | bigint }>(
    `WITH ended AS (
       UPDATE oauth_grants SET revoked_at = $2, revoked_reason = $3, revoked_by = $4, updated_at = $2
       WHERE ${which} AND revoked_at IS NULL AND expires_at > $2 ${within} RETURNING account_id, id
     ), artifacts AS (
       DELETE FROM oauth_artifacts WHERE grant_id IN (SELECT id FROM ended)
     ), withdrawn AS (
       ${withdrawn('$2', '$4', '$5', '$3')}
     )
     SELECT count(*) AS ended FROM ended`,
    [of, now, reason, by, WHY_WITHDRAWN, ...(whose.merchant_id === undefined ? [] : [whose.merchant_id])],
  )
  return Number(counted?.ended ?? 0)
}

function named(whose: Whose): [string, unknown] {
  if ('ids' in whose) return ['id = ANY($1::text[])', whose.ids]
  return 'client_id' in whose ? ['client_id = $1', whose.client_id] : ['user_id = $1', whose.user_id]
}
