import { log as logger } from '#lib/log.ts'
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

type Log = {
  waiting: RequestLine[]
  dropped: number
  timer?: NodeJS.Timeout | undefined
  writing: Promise<void>
}

const AT_ONCE = 100
/** The most that may wait: beyond it, lines are dropped and counted, never requests. */
const LIMIT = 20_000

/**
 * Lines wait here and are written together, so that the log costs no request a trip to the database. On globalThis,
 * since Next bundles its routes apart and the server that stops must find what they left.
 */
function requestLog(): Log {
  held.counterfoilRequestLog ??= { waiting: [], dropped: 0, writing: Promise.resolve() }
  return held.counterfoilRequestLog
}
const held = globalThis as { counterfoilRequestLog?: Log }

/** Adds a line to the request log. It is in the table a moment later. */
export function logRequest(query: Query, line: RequestLine): void {
  const lines = requestLog()
  if (lines.waiting.length >= LIMIT) {
    lines.dropped += 1
    return
  }
  lines.waiting.push(line)
  lines.timer ??= setTimeout(() => void flushRequestLog(query), 200)
  lines.timer.unref?.()
}

/** Writes what waits, after what is being written already. Part of a clean stop. */
export function flushRequestLog(query: Query): Promise<void> {
  const lines = requestLog()
  clearTimeout(lines.timer)
  lines.timer = undefined
  lines.writing = lines.writing.then(() => writeWaiting(lines, query))
  return lines.writing
}

async function writeWaiting(log: Log, query: Query): Promise<void> {
  while (log.waiting.length > 0) {
    const lines = log.waiting.splice(0, AT_ONCE)
    const { text, values } = insertMany(lines)
    await query(text, values).catch((error) =>
      logger().warn({ err: error, lines: lines.length }, 'Lines of the request log were lost.'),
    )
  }
  if (log.dropped > 0) {
    logger().warn({ lines: log.dropped }, 'The request log was full; lines were dropped.')
    log.dropped = 0
  }
}

function insertMany(lines: RequestLine[]) {
  return insertAll(lines.map((row) => ({ table: 'request_logs', row })))
}
