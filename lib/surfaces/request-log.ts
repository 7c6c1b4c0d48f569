import type { Query } from '#lib/database/query.ts'
import { insertRequestLines, type RequestLine } from '#lib/pipeline/request-lines.ts'
import { log as logger } from '#lib/process/log.ts'

/** A line, or a function that makes it once the response was sent: bodies are redacted then. */
type Line = RequestLine | (() => RequestLine)

type Log = {
  /** Lines to be made. What they hold of their requests is gone after a turn of the event loop or a few. */
  unmade: (() => RequestLine)[]
  making?: Promise<void> | undefined
  waiting: RequestLine[]
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
 * since Next bundles its routes apart and the server that stops must find their lines.
 */
function requestLog(): Log {
  globals.counterfoilRequestLog ??= { unmade: [], waiting: [], dropped: 0, writing: Promise.resolve() }
  return globals.counterfoilRequestLog
}
const globals = globalThis as { counterfoilRequestLog?: Log }

/** Adds a line to the request log. It is written to the table shortly after. */
export function logRequest(query: Query, line: Line): void {
  const lines = requestLog()
  if (lines.waiting.length + lines.unmade.length >= LIMIT) {
    lines.dropped += 1
    return
  }
  if (typeof line === 'function') {
    lines.unmade.push(line)
    lines.making ??= makeLines(lines)
  } else lines.waiting.push(line)
  lines.timer ??= setTimeout(() => void flush(lines, query), 200)
  lines.timer.unref?.()
}

/** Makes lines in turns of a few milliseconds, so that requests are handled in between. */
async function makeLines(log: Log): Promise<void> {
  while (log.unmade.length > 0) {
    await new Promise((resolve) => setImmediate(resolve))
    const lines = log.unmade
    const since = performance.now()
    let made = 0
    while (made < lines.length && performance.now() - since < TURN_MS) {
      log.waiting.push(...written(lines[made] as () => RequestLine))
      made += 1
    }
    log.unmade = lines.slice(made)
  }
  log.making = undefined
}

/** Writes the waiting lines, after those that are being written. Part of a clean stop. */
export function flushRequestLog(query: Query): Promise<void> {
  return flush(requestLog(), query)
}

function flush(lines: Log, query: Query): Promise<void> {
  clearTimeout(lines.timer)
  lines.timer = undefined
  lines.writing = lines.writing.then(() => writeWaiting(lines, query))
  return lines.writing
}

async function writeWaiting(log: Log, query: Query): Promise<void> {
  await log.making
  // What arrives meanwhile waits for the next time, so that few lines are never written alone.
  for (let left = log.waiting.length; left > 0; left -= AT_ONCE) {
    const lines = log.waiting.splice(0, Math.min(left, AT_ONCE))
    await insertRequestLines(query, lines).catch((error) =>
      logger().warn({ err: error, lines: lines.length }, 'Lines of the request log were lost.'),
    )
  }
  if (log.dropped > 0) {
    logger().warn({ lines: log.dropped }, 'The request log was full; lines were dropped.')
    log.dropped = 0
  }
}

/** One line that cannot be made takes no other with it. */
function written(line: () => RequestLine): RequestLine[] {
  try {
    return [line()]
  } catch (error) {
    logger().warn({ err: error }, 'A line of the request log was lost.')
    return []
  }
}
