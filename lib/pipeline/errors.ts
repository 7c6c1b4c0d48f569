/**
 * The one error class. error-reasons.ts has the reasons and their responses. Anything thrown that is not an AppError
 * is a fault of the server: a 500 without detail.
 */

import { REASONS, type Reason } from '#lib/pipeline/error-reasons.ts'
import { isCallerGone, unavailableFor } from '#lib/process/availability.ts'
import { formatMoney, type Minor } from '#lib/values/money-text.ts'
import type { RuleError } from '#lib/values/rule-error.ts'

/** A sentence with amounts: the API has them in the smallest subunit, as its fields do, and pages in the currency. */
type AmountText = { currency: string; write: (amount: (minor: Minor) => string) => string }

/** A description with amounts, for `refused`. */
export function withAmounts(currency: string, write: AmountText['write']): AmountText {
  return { currency, write }
}

type ErrorDetail = {
  /** The one offending input, as a dotted path. */
  field?: string | undefined
  /** Ids that help: payment_id, order_id, customer_id. Never anything secret. */
  metadata?: Record<string, string> | undefined
  /** Seconds after which a repeat may succeed. */
  retryAfter?: number | undefined
  /** 400 where a body names a record that does not exist: the URL itself does. 404 for the URL of a feature that does not. */
  status?: 400 | 404 | undefined
  /** Methods that an address takes, for 405. */
  allow?: string[] | undefined
  cause?: unknown
}

/** An expected error, or a fault with a reason of its own. */
export class AppError extends Error {
  readonly reason: Reason
  /** The description where people read it, with amounts in their currency. */
  readonly shown: string
  readonly field: string | undefined
  readonly metadata: Record<string, string>
  readonly retryAfter: number | undefined
  readonly allow: string[] | undefined
  readonly status: number

  constructor(reason: Reason, description?: string | AmountText, detail: ErrorDetail = {}) {
    const said = description ?? REASONS[reason].description
    super(shortened(typeof said === 'string' ? said : said.write(String), MAX_DESCRIPTION), {
      cause: detail.cause,
    })
    this.shown =
      typeof said === 'string'
        ? this.message
        : shortened(
            said.write((minor) => formatMoney(minor, said.currency)),
            MAX_DESCRIPTION,
          )
    this.name = 'AppError'
    this.reason = reason
    this.field = detail.field === undefined ? undefined : shortened(detail.field, MAX_FIELD)
    this.metadata = detail.metadata ?? {}
    this.retryAfter = detail.retryAfter
    this.allow = detail.allow
    this.status = detail.status ?? REASONS[reason].status
  }
}

/** Names and values from the caller may be part of an error; they are never repeated whole. */
const MAX_DESCRIPTION = 1000
const MAX_FIELD = 200

function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`
}

/** An error to throw: the reason, and a sentence when the table's own is not exact enough. */
export function refused(reason: Reason, description?: string | AmountText, detail?: ErrorDetail): AppError {
  return new AppError(reason, description, detail)
}

/** Runs the rule of an operation itself, so that a page never offers what the operation would reject. */
export function ruleErrorOf(rule: () => unknown): RuleError | null {
  try {
    rule()
    return null
  } catch (thrown) {
    if (isAppError(thrown)) return { reason: thrown.reason, description: thrown.shown }
    throw thrown
  }
}

/**
 * Any thrown value as an AppError: a database that is away, read-only or full is `service_unavailable`, a caller who
 * disconnected sent a `malformed_body`, everything else is `server_error` with the cause for the log.
 */
export function asAppError(thrown: unknown): AppError {
  if (isAppError(thrown)) return thrown
  if (isCallerGone(thrown))
    return new AppError('malformed_body', 'The request body arrived incomplete.', { cause: thrown })
  const retryAfter = unavailableFor(thrown)
  if (retryAfter !== null)
    return new AppError('service_unavailable', undefined, { retryAfter, cause: thrown })
  return new AppError('server_error', undefined, { cause: thrown })
}

/** By name and not by class: Next's bundle and plain Node each load this file once. */
export function isAppError(thrown: unknown): thrown is AppError {
  return thrown instanceof Error && thrown.name === 'AppError' && 'reason' in thrown
}

export type ErrorBody = {
  error: {
    code: string
    description: string
    field?: string
    source: string
    step: string
    reason: Reason
    metadata: Record<string, string>
  }
}

export function errorBody(error: AppError): ErrorBody {
  const row = REASONS[error.reason]
  return {
    error: {
      code: row.code,
      description: error.message,
      ...(error.field === undefined ? {} : { field: error.field }),
      source: row.source,
      step: row.step,
      reason: error.reason,
      metadata: error.metadata,
    },
  }
}

/** The error that an earlier request with the same idempotency key got, thrown again unchanged. */
export class StoredError extends Error {
  readonly status: number
  readonly text: string
  constructor(stored: { status: number; body: string }) {
    super('The first request with this idempotency key failed.')
    this.name = 'StoredError'
    this.status = stored.status
    this.text = stored.body
  }

  get error(): ErrorBody['error'] {
    const body: ErrorBody = JSON.parse(this.text)
    return body.error
  }
}

/** By name and not by class: Next's bundle and plain Node each load this file once. */
export function isStoredError(thrown: unknown): thrown is StoredError {
  return thrown instanceof Error && thrown.name === 'StoredError'
}
