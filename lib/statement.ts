/** A row to insert. Values are as pg takes them; JSON columns get text. */
export type Insert = { table: string; row: Record<string, unknown> }

/**
 * One SQL statement that inserts all rows, or none: common table expressions in one round trip.
 * With `claim`, that row decides: when its key is taken already nothing at all is inserted and `claimed` is 0.
 */
export function insertAll(inserts: Insert[], claim?: Insert): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const parts: string[] = []
  if (claim) {
    const { columns, places } = spread(claim, place)
    parts.push(
      `claim AS (INSERT INTO ${claim.table} (${columns}) VALUES (${places}) ON CONFLICT DO NOTHING RETURNING 1)`,
    )
  }
  const from = claim ? ' FROM claim' : ''
  for (const [index, insert] of inserts.entries()) {
    const { columns, places } = spread(insert, place)
    parts.push(`w${index} AS (INSERT INTO ${insert.table} (${columns}) SELECT ${places}${from})`)
  }
  const tail = claim ? 'SELECT count(*)::int AS claimed FROM claim' : 'SELECT 1 AS claimed'
  return { text: `WITH ${parts.join(', ')} ${tail}`, values }
}

function spread(insert: Insert, place: (value: unknown) => string) {
  const names = Object.keys(insert.row)
  return { columns: names.join(', '), places: names.map((name) => place(insert.row[name])).join(', ') }
}
