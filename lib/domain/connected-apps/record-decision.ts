import type { Rows } from '#lib/query.ts'

/**
 * Records the decision on a consent request. One statement decides, so that the first of several concurrent decisions
 * counts, also when one allows and another denies.
 * @param request the ID of the consent request
 * @param scopes the allowed scopes, which the token gets in place of the requested ones
 * @returns whether this decision is the one that counts
 */
export async function recordDecision(
  rows: Rows,
  request: string,
  result: object,
  scopes: readonly string[] = [],
): Promise<boolean> {
  const response = await rows(
    `UPDATE oauth_artifacts SET payload = payload || jsonb_build_object('result', $2::jsonb) ||
       CASE WHEN $3 = '' THEN '{}'::jsonb
       ELSE jsonb_build_object('params', payload -> 'params' || jsonb_build_object('scope', $3::text)) END
     WHERE kind = 'Interaction' AND id_hash = sha256(convert_to($1, 'UTF8')) AND NOT payload ? 'result' RETURNING kind`,
    [request, JSON.stringify(result), scopes.join(' ')],
  )
  return response.length > 0
}
