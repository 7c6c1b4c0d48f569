import { SPANS, SUMS } from '#lib/counters/kinds.ts'
import { DIMENSION_LIST, SUM_LIST } from '#lib/counters/sql.ts'
import type { Query } from '#lib/database/query.ts'
import { transact } from '#lib/database/transact.ts'

/** How many changes one statement takes: few enough to hold its locks for some milliseconds. */
const AT_ONCE = 5000

/**
 * Adds the changes that wait to the counters, in one statement each time, so that a reader sees every change once: as a
 * change or in the counters. Several workers share them. Counters are locked in the order of their key.
 * @returns how many changes were folded
 */
export async function foldCountChanges({ query }: { query: Query }): Promise<number> {
  for (let folded = 0; ; ) {
    const { rows } = await transact(() => query<{ taken: number }>(FOLD, [AT_ONCE]))
    const taken = Number(rows[0]?.taken)
    folded += taken
    if (taken < AT_ONCE) return folded
  }
}

const KEY = `account_id, kind, span, bucket, ${DIMENSION_LIST}`
const MEASURES = ['count', ...SUMS]

const FOLD = `
  WITH taken AS (
    DELETE FROM record_count_changes WHERE (account_id, id) IN (
      SELECT account_id, id FROM record_count_changes LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING *
  ), folded AS (
    INSERT INTO record_counts (${KEY}, count, ${SUM_LIST})
    SELECT account_id, kind, counted.span, created_at - created_at % counted.span, ${DIMENSION_LIST},
           ${MEASURES.map((name) => `sum(${name})`).join(', ')}
    FROM taken CROSS JOIN unnest(ARRAY[${SPANS.join(', ')}]) AS counted (span)
    GROUP BY account_id, kind, counted.span, created_at - created_at % counted.span, ${DIMENSION_LIST}
    HAVING ${MEASURES.map((name) => `sum(${name}) <> 0`).join(' OR ')}
    ORDER BY ${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].join(', ')}
    ON CONFLICT (${KEY}) DO UPDATE
    SET ${MEASURES.map((name) => `${name} = record_counts.${name} + EXCLUDED.${name}`).join(', ')}
  ) SELECT count(*) AS taken FROM taken`
