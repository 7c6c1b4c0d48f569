import { refused } from '#lib/pipeline/errors.ts'

/** The longest that an app may send. */
export const LONGEST_KEY = 200

/**
 * The idempotency key of a call, as it was sent.
 * @throws input_validation_failed unless it is a string of 1 to 200 characters: running without a key could move money twice
 */
export function callKey(sent: unknown): string | undefined {
  if (sent === undefined) return undefined
  const fits = typeof sent === 'string' && sent !== '' && sent.length <= LONGEST_KEY
  // PostgreSQL keeps neither a NUL nor half of a character.
  if (!fits || sent.includes('\0') || !sent.isWellFormed())
    throw refused(
      'input_validation_failed',
      `idempotency_key must be a string of 1 to ${LONGEST_KEY} characters.`,
      {
        field: 'idempotency_key',
      },
    )
  return sent
}
