import { findAcquirer } from '#lib/domain/acquirers/find.ts'
import type { ComparisonResult } from '#lib/domain/acquirers/schema.ts'
import type { GatewayDifference } from '#lib/domain/gateway-checks/schema.ts'
import { differenceKey, MOST_FOUND, type Walk } from '#lib/domain/gateway-checks/walk.ts'
import { emailStaff } from '#lib/domain/notifications/staff-email.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { countText } from '#lib/values/number-text.ts'

type Unsolved = Pick<GatewayDifference, 'id' | 'subject' | 'kind' | 'state'> & { about: string }

/**
 * Writes what a comparison has found: new differences, those that came back, and those that are solved.
 * @returns false where another comparison has taken its place
 */
export async function endComparison(
  context: Context,
  id: string,
  comparison: string,
  { walk, from }: { walk: Walk; from: number },
): Promise<boolean> {
  const { account, rows, now } = context
  const own = await rows(
    'SELECT 1 FROM gateway_checks WHERE account_id = $1 AND acquirer_id = $2 AND comparison = $3 FOR UPDATE',
    [account.id, id, comparison],
  )
  if (own.length === 0) return false
  const counts = await recordWalk(context, id, walk)
  const { found, records, underWay, unread } = walk
  const result: ComparisonResult = {
    from,
    records,
    under_way: underWay,
    unread,
    found: found.size,
    ...counts,
    capped: found.size >= MOST_FOUND,
  }
  await rows(
    `UPDATE gateway_checks SET comparison = NULL, compared_at = $3, comparison_result = $4::jsonb, comparison_error = NULL,
       requested_at = NULL
     WHERE account_id = $1 AND acquirer_id = $2`,
    [account.id, id, now, JSON.stringify(result)],
  )
  context.about(id)
  context.note(result)
  if (counts.new > 0) await tellStaff(context, id, counts.new)
  return true
}

/**
 * Says why a comparison ended early. Its differences stay as they were.
 * @param error null for one that was interrupted: where it was requested, it runs again
 */
export async function failComparison(
  { account, rows }: Context,
  id: string,
  comparison: string,
  error: string | null,
): Promise<void> {
  await rows(
    `UPDATE gateway_checks SET comparison = NULL, comparison_error = coalesce($4, comparison_error),
       requested_at = CASE WHEN $4::text IS NULL THEN requested_at END
     WHERE account_id = $1 AND acquirer_id = $2 AND comparison = $3`,
    [account.id, id, comparison, error?.slice(0, 300) ?? null],
  )
}

/** Writes the differences of records that were compared. */
export async function recordWalk(
  context: Context,
  id: string,
  { found, checked }: Pick<Walk, 'found' | 'checked'>,
): Promise<Pick<ComparisonResult, 'new' | 'solved'>> {
  const { account, rows, now } = context
  const unsolved = await rows<Unsolved>(
    `SELECT id, subject, kind, about, state FROM gateway_differences
     WHERE account_id = $1 AND acquirer_id = $2 AND state <> 'solved' FOR UPDATE`,
    [account.id, id],
  )
  const gone = unsolved.filter(
    (one) => checked.has(`${one.subject} ${one.about}`) && !found.has(differenceKey(one)),
  )
  await rows(
    `UPDATE gateway_differences SET state = 'solved', solved_at = $3 WHERE account_id = $1 AND id = ANY($2)`,
    [account.id, gone.map((one) => one.id), now],
  )
  const all = [...found.values()].map((difference) => ({
    ...difference,
    id: context.newId('gateway_difference'),
  }))
  const written = await rows<{ fresh: boolean }>(UPSERT, [account.id, id, now, JSON.stringify(all)])
  return { new: written.filter(({ fresh }) => fresh).length, solved: gone.length }
}

/**
 * One that was solved and came back is new again, as is one that was acknowledged and has changed since. `fresh`: not
 * reported yet.
 */
const UPSERT = `INSERT INTO gateway_differences AS kept (account_id, id, acquirer_id, subject, kind, about, object_id, gateway_id,
    currency, here, there, state, seen_at, created_at)
  SELECT $1, found.id, $2, found.subject, found.kind, found.about, found.object_id, found.gateway_id, found.currency,
    nullif(found.here, 'null'), nullif(found.there, 'null'), 'open', $3::bigint, $3::bigint
  FROM jsonb_to_recordset($4::jsonb) AS found (id text, subject text, kind text, about text, object_id text, gateway_id text,
    currency text, here jsonb, there jsonb)
  ON CONFLICT (account_id, acquirer_id, kind, about) DO UPDATE SET (object_id, gateway_id, here, there, seen_at, state, solved_at,
      acknowledged_by, acknowledged_at, reason, created_at) = (
    SELECT EXCLUDED.object_id, EXCLUDED.gateway_id, EXCLUDED.here, EXCLUDED.there, EXCLUDED.seen_at,
      CASE WHEN same THEN kept.state ELSE 'open' END, NULL::bigint,
      CASE WHEN same THEN kept.acknowledged_by END, CASE WHEN same THEN kept.acknowledged_at END,
      CASE WHEN same THEN kept.reason END, CASE WHEN same THEN kept.created_at ELSE EXCLUDED.created_at END
    FROM (SELECT kept.state = 'open' OR kept.state = 'acknowledged'
      AND (kept.here, kept.there) IS NOT DISTINCT FROM (EXCLUDED.here, EXCLUDED.there) AS same) AS compared)
  RETURNING created_at = $3 AND state = 'open' AS fresh`

async function tellStaff(context: Context, id: string, count: number): Promise<void> {
  const { name } = await findAcquirer(context, id)
  const differences = countText(count, 'new difference', 'new differences')
  await emailStaff(context, {
    kind: 'gateway_difference',
    object_id: id,
    subject: `${differences} with ${name}`,
    paragraphs: [
      `The comparison with ${name} found ${differences}. Each says what differs and what to do about it.`,
    ],
    link: { label: 'View differences', path: '/settings/acquirer/differences' },
  })
}
