/** A row to insert. Values are as pg takes them; JSON columns get text. */
export type Insert = {
  table: string
  row: Record<string, unknown>
  /** Whether the statement that wrote it has queued something for an endpoint. */
  told?: boolean
}

/**
 * One SQL statement that inserts all rows, or none: common table expressions in one round trip. Events among them are
 * queued for the endpoints that hear of them; `told` is how often.
 * With `claim`, that row decides: when its key is taken already, or a row like `unless` exists, nothing at all is inserted
 * and `claimed` is 0.
 */
export function insertAll(
  inserts: Insert[],
  claim?: Insert & { unless: Record<string, unknown> },
): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const parts: string[] = []
  if (claim) {
    const { columns, places } = spread(claim, place)
    const same = Object.entries(claim.unless).map(([column, value]) => `${column} = ${place(value)}`)
    const unless = `NOT EXISTS (SELECT 1 FROM ${claim.table} WHERE ${same.join(' AND ')})`
    parts.push(
      `claim AS (INSERT INTO ${claim.table} (${columns}) SELECT ${places} WHERE ${unless} ON CONFLICT DO NOTHING RETURNING 1)`,
    )
  }
  const from = claim ? ' FROM claim' : ''
  const events: string[] = []
  for (const [index, insert] of inserts.entries()) {
    const { columns, places } = spread(insert, place)
    const isEvent = insert.table === 'events'
    if (isEvent) events.push(`w${index}`)
    const returning = isEvent ? ' RETURNING account_id, id, event, object_id, endpoint_id, created_at' : ''
    parts.push(`w${index} AS (INSERT INTO ${insert.table} (${columns}) SELECT ${places}${from}${returning})`)
  }
  if (events.length > 0) parts.push(`told AS (${deliveriesOf(events)})`)
  const claimed = claim ? '(SELECT count(*)::int FROM claim)' : '1'
  const told = events.length > 0 ? '(SELECT count(*)::int FROM told)' : '0'
  return { text: `WITH ${parts.join(', ')} SELECT ${claimed} AS claimed, ${told} AS told`, values }
}

/**
 * Queues events for every endpoint that hears of them, in the statement that writes them: a delivery exists if and only
 * if the change does. An event that was made for one endpoint by hand goes to that one. Two names have a second
 * spelling, with a dot; whoever subscribed to that is sent it.
 */
function deliveriesOf(events: string[]): string {
  const other = `replace(told.event, 'transfer_', 'transfer.')`
  return `INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, object_id, state, round_at, due_at, created_at)
    SELECT told.account_id, endpoint.id, told.id,
           CASE WHEN ${other} = ANY(endpoint.events) AND NOT told.event = ANY(endpoint.events) THEN ${other} ELSE told.event END,
           told.object_id, 'pending', told.created_at, told.created_at, told.created_at
    FROM (${events.map((name) => `SELECT * FROM ${name}`).join(' UNION ALL ')}) AS told
    JOIN webhook_endpoints endpoint ON endpoint.account_id = told.account_id
    WHERE endpoint.active AND endpoint.disabled_at IS NULL AND endpoint.deleted_at IS NULL
      AND CASE WHEN told.endpoint_id IS NULL THEN endpoint.events && ARRAY['*', told.event, ${other}]
               ELSE endpoint.id = told.endpoint_id END
    RETURNING 1`
}

function spread(insert: Insert, place: (value: unknown) => string) {
  const names = Object.keys(insert.row)
  return { columns: names.join(', '), places: names.map((name) => place(insert.row[name])).join(', ') }
}
