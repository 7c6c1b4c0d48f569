import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { InputProblem } from '#lib/pipeline/input-problems.ts'
import { clientRequestId } from '#lib/surfaces/request-headers.ts'

/** The longest that an app may send. */
export const LONGEST_KEY = 200

/**
 * The idempotency key of a call, as it was sent.
 * @throws input_validation_failed unless it is a string of 1 to 200 characters: running without a key could move money twice
 */
export function callKey(sent: unknown): string | undefined {
  const [problem] = keyProblems(sent)
  if (problem) throw refused('input_validation_failed', problem.text, { field: problem.field })
  return sent as string | undefined
}

/** What is wrong with the idempotency key of a call, if anything is. */
export function keyProblems(sent: unknown): InputProblem[] {
  if (sent === undefined) return []
  const fits = typeof sent === 'string' && sent !== '' && sent.length <= LONGEST_KEY
  // PostgreSQL keeps neither a NUL nor half of a character.
  if (fits && !sent.includes('\0') && sent.isWellFormed()) return []
  const text = `idempotency_key must be a string of 1 to ${LONGEST_KEY} characters.`
  return [{ field: 'idempotency_key', text }]
}

/** The first revision in which clients declare with each request what they can do, and subscribe to records. */
export const DECLARED_SINCE = '2026-07-28'

/** Where a call comes from, the X-Request-Id that its client sent, and the revision of the protocol that it speaks. */
export type Caller = {
  ip: string | null
  userAgent: string | null
  requestId: string | null
  revision: string | null
}

/** @param headers null where the transport has none */
export function callerOf(headers: Pick<Headers, 'get'> | null | undefined): Caller {
  if (!headers) return { ip: null, userAgent: null, requestId: null, revision: null }
  return {
    ip: headers.get(ADDRESS_HEADER),
    userAgent: headers.get('user-agent'),
    requestId: clientRequestId(headers),
    revision: headers.get('mcp-protocol-version'),
  }
}
