import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Part, Query } from '#lib/database/query.ts'
import { BATCH, type Batch, LANES, LANES_ALONE, openLanes, type Queued, SCAN } from '#lib/pipeline/lanes.ts'

/** One row: what a list of expressions is for some values. The values stand in it as $1, $2 and so on. */
export type Read = { columns: string; values: unknown[] }
/** Its columns: rows as JSON, and what else JSON can hold. */
export type ReadRow = { [column: string]: z.core.util.JSONType }

export type StatementReader = {
  /**
   * Reads one row, together with reads of the same columns that wait at the same time.
   * @throws a database error; service_unavailable when too many wait
   */
  read(read: Read): Promise<ReadRow>
}

/** A read, and what those that share a statement have in common. */
type Shaped = Read & { shape: string }
type WaitingRead = Queued<Shaped, ReadRow>

/**
 * Reads of few rows by their IDs, joined: those of one shape that wait at the same time share a statement (lanes.ts).
 * @param join false to make each read alone
 * @param least the fewest reads for which the statement of several is used
 */
export function createReader({
  query,
  join = true,
  least = 2,
}: {
  query: Query
  join?: boolean
  least?: 1 | 2
}): StatementReader {
  const addJoined = openLanes<Shaped, ReadRow>({
    lanes: LANES,
    take: takeBatch,
    run: async (batch) => (batch.length < least ? [await alone(query, batch[0])] : together(query, batch)),
  })
  // They have lanes of their own, so that they take none from those that share a statement.
  const addAlone = openLanes<Read, ReadRow>({
    lanes: join ? LANES : LANES_ALONE,
    take: (first) => [first],
    run: (batch) => Promise.all(batch.map((read) => alone(query, read))),
  })

  return {
    read(read) {
      const shape = join ? shapeOf(read) : null
      return shape === null ? addAlone(read) : addJoined({ ...read, shape })
    },
  }
}

/**
 * A reader that has the row of one read already, since it was read with something else by one statement. The row is
 * returned once: who reads again wants to know whether it has changed.
 */
export function withPrefetched(reader: StatementReader, read: Read, row: ReadRow): StatementReader {
  let unused = true
  return {
    async read(request) {
      if (!unused || !isDeepStrictEqual(request, read)) return reader.read(request)
      unused = false
      return row
    },
  }
}

async function alone(query: Query, { columns, values }: Read): Promise<ReadRow> {
  const { rows } = await query<ReadRow>(`SELECT ${columns}`, values)
  const [row] = rows
  if (!row) throw new Error('A read returned no row.')
  return row
}

/** The rows of reads of one shape, in their order: the values come as an array for each place. */
async function together(query: Query, reads: Batch<Read>): Promise<ReadRow[]> {
  const [{ columns, values }] = reads
  const types = values.map((value) => `${TYPES[kindOf(value) ?? 'text']}[]`)
  const arrays = types.map((type, place) => `$${place + 1}::${type}`)
  const names = types.map((_, place) => `v${place + 1}`)
  const text = `SELECT ${columns.replace(/\$(\d+)/g, 'one_read.v$1')}
    FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS one_read (${names.join(', ')}, place) ORDER BY one_read.place`
  const sent = names.map((_, place) => reads.map((read) => sentAs(read.values[place])))
  const { rows } = await query<ReadRow>(text, sent)
  if (rows.length !== reads.length) throw new Error(`${reads.length} reads returned ${rows.length} rows.`)
  return rows
}

/** The read that waits longest, and others of its shape. */
function takeBatch(first: WaitingRead, waiting: WaitingRead[]): Batch<WaitingRead> {
  const batch: Batch<WaitingRead> = [first]
  for (let at = 0; at < Math.min(waiting.length, SCAN) && batch.length < BATCH; ) {
    if (waiting[at]?.shape === first.shape) batch.push(...waiting.splice(at, 1))
    else at += 1
  }
  return batch
}

/** The types in PostgreSQL of values that can be sent for several reads at once. A list is sent as its text. */
const TYPES = { text: 'text', number: 'bigint', list: 'text', bytes: 'bytea', choice: 'boolean' } as const

function kindOf(value: unknown): keyof typeof TYPES | null {
  if (typeof value === 'string') return 'text'
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return 'number'
  if (typeof value === 'boolean') return 'choice'
  if (value instanceof Uint8Array) return 'bytes'
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? 'list' : null
}

/** The text of a list, which the SQL of a part casts: `?::text[]`. */
function sentAs(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return `{${value.map((each: string) => `"${each.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** What reads that share a statement have in common; null for a read that shares none. */
function shapeOf({ columns, values }: Read): string | null {
  if (values.length === 0) return null
  const kinds = values.map(kindOf)
  return kinds.includes(null) ? null : `${kinds.join()} ${columns}`
}

/** One read of all parts, each a column with its row as JSON. */
export function readOf(parts: Record<string, Part>): Read {
  const values: unknown[] = []
  const columns = Object.entries(parts).map(
    ([name, part]) => `(SELECT to_jsonb(r) FROM (${placed(part, values)}) r) AS "${name}"`,
  )
  return { columns: columns.join(', '), values }
}

/** The SQL of a part with its places numbered after those of `values`, which take its own. */
export function placed(part: Part, values: unknown[]): string {
  let at = 0
  return part.sql.replace(/\?(?!\|)/g, () => `$${values.push(part.values[at++])}`)
}
