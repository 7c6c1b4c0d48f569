import type { KeyRing } from '#lib/auth/key-ring.ts'
import { SEALED_COLUMNS, type SealedColumn } from '#lib/auth/sealed-columns.ts'
import { dataKeyOf, HEADER_LENGTH } from '#lib/auth/sealed-value.ts'
import type { Query } from '#lib/database/query.ts'

/**
 * The values of a column. `older`: under an older data key, of which some were sealed again; `unreadable`: of those, what no
 * data key opens.
 */
export type ColumnCount = { column: string; older: number; resealed: number; unreadable: number }

type Counted = { counts: ColumnCount[]; left: number; unreadable: number; used: ReadonlySet<number> }

/**
 * Looks at every sealed value of the database, in batches by primary key, and seals those of older data keys with the newest.
 * It can run any number of times and beside writers: a value is replaced only where it still is what was read, and a row
 * that someone else has locked is passed over.
 * @param isSealing false to count alone
 * @returns what is left under older data keys, and which older keys have values
 */
export async function resealAll(query: Query, ring: KeyRing, isSealing: boolean): Promise<Counted> {
  const used = new Set<number>()
  const counts: ColumnCount[] = []
  for (const column of SEALED_COLUMNS) counts.push(await resealColumn(query, ring, column, isSealing, used))
  const sum = (of: (count: ColumnCount) => number) => counts.reduce((total, count) => total + of(count), 0)
  const unreadable = sum((count) => count.unreadable)
  return { counts, left: sum(({ older, resealed }) => older - resealed) - unreadable, unreadable, used }
}

type Found = { sealed: Uint8Array | null } & Record<`key_${number}`, string>

async function resealColumn(
  query: Query,
  ring: KeyRing,
  column: SealedColumn,
  isSealing: boolean,
  used: Set<number>,
): Promise<ColumnCount> {
  const count = { column: `${column.table}.${column.column}`, older: 0, resealed: 0, unreadable: 0 }
  const keysOf = (row: Found) => column.key.map((_, index) => row[`key_${index}`] ?? '')
  let after = column.key.map(() => '')
  for (;;) {
    const { rows } = await query<Found>(pageSql(column), [...after, ring.header])
    const older = rows.filter((row): row is Found & { sealed: Uint8Array } => row.sealed !== null)
    const again = older.flatMap((row) => {
      used.add(dataKeyOf(row.sealed))
      const text = openedOrNull(ring, row.sealed)
      return text === null ? [] : [{ key: keysOf(row), before: row.sealed, text }]
    })
    count.older += older.length
    count.unreadable += older.length - again.length
    if (isSealing && again.length > 0) {
      const keys = column.key.map((_, index) => again.map(({ key }) => key[index]))
      const before = again.map(({ before }) => Buffer.from(before))
      const sealed = again.map(({ text }) => Buffer.from(ring.seal(text)))
      count.resealed += (await query(resealSql(column), [...keys, before, sealed])).rows.length
    }
    const last = rows.at(-1)
    if (!last || rows.length < column.batch) return count
    after = keysOf(last)
  }
}

function openedOrNull(ring: KeyRing, sealed: Uint8Array): string | null {
  try {
    return ring.open(sealed)
  } catch {
    return null
  }
}

/** The next rows by primary key, with the value of each that does not begin with the header of the newest data key. */
function pageSql({ table, key, bytes, batch }: SealedColumn): string {
  const parameters = key.map((_, index) => `$${index + 1}`).join(', ')
  const isOlder = `substring(${bytes} FROM 1 FOR ${HEADER_LENGTH}) <> $${key.length + 1}::bytea AND length($${key.length + 1}) > 0`
  return `SELECT ${key.map((column, index) => `${column} AS key_${index}`).join(', ')}, CASE WHEN ${isOlder} THEN ${bytes} END AS sealed
    FROM ${table} WHERE (${key.join(', ')}) > (${parameters}) ORDER BY ${key.join(', ')} LIMIT ${batch}`
}

/** Waits for no row, so that it can be in no deadlock. */
function resealSql({ table, key, column, bytes, with: changed }: SealedColumn): string {
  const at = key.length
  const names = key.map((_, index) => `key_${index}`)
  const arrays = [
    ...key.map((_, index) => `$${index + 1}::text[]`),
    `$${at + 1}::bytea[]`,
    `$${at + 2}::bytea[]`,
  ]
  const same = (other: string) =>
    key.map((name, index) => `stored.${name} = ${other}.key_${index}`).join(' AND ')
  return `WITH chosen AS (
      SELECT ${names.map((name) => `again.${name}`).join(', ')}, again.sealed
      FROM unnest(${arrays.join(', ')}) AS again (${names.join(', ')}, before, sealed)
      JOIN ${table} stored ON ${same('again')}
      WHERE ${bytes} = again.before FOR NO KEY UPDATE OF stored SKIP LOCKED)
    UPDATE ${table} stored SET ${column} = ${changed('chosen.sealed')} FROM chosen WHERE ${same('chosen')} RETURNING 1`
}
