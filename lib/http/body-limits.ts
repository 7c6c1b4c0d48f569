import { DOCUMENT_BYTES } from '#lib/values/form-file.ts'

/** How an oversized body is reported: in the error format that callers of the route already read. */
export type BodyErrorFormat = 'api' | 'document' | 'oauth' | 'tools' | 'form' | 'text'

export type BodyLimit = {
  /** Bytes of the whole body, as it comes off the wire. */
  max: number
  error: BodyErrorFormat
  /** Handed on while it arrives; what reads it counts again (lib/surfaces/upload.ts). */
  streamed?: true
}

/** What may stand around a document: part headers, boundaries, fields, and what is on its way while the file is counted. */
const AROUND_DOCUMENT = 1_048_576
/** The largest body of an upload, with everything around the file. */
export const UPLOAD_BYTES = DOCUMENT_BYTES + AROUND_DOCUMENT
/** The largest JSON or form body of /v1. */
export const API_BYTES = 1_000_000
/** The largest message to /mcp. */
export const TOOL_BYTES = 1_000_000
/** The largest request to an OAuth endpoint. */
export const OAUTH_BYTES = 65_536
/** The largest registration of a client. */
export const REGISTRATION_BYTES = 32_768
/** The largest form of a page. Next has the same limit for its server actions (next.config.mjs). */
export const PAGE_BYTES = 1_000_000
/** The largest form of a page that opens without signing in. */
const PUBLIC_PAGE_BYTES = 65_536

/** A notification of an acquirer: no message of its protocol is longer. */
const NOTIFICATION: BodyLimit = { max: 65_536, error: 'api' }
const API: BodyLimit = { max: API_BYTES, error: 'api' }
const OAUTH: BodyLimit = { max: OAUTH_BYTES, error: 'oauth' }
const PAGE: BodyLimit = { max: PAGE_BYTES, error: 'text' }
const PUBLIC_PAGE: BodyLimit = { max: PUBLIC_PAGE_BYTES, error: 'text' }
/** Routes that take no body at all. A small one is tolerated, since some clients send one with every request. */
const BODILESS: BodyLimit = { max: 8192, error: 'text' }

/** Routes that take a file. Every other method at the same path has the limit of its row below. */
const STREAMED = new Map<string, BodyLimit>([
  ['POST /v1/documents', { max: UPLOAD_BYTES, error: 'document', streamed: true }],
  ['POST /api/documents', { max: UPLOAD_BYTES, error: 'form', streamed: true }],
])

/** The limit of every other route, by the first segment of its path. A path without a row is a page of the dashboard. */
const BY_SEGMENT = new Map<string, BodyLimit>([
  ['v1', API],
  ['_sandbox', { max: 65_536, error: 'api' }],
  ['mcp', { max: TOOL_BYTES, error: 'tools' }],
  ['token', OAUTH],
  ['introspect', OAUTH],
  ['revoke', OAUTH],
  ['par', OAUTH],
  ['authorize', OAUTH],
  ['jwks', OAUTH],
  ['.well-known', OAUTH],
  ['register', { max: REGISTRATION_BYTES, error: 'oauth' }],
  // next-auth, the tool endpoint, previews and archives of documents.
  ['api', OAUTH],
  ['login', PUBLIC_PAGE],
  ['invitation', PUBLIC_PAGE],
  ['password', PUBLIC_PAGE],
  ['checkout', PUBLIC_PAGE],
  ['consent', PUBLIC_PAGE],
  ['bill', PUBLIC_PAGE],
  ['refund', PUBLIC_PAGE],
  ['statement', PUBLIC_PAGE],
  ['healthz', BODILESS],
  ['readyz', BODILESS],
  ['fonts', BODILESS],
  ['logos', BODILESS],
  ['brands', BODILESS],
  ['_next', BODILESS],
])

/**
 * The limit of a request body: the one table of them, whichever handler the route has (lib/server/bounded-bodies.ts).
 * @param url as in the request line: path and query
 */
export function bodyLimitOf(method: string | undefined, url: string | undefined): BodyLimit {
  const path = pathOf(url ?? '/')
  if (method === 'POST' && path.endsWith('/documents')) {
    const streamed = STREAMED.get(`POST ${path}`)
    if (streamed) return streamed
  }
  if (path.startsWith('/v1/acquirers/')) return NOTIFICATION
  const end = path.indexOf('/', 1)
  return BY_SEGMENT.get(end < 0 ? path.slice(1) : path.slice(1, end)) ?? PAGE
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}
