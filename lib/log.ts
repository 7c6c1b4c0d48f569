import pino from 'pino'
import { isCallerGone, unavailableFor } from '#lib/availability.ts'
import { env } from '#lib/env.ts'

/** Fields that must never reach a log, wherever in an object they stand. */
const SECRET_FIELDS = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'key_secret',
  'client_secret',
  'access_token',
  'refresh_token',
  'token',
  'otp',
  'cvv',
  'number',
  'card_number',
])

/** The log of this process: JSON lines on standard output, secrets replaced by "[redacted]". */
export function log(): pino.Logger {
  held.counterfoilLog ??= createLog(env().LOG_LEVEL)
  return held.counterfoilLog
}
const held = globalThis as { counterfoilLog?: pino.Logger }

/**
 * Logs what a request threw that is no expected error: a fault as an error, a database that is unavailable as a warning,
 * a caller who went away not at all.
 */
export function logFault(thrown: unknown, fields: Record<string, unknown>, message: string): void {
  if (isCallerGone(thrown)) return
  if (unavailableFor(thrown) === null) log().error({ err: thrown, ...fields }, message)
  else log().warn({ err: thrown, ...fields }, 'The database or the disk is unavailable.')
}

/** @param destination where lines go instead of standard output; for tests */
export function createLog(level: string, destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Not pino's own `redact`: it wants a path for each depth, and then costs sixteen times as much a line.
    formatters: {
      level: (name) => ({ level: name }),
      log: (fields) => redact(fields, 0) as Record<string, unknown>,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Goes through plain objects and arrays; anything else keeps its own way of being written. */
function redact(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > 8) return value
  if (value instanceof Error) return describeError(value, depth)
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const copy: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value)) {
    copy[name] = SECRET_FIELDS.has(name.toLowerCase()) ? '[redacted]' : redact(field, depth + 1)
  }
  return copy
}

/** What helps to find a fault. Not all the fields of an error: the database's hold rows, its driver's a connection. */
function describeError(
  { name, message, stack, cause, ...rest }: Error,
  depth: number,
): Record<string, unknown> {
  const code = 'code' in rest ? rest.code : undefined
  return { type: name, code, message, stack, cause: redact(cause, depth + 1) }
}
