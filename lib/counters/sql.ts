import { COUNTER_KINDS, type Counted, DIMENSION_NAMES, DIMENSIONS, SPANS, SUMS } from './kinds.ts'

export const DIMENSION_LIST = DIMENSION_NAMES.join(', ')
export const SUM_LIST = SUMS.join(', ')
const HALF_HOUR = SPANS[0]
const MEASURES = ['count', ...SUMS]
const KEY = `account_id, kind, bucket, ${DIMENSION_LIST}`

/** Every row of a counted table as a counter of its own: what the counters have to add up to. */
function rowsAsCounters([kind, counted]: [string, Counted]): string {
  const dimensions = DIMENSION_NAMES.map((name) => {
    const empty = DIMENSIONS[name] === false ? 'false' : "''"
    if (!counted.dimensions.includes(name)) return empty
    return name === 'error_reason' ? `COALESCE(${name}, '')` : name
  })
  const sums = SUMS.map((name) => (counted.sums.includes(name) ? name : '0'))
  const where = counted.onlyStatus === undefined ? '' : ` WHERE status = '${counted.onlyStatus}'`
  return `SELECT account_id, '${kind}', created_at - created_at % ${HALF_HOUR}, ${dimensions.join(', ')}, 1, ${sums.join(', ')}
          FROM ${counted.table}${where}`
}

/** What the counters of half an hour lack to equal the rows, of every account. */
export const MISSING_COUNTS = `
  SELECT ${KEY}, ${MEASURES.map((name) => `sum(${name})::bigint AS ${name}`).join(', ')} FROM (
    SELECT ${KEY}, -count AS count, ${SUMS.map((name) => `-${name} AS ${name}`).join(', ')}
    FROM record_counts WHERE span = ${HALF_HOUR}
    UNION ALL SELECT account_id, kind, created_at - created_at % ${HALF_HOUR}, ${DIMENSION_LIST},
      -count, ${SUMS.map((name) => `-${name}`).join(', ')} FROM record_count_changes
    ${COUNTER_KINDS.map((kind) => `UNION ALL ${rowsAsCounters(kind)}`).join(' ')}
  ) AS both_sides GROUP BY ${KEY}
  HAVING ${MEASURES.map((name) => `sum(${name}) <> 0`).join(' OR ')}`

/** The counters of the longer spans, as those of half an hour add up to them. */
export const LONGER_SPANS = `
  SELECT account_id, kind, longer.span, bucket - bucket % longer.span AS bucket, ${DIMENSION_LIST},
         ${MEASURES.map((name) => `sum(${name})::bigint AS ${name}`).join(', ')}
  FROM record_counts CROSS JOIN unnest(ARRAY[${SPANS.slice(1).join(', ')}]) AS longer (span)
  WHERE record_counts.span = ${HALF_HOUR}
  GROUP BY account_id, kind, longer.span, bucket - bucket % longer.span, ${DIMENSION_LIST}
  HAVING ${MEASURES.map((name) => `sum(${name}) <> 0`).join(' OR ')}`

/** Counters of the longer spans as they are kept. */
const RETAINED_BUCKETS = `SELECT account_id, kind, span, bucket, ${DIMENSION_LIST}, count, ${SUM_LIST}
  FROM record_counts WHERE span > ${HALF_HOUR} AND (${MEASURES.map((name) => `${name} <> 0`).join(' OR ')})`

/** The counters of the longer spans that differ from those of half an hour. */
export const WRONG_LONGER_SPANS = `(${RETAINED_BUCKETS} EXCEPT ${LONGER_SPANS}) UNION ALL (${LONGER_SPANS} EXCEPT ${RETAINED_BUCKETS})`
