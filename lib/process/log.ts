import pino from 'pino'
import { isCallerGone, unavailableFor } from './availability.ts'
import { env } from './env.ts'
import { isSecretName, REDACTED, redactText } from './redact.ts'

/** The log of this process: JSON lines on standard output, secrets replaced by "[redacted]". */
export function log(): pino.Logger {
  globals.counterfoilLog ??= createLog(env().LOG_LEVEL)
  return globals.counterfoilLog
}
const globals = globalThis as { counterfoilLog?: pino.Logger }

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
      log: (fields) => bounded(fields, { left: MAX_LINE }, 0) as Record<string, unknown>,
    },
    // Described above; pino's own would take it for an object.
    serializers: { err: (described: unknown) => described },
    // Without a message of ours pino takes that of the error, whole.
    hooks: {
      logMethod([fields, message, ...rest]: unknown[], method) {
        const said = message ?? (typeof fields === 'object' ? 'An error.' : undefined)
        const shown = [fields, said, ...rest].map((each) =>
          typeof each === 'string' ? redactText(each, MAX_TEXT) : each,
        )
        method.apply(this, shown as Parameters<typeof method>)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The most characters of one text, of the stack of an error, and of all texts of a line; beyond them lines are cut. */
const MAX_TEXT = 2000
const MAX_STACK = 4000
const MAX_LINE = 16_000
/** The most properties of an object and entries of a list, and how deep they may stand. */
const MAX_ENTRIES = 100
const MAX_DEPTH = 8

type Room = { left: number }

/** A value as a line has it: no secrets by name or by shape, and never long, whatever was thrown or passed. */
function bounded(value: unknown, room: Room, depth: number): unknown {
  if (typeof value === 'string') return boundedText(value, room, MAX_TEXT)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH || room.left <= 0) return '…'
  if (value instanceof Error) return describeError(value, room, depth)
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((item) => bounded(item, room, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  // Dates and the like keep their own way of being written, unless that is long: buffers, streams, requests.
  if (prototype !== Object.prototype && prototype !== null)
    return value instanceof Date ? value : `[${value.constructor?.name ?? 'object'}]`
  const copy: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(value).slice(0, MAX_ENTRIES)) {
    const shown = boundedText(name, room, 100)
    copy[shown] = isSecretName(name) ? REDACTED : bounded(field, room, depth + 1)
  }
  return copy
}

function boundedText(text: string, room: Room, max: number): string {
  const shown = redactText(text, Math.max(0, Math.min(max, room.left)))
  room.left -= shown.length
  return shown
}

/** What helps to find a fault. Not all the fields of an error: the database's hold rows, its driver's a connection. */
function describeError(error: Error, room: Room, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error
  const code = 'code' in error && typeof error.code !== 'object' ? error.code : undefined
  return {
    type: boundedText(String(name), room, 100),
    code: bounded(code, room, depth + 1),
    message: boundedText(String(message), room, MAX_TEXT),
    stack: boundedText(framesOf(String(stack ?? ''), String(message)), room, MAX_STACK),
    cause: cause === undefined ? undefined : bounded(cause, room, depth + 1),
  }
}

/** The calls without the message that stands before them, which would fill the room when it is long. */
function framesOf(stack: string, message: string): string {
  if (message.length <= MAX_TEXT) return stack
  const at = stack.indexOf(message)
  return at < 0 ? stack : `${stack.slice(0, at)}…${stack.slice(at + message.length)}`
}
