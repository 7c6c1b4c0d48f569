import { COUNTER_KINDS, type Counted, DIMENSION_NAMES, DIMENSIONS, SUMS } from '#lib/counters/kinds.ts'

type Stored = number | bigint

/** What the counters read of a row of each table. */
export type CountedRow = {
  payments: {
    currency: string
    status: string
    method: string
    captured: boolean
    error_reason: string | null
    amount: Stored
    amount_refunded: Stored
    created_at: Stored
  }
  orders: {
    currency: string
    status: string
    authorized: boolean
    amount: Stored
    amount_paid: Stored
    created_at: Stored
  }
  refunds: { currency: string; status: string; amount: Stored; created_at: Stored }
}
export type CountedTable = keyof CountedRow

type AnyRow = Record<string, unknown>

/**
 * The rows to insert when a record changes, in the transaction that changes it: what no longer counts, and what counts now.
 * @param before the row as it was, null for a new one
 */
export function countChanges<T extends CountedTable>(
  account_id: string,
  table: T,
  before: CountedRow[T] | null,
  after: CountedRow[T],
): Record<string, unknown>[] {
  return COUNTER_KINDS.filter(([, counted]) => counted.table === table).flatMap(([kind, counted]) => {
    const old = before === null ? null : changeOf(counted, before, -1)
    const now = changeOf(counted, after, 1)
    const changes = old && now && sameKey(old, now) ? [added(old, now)] : [old, now]
    return changes
      .filter((change) => change !== null)
      .filter((change) => MEASURES.some((name) => change[name] !== 0))
      .map((change) => ({ account_id, kind, created_at: Number(after.created_at), ...change }))
  })
}

const MEASURES = ['count', ...SUMS] as const

type Change = Record<string, string | boolean | number>

function changeOf(counted: Counted, row: AnyRow, sign: 1 | -1): Change | null {
  if (counted.onlyStatus !== undefined && row.status !== counted.onlyStatus) return null
  const dimensions = DIMENSION_NAMES.map((name) => [
    name,
    (counted.dimensions.includes(name) ? row[name] : null) ?? DIMENSIONS[name],
  ])
  const sums = SUMS.map((name) => [name, counted.sums.includes(name) ? sign * Number(row[name]) || 0 : 0])
  return { ...Object.fromEntries(dimensions), count: sign, ...Object.fromEntries(sums) }
}

function sameKey(one: Change, other: Change): boolean {
  return DIMENSION_NAMES.every((name) => one[name] === other[name])
}

function added(one: Change, other: Change): Change {
  const sums = MEASURES.map((name) => [name, Number(one[name]) + Number(other[name])])
  return { ...one, ...Object.fromEntries(sums) }
}
