import { log as logger } from '#lib/log.ts'

export type RequestLine = {
  account_id: string
  id: string
  source: 'api' | 'dashboard' | 'checkout' | 'tool'
  method: string
  path: string
  operation: string | null
  status: number
  duration_ms: number
  actor_kind: string
  actor_id: string
  actor_name: string
  idempotency_key: string | null
  replayed: boolean
  ip: string | null
  user_agent: string | null
  object_id: string | null
  error_reason: string | null
  error_field: string | null
  /** JSON. */
  request_headers: string | null
  response_headers: string | null
  request_body: string | null
  response_body: string | null
  created_at: number
}

type Query = (text: string, values: unknown[]) => Promise<unknown>

/** A line, or what makes it when it is written: bodies are redacted then, after the answer has gone. */
type Line = RequestLine | (() => RequestLine)

type Log = {
  waiting: Line[]
  dropped: number
  timer?: NodeJS.Timeout | undefined
  writing: Promise<void>
}

const AT_ONCE = 100
/** How long lines may be made without letting requests in between. */
const TURN_MS = 5
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
export function logRequest(query: Query, line: Line): void {
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
    const lines = await writtenInTurns(log.waiting.splice(0, AT_ONCE))
    const values = COLUMNS.map((name) => lines.map((line) => line[name]))
    await query(INSERT, values).catch((error) =>
      logger().warn({ err: error, lines: lines.length }, 'Lines of the request log were lost.'),
    )
  }
  if (log.dropped > 0) {
    logger().warn({ lines: log.dropped }, 'The request log was full; lines were dropped.')
    log.dropped = 0
  }
}

/** Bodies are redacted here, a few at a time, so that requests are answered in between. */
async function writtenInTurns(lines: Line[]): Promise<RequestLine[]> {
  const made: RequestLine[] = []
  let since = performance.now()
  for (const line of lines) {
    made.push(...written(line))
    if (performance.now() - since < TURN_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
  return made
}

/** One line that cannot be made takes no other with it. */
function written(line: Line): RequestLine[] {
  try {
    return [typeof line === 'function' ? line() : line]
  } catch (error) {
    logger().warn({ err: error }, 'A line of the request log was lost.')
    return []
  }
}

const TYPES: Record<keyof RequestLine, 'text' | 'int8' | 'bool' | 'jsonb'> = {
  account_id: 'text',
  id: 'text',
  source: 'text',
  method: 'text',
  path: 'text',
  operation: 'text',
  status: 'int8',
  duration_ms: 'int8',
  actor_kind: 'text',
  actor_id: 'text',
  actor_name: 'text',
  idempotency_key: 'text',
  replayed: 'bool',
  ip: 'text',
  user_agent: 'text',
  object_id: 'text',
  error_reason: 'text',
  error_field: 'text',
  request_headers: 'jsonb',
  response_headers: 'jsonb',
  request_body: 'text',
  response_body: 'text',
  created_at: 'int8',
}
const COLUMNS = Object.keys(TYPES) as (keyof RequestLine)[]

/** One text for any number of lines, a column a value, so that the server plans it once. */
const INSERT = `INSERT INTO request_logs (${COLUMNS.join(', ')})
  SELECT * FROM unnest(${COLUMNS.map((name, index) => `$${index + 1}::${TYPES[name]}[]`).join(', ')})`
