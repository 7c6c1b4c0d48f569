import { setTimeout as sleep } from 'node:timers/promises'
import type { Columns } from '#lib/database/query.ts'
import type { events, request_logs } from '#lib/generated/prisma/client.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import type { SandboxEventFilter, SandboxRequestFilter } from '#lib/sandbox/schema.ts'

/** How many records match, and the newest of them. `met` says whether there are exactly as many as expected. */
export type Found<Item> = { count: number; met: boolean; items: Item[] }

/** The most records that a response shows; all are counted. */
const SHOWN = 100
/** How often records are looked for while a caller waits. */
const POLL_MS = 50

type FoundRequest = Columns<
  request_logs,
  'id' | 'method' | 'path' | 'operation' | 'status' | 'error_reason' | 'request_body' | 'created_at'
>

/**
 * The requests of an account that match, newest first. A path matches without its query. A body is compared as it is
 * in the request log: without secrets, and of JSON alone.
 * @param written puts the lines of this process in the table, before each look
 */
export function findRequests(
  { query }: Pick<Runtime, 'query'>,
  accountId: string,
  filter: SandboxRequestFilter,
  written: () => Promise<void>,
): Promise<Found<FoundRequest>> {
  return untilThere(filter, async () => {
    await written()
    const { operation = null, method = null, path = null, status = null, body = null } = filter
    const { rows } = await query<FoundRequest & { total: number }>(
      `SELECT id, method, path, operation, status, error_reason, request_body, created_at, count(*) OVER () AS total
       FROM request_logs WHERE account_id = $1 AND ($2::text IS NULL OR operation = $2)
         AND ($3::text IS NULL OR method = upper($3)) AND ($4::text IS NULL OR split_part(path, '?', 1) = $4)
         AND ($5::int IS NULL OR status = $5)
         AND ($6::jsonb IS NULL OR CASE WHEN pg_input_is_valid(request_body, 'jsonb') THEN request_body::jsonb @> $6 END)
       ORDER BY created_at DESC, id DESC LIMIT ${SHOWN}`,
      [accountId, operation, method, path, status, body && JSON.stringify(body)],
    )
    return rows
  })
}

type FoundEvent = Columns<events, 'id' | 'event' | 'object_id' | 'payload' | 'request_id' | 'created_at'>

/** The events of an account that match, newest first. */
export function findEvents(
  { query }: Pick<Runtime, 'query'>,
  accountId: string,
  filter: SandboxEventFilter,
): Promise<Found<FoundEvent>> {
  return untilThere(filter, async () => {
    const { event = null, object_id = null, payload = null } = filter
    const { rows } = await query<FoundEvent & { total: number }>(
      `SELECT id, event, object_id, payload, request_id, created_at, count(*) OVER () AS total
       FROM events WHERE account_id = $1 AND ($2::text IS NULL OR event = $2)
         AND ($3::text IS NULL OR object_id = $3) AND ($4::jsonb IS NULL OR payload::jsonb @> $4)
       ORDER BY created_at DESC, id DESC LIMIT ${SHOWN}`,
      [accountId, event, object_id, payload && JSON.stringify(payload)],
    )
    return rows
  })
}

/** Looks until as many are there as expected, or the time is over. */
async function untilThere<Item extends object>(
  { count: expected, wait_ms }: { count: number; wait_ms: number },
  look: () => Promise<(Item & { total: number })[]>,
): Promise<Found<Item>> {
  const deadline = performance.now() + wait_ms
  for (;;) {
    const rows = await look()
    const count = Number(rows[0]?.total ?? 0)
    const left = deadline - performance.now()
    // None expected: only the deadline shows that none came.
    if (left <= 0 || (expected > 0 && count >= expected)) {
      const items = rows.map(({ total: _, ...item }) => item as unknown as Item)
      return { count, met: count === expected, items }
    }
    await sleep(Math.min(POLL_MS, left))
  }
}
