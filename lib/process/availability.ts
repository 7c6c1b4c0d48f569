import { propertyOf } from '#lib/values/json.ts'

/**
 * Tells errors that pass from faults: a database that is away, read-only or full, and a caller who went away. The one
 * place that knows SQLSTATEs, Prisma's codes and the codes of Node for it.
 */

/** SQLSTATEs and Prisma's code of a transaction that lost a race and may simply run again. */
const RETRYABLE = new Set(['40001', '40P01', 'P2034'])

/**
 * Connection lost (08), out of disk, memory or connections (53), operator intervention (57P), a failing disk (58),
 * read-only (25006), and Prisma's codes for the same and for a pool or transaction that timed out.
 */
const UNAVAILABLE = /^(08...|53...|57P0[1-5]|580[03]0|25006|P1001|P1002|P1008|P1017|P2024|P2028|P2037)$/

/** Codes of the operating system for a server that cannot be reached, or a disk that is full or read-only, and one of ours. */
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  // Of a value whose data key is being read (lib/auth/key-ring.ts).
  'UNREAD_DATA_KEY',
])

/** Errors of pg without a code. */
const WITHOUT_CODE =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Server has closed the connection|Client has encountered a connection error|Cannot use a pool after calling end)/

/** Full or read-only: it does not pass within a second. */
const LASTING = new Set(['25006', '53100', 'ENOSPC', 'EDQUOT', 'EROFS'])

/** Whether a transaction lost a race against another and may run again. */
export function isRetryable(thrown: unknown): boolean {
  return codesOf(thrown).some((code) => RETRYABLE.has(code))
}

/**
 * Seconds after which the same request may succeed, when an error means that the database or the disk is unavailable;
 * null for every other error. A caller who went away is none.
 */
export function unavailableFor(thrown: unknown): number | null {
  if (isCallerGone(thrown)) return null
  const codes = codesOf(thrown)
  const known = codes.some((code) => UNAVAILABLE.test(code) || SYSTEM.has(code) || isSocket(thrown, code))
  if (!known && !WITHOUT_CODE.test(String(propertyOf(thrown, 'message')))) return null
  return codes.some((code) => LASTING.has(code)) ? 5 : 1
}

/**
 * Whether an error means that the sender of a request went away before it was read, or the reader of a response before
 * it was written.
 */
export function isCallerGone(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = propertyOf(thrown, 'code')
  if (thrown.name === 'AbortError' || thrown.name === 'ResponseAborted') return true
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_UNABLE_TO_PIPE') return true
  // Node's own error of a request that was cut off has no system call, that of a database connection has.
  const cut = code === 'ECONNRESET' && propertyOf(thrown, 'syscall') === undefined
  return cut && /^(aborted|socket hang up)$/.test(thrown.message)
}

/** A Unix socket that is not there; a file that is not there is a fault. */
function isSocket(thrown: unknown, code: string): boolean {
  return code === 'ENOENT' && propertyOf(thrown, 'syscall') === 'connect'
}

/** The SQLSTATE or Prisma code of a database error, wherever in the chain it hides. */
export function codesOf(thrown: unknown): string[] {
  const codes: string[] = []
  let current: unknown = thrown
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const meta = propertyOf(current, 'meta')
    const found = [propertyOf(current, 'code'), propertyOf(current, 'originalCode'), propertyOf(meta, 'code')]
    codes.push(...found.filter((code) => typeof code === 'string'))
    current =
      propertyOf(current, 'cause') ??
      propertyOf(current, 'driverAdapterError') ??
      propertyOf(meta, 'driverAdapterError')
  }
  return codes
}

/** Whether a kept balance of the ledger would have fallen below zero. */
export function isShortfall(thrown: unknown): boolean {
  return (
    codesOf(thrown).includes('23514') && String(propertyOf(thrown, 'message')).includes('ledger_balances')
  )
}
