import { log } from '#lib/log.ts'
import { insertAll } from '#lib/statement.ts'

export type RequestLine = {
  account_id: string
  id: string
  source: 'api' | 'dashboard' | 'checkout'
  method: string
  path: string
  operation: string | null
  status: number
  duration_ms: number
  actor_kind: string
  actor_id: string
  idempotency_key: string | null
  replayed: boolean
  ip: string | null
  user_agent: string | null
  object_id: string | null
  error_reason: string | null
  request_body: string | null
  response_body: string | null
  created_at: number
}

type Query = (text: string, values: unknown[]) => Promise<unknown>

/** Lines wait here and are written together, so that the log costs no request a trip to the database. */
const waiting: RequestLine[] = []
const AT_ONCE = 100
/** The most that may wait: beyond it, lines are dropped and counted, never requests. */
const LIMIT = 20_000
let timer: NodeJS.Timeout | undefined
let dropped = 0
let writing: Promise<void> = Promise.resolve()

/** Adds a line to the request log. It is in the table a moment later. */
export function logRequest(query: Query, line: RequestLine): void {
  if (waiting.length >= LIMIT) {
    dropped += 1
    return
  }
  waiting.push(line)
  timer ??= setTimeout(() => void flushRequestLog(query), 200)
  timer.unref?.()
}

/** Writes what waits, after what is being written already. Part of a clean stop. */
export function flushRequestLog(query: Query): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  writing = writing.then(() => writeWaiting(query))
  return writing
}

async function writeWaiting(query: Query): Promise<void> {
  while (waiting.length > 0) {
    const lines = waiting.splice(0, AT_ONCE)
    const { text, values } = insertMany(lines)
    await query(text, values).catch((error) =>
      log().warn({ err: error, lines: lines.length }, 'Lines of the request log were lost.'),
    )
  }
  if (dropped > 0) {
    log().warn({ lines: dropped }, 'The request log was full; lines were dropped.')
    dropped = 0
  }
}

function insertMany(lines: RequestLine[]) {
  return insertAll(lines.map((row) => ({ table: 'request_logs', row })))
}
