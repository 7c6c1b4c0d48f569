import { hkdfSync } from 'node:crypto'
import type { StoredToken } from '#lib/oauth/prefetch.ts'
import { sealWith, unsealWith } from '#lib/secrets.ts'

/**
 * For how many seconds a used refresh token gets the same response again. Apps with several windows refresh at once,
 * and a response can be lost on its way; after that, a second use means that a copy of the token was stolen. It does not
 * matter whether the next token was used meanwhile: a window that is two refreshes behind catches up in two steps. Nor
 * does a thief gain by it: of two that hold the same token, the second to refresh ends the grant (RFC 9700, section
 * 4.14.2).
 */
export const REPEATABLE = 30

/** The payload of a used refresh token, with the response that it got. */
type Used = { repeat?: unknown }

/** The response to a refresh, readable only with the refresh token, whose value is stored nowhere. */
export function sealedResponse(token: string, response: unknown): string {
  return Buffer.from(sealWith(keyOf(token), JSON.stringify(response))).toString('base64')
}

/** The response that a refresh token got up to 30 seconds ago; null otherwise. */
export function responseBefore(token: string, row: StoredToken, now: number): object | null {
  if (!isRepeatable(row, now)) return null
  const { repeat } = row.payload as Used
  return JSON.parse(unsealWith(keyOf(token), Buffer.from(String(repeat), 'base64')))
}

/** Whether a stored refresh token was used, and gets the same response if it is used again now. */
export function isRepeatable({ payload, consumed_at }: StoredToken, now: number): boolean {
  const { repeat } = payload as Used
  return typeof repeat === 'string' && consumed_at !== null && Number(consumed_at) + REPEATABLE >= now
}

function keyOf(token: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, '', 'counterfoil refresh response', 32))
}
