import { createHash } from 'node:crypto'
import { refused } from '#lib/errors.ts'
import type { Bearer } from '#lib/oauth/bearer.ts'

/** The longest that a program may send. */
export const LONGEST_KEY = 200

/**
 * The idempotency key of a call, as the account knows it: of the program and the person that it acts for, so that it
 * outlives a new consent and never meets the key of another program or of the interface.
 * @throws input_validation_failed for what is no text of 1 to 200 characters: to run without it could move money twice
 */
export function callKey(sent: unknown, { clientId, userId }: Bearer): string | undefined {
  if (sent === undefined) return undefined
  if (typeof sent !== 'string' || sent === '' || sent.length > LONGEST_KEY)
    throw refused('input_validation_failed', `idempotency_key is a text of 1 to ${LONGEST_KEY} characters.`, {
      field: 'idempotency_key',
    })
  const whose = createHash('sha256').update(`${clientId}\0${userId}`).digest('base64url').slice(0, 22)
  return `tool:${whose}:${sent}`
}
