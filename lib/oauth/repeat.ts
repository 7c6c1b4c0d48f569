import { hkdfSync } from 'node:crypto'
import type { StoredToken } from '#lib/oauth/prefetch.ts'
import { sealWith, unsealWith } from '#lib/secrets.ts'
import { MINUTE } from '#lib/values/time.ts'

/**
 * For how many seconds a used refresh token gets the same response again, while the token in that response is unused.
 * Sessions of one app share a token and refresh minutes apart, and a response can be lost on its way. A person with a
 * copy of it gets nothing that its owner did not get, and of two that go on from there, the second to use what was used
 * before ends the grant (RFC 9700, section 4.14.2). After that, and for older tokens, a second use means that a copy was
 * stolen.
 */
export const REPEATABLE = 10 * MINUTE

/** The payload of a used refresh token, with the response that it got. */
type Used = { repeat?: unknown }

/** The response to a refresh, readable only with the refresh token, whose value is stored nowhere. */
export function sealedResponse(token: string, response: unknown): string {
  return Buffer.from(sealWith(keyOf(token), JSON.stringify(response))).toString('base64')
}

/** The response that a refresh token got up to ten minutes ago, with the time that is left of it; null otherwise. */
export function responseBefore(token: string, row: StoredToken, now: number): TokenResponse | null {
  if (!isRepeatable(row, now)) return null
  const { repeat } = row.payload as Used
  const before = JSON.parse(unsealWith(keyOf(token), Buffer.from(String(repeat), 'base64'))) as TokenResponse
  return { ...before, expires_in: before.expires_in - (now - Number(row.consumed_at)) }
}
type TokenResponse = { refresh_token: string; expires_in: number }

/** Whether a stored refresh token was used, and gets the same response if it is used again now. */
export function isRepeatable({ payload, consumed_at }: StoredToken, now: number): boolean {
  const { repeat } = payload as Used
  return typeof repeat === 'string' && consumed_at !== null && Number(consumed_at) + REPEATABLE >= now
}

function keyOf(token: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, '', 'counterfoil refresh response', 32))
}
