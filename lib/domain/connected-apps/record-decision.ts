import type { Rows } from '#lib/query.ts'

/**
 * Records the decision on a consent request. One statement decides, so that of several decisions at once, also of one
 * that allows and one that denies, the first counts.
 * @param request the id of the consent request
 * @returns whether this decision is the one that counts
 */
export async function recordDecision(rows: Rows, request: string, result: object): Promise<boolean> {
  const answered = await rows(
    `UPDATE oauth_artifacts SET payload = payload || jsonb_build_object('result', $2::jsonb)
     WHERE kind = 'Interaction' AND id_hash = sha256(convert_to($1, 'UTF8')) AND NOT payload ? 'result' RETURNING kind`,
    [request, JSON.stringify(result)],
  )
  return answered.length > 0
}
