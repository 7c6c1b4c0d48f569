import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type QueryResult } from 'pg'
import { MISSING_COUNTS, WRONG_LONGER_SPANS } from '#lib/counters/sql.ts'
import { type Query, queryOn } from '#lib/database/query.ts'
import { checkInvariants, LEDGER_INVARIANTS } from '#lib/ledger/invariants.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { log } from '#lib/process/log.ts'
import { HOUR } from '#lib/values/time.ts'

/** How often each check runs, and how long a worker may take for one, in seconds. */
const EVERY = 6 * HOUR
const TAKEN_FOR = 2 * HOUR
/** Seconds after the start of a process before its first check, which would only be in the way of the start. */
const AFTER_START = 600
/** After each statement it rests for three times as long as that took, up to a minute: others need the processors, too. */
const REST = 3
const MAX_REST_MS = 60_000

type Found = { violated: number; detail: string | null }
type Check = (query: Query, rest: (milliseconds: number) => Promise<void>) => Promise<Found>

/** The checks, in the order in which they run. */
const CHECKS: Record<'ledger' | 'counters', Check> = {
  async ledger(query, rest) {
    const names: string[] = []
    for (const invariant of LEDGER_INVARIANTS) {
      const begun = performance.now()
      const violations = await checkInvariants(query, [invariant])
      names.push(...violations.map(({ name }) => name))
      await rest(performance.now() - begun)
    }
    return { violated: names.length, detail: names.length > 0 ? names.join(' ') : null }
  },
  async counters(query) {
    const { rows } = await query<{ wrong: number }>(
      `SELECT count(*)::int AS wrong FROM (
         SELECT account_id FROM (${MISSING_COUNTS}) AS missing
         UNION ALL SELECT account_id FROM (${WRONG_LONGER_SPANS}) AS longer) AS wrong
       WHERE account_id NOT IN (SELECT id FROM accounts WHERE erasing_at IS NOT NULL)`,
      [],
    )
    return { violated: Number(rows[0]?.wrong), detail: null }
  },
}

type Options = {
  url: string
  signal: AbortSignal
  /** Seconds since the start of this process. */
  uptime?: number
}

/**
 * Checks the books of the whole instance every six hours, in one of the workers, and keeps what it found for metrics and
 * alerts. It reads whole tables, so it goes slowly, on a connection of its own without the limit of other statements.
 */
export async function checkBooks(
  { query, clock }: Pick<Runtime, 'query' | 'clock'>,
  { url, signal, uptime = process.uptime() }: Options,
): Promise<void> {
  if (uptime < AFTER_START) return
  for (const [name, check] of Object.entries(CHECKS)) {
    if (signal.aborted) return
    const now = Math.floor(clock() / 1000)
    const { rows } = await query(
      `UPDATE book_checks SET taken_until = $2
       WHERE name = $1 AND taken_until < $3 AND coalesce(checked_at, 0) <= $4 RETURNING 1`,
      [name, now + TAKEN_FOR, now, now - EVERY],
    )
    if (rows.length === 0) continue
    try {
      const begun = performance.now()
      const found = await onOwnConnection(url, query, signal, (own) =>
        check(own, (took) => sleep(Math.min(REST * took, MAX_REST_MS), undefined, { signal })),
      )
      const took = Math.round(performance.now() - begun)
      await query(
        `UPDATE book_checks SET taken_until = 0, checked_at = $2, took_ms = $3, violated = $4, detail = $5 WHERE name = $1`,
        [name, Math.floor(clock() / 1000), took, found.violated, found.detail],
      )
      if (found.violated > 0)
        log().error({ check: name, ...found }, 'The books are wrong. Run `npm run counterfoil -- doctor`.')
    } catch (error) {
      await query('UPDATE book_checks SET taken_until = 0 WHERE name = $1', [name]).catch(() => undefined)
      if (!signal.aborted) throw error
    }
  }
}

/** Begins a transaction of one long statement, on one processor at most. */
const ALONE = `BEGIN READ ONLY; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL statement_timeout = 0;
  SELECT pg_backend_pid() AS pid`

/** A connection for long statements, which a stop of the worker cancels. */
async function onOwnConnection<T>(
  url: string,
  query: Query,
  signal: AbortSignal,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'counterfoil checks' })
  client.on('error', () => undefined)
  await client.connect()
  const plain = queryOn(client)
  /** Of the statement that is running: behind a pooler each may run in another process. */
  let pid: number | undefined
  const cancel = () => {
    if (pid !== undefined) query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined)
  }
  signal.addEventListener('abort', cancel)
  try {
    return await work(async <Row>(text: string, values: unknown[]) => {
      signal.throwIfAborted()
      const begun = await client.query(ALONE)
      // One result for each statement in the text, which the types of pg do not say.
      pid = (begun as unknown as QueryResult<{ pid: number }>[]).at(-1)?.rows[0]?.pid
      const result = await plain<Row>(text, values)
      pid = undefined
      await client.query('COMMIT')
      return result
    })
  } finally {
    signal.removeEventListener('abort', cancel)
    await client.end().catch(() => undefined)
  }
}
