import pino from 'pino'
import { env } from './env.ts'

/** Lines wait until there are so many bytes of them, or for so long, in milliseconds: one write each would cost more. */
const TOGETHER = 4096
const WAIT_MS = 500

export type AccessLog = { write(line: object): void; flush(): void }

/**
 * The access line of each request, among the lines of the log. Its own writer, since its fields come from closed lists and
 * need no redaction, which costs more than the line.
 * @param destination where lines go instead of standard output; for tests
 */
export function openAccessLog(destination?: pino.DestinationStream): AccessLog {
  // Written whole and at once, so that no line is cut by one of the log.
  const out = destination ?? pino.destination({ fd: 1, sync: true, minLength: TOGETHER })
  const lines = pino(
    {
      level: 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
    },
    out,
  )
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if ('flushSync' in out && typeof out.flushSync === 'function') out.flushSync()
  }
  return {
    write(line) {
      lines.info(line, 'request')
      timer ??= setTimeout(flush, WAIT_MS).unref()
    },
    flush,
  }
}

/** The access log where it is on, as ACCESS_LOG and LOG_LEVEL say. */
export function accessLog(): AccessLog | null {
  const { ACCESS_LOG, LOG_LEVEL } = env()
  return ACCESS_LOG === 'on' && ['trace', 'debug', 'info'].includes(LOG_LEVEL) ? openAccessLog() : null
}
