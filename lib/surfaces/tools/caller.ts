import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { clientRequestId } from '#lib/surfaces/request-headers.ts'

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
