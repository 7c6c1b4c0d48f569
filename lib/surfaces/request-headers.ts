import type { PlainRequest } from '#lib/http/plain-request.ts'
import { type AppError, refused } from '#lib/pipeline/errors.ts'
import type { Account } from '#lib/pipeline/operation.ts'
import { redactText } from '#lib/process/redact.ts'

/** The header by which clients of the API name an account to act for. */
const ACCOUNT_HEADER = 'x-razorpay-account'

/**
 * A request acts in the account of its credentials. One that names another account must not be done there instead.
 * @returns the error, or null where no account is named, or the caller's own by its id or that of its merchant
 */
export function accountMismatch(request: PlainRequest, account: Account): AppError | null {
  const named = request.headers.get(ACCOUNT_HEADER)?.trim() ?? ''
  return named === '' || named === account.id || named === account.merchant_id
    ? null
    : refused('account_mismatch')
}

/** Names the account of the address as the header does. A header that names yet another one is rejected with it. */
export function nameAccount({ headers }: Request, account: string): void {
  const sent = headers.get(ACCOUNT_HEADER)?.trim() || account
  headers.set(ACCOUNT_HEADER, sent === account ? account : `${sent}, ${account}`)
}

/** The fields of a request that help to understand it. Every other is left out, whatever it holds. */
const REQUEST_HEADERS = [
  'accept',
  'content-length',
  'content-type',
  'idempotency-key',
  'origin',
  'range',
  'traceparent',
  'user-agent',
  'x-payout-idempotency',
  'x-refund-idempotency',
  'x-transfer-idempotency',
]

const RESPONSE_HEADERS = [
  'allow',
  'content-disposition',
  'content-range',
  'content-type',
  'deprecation',
  'etag',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'sunset',
  'www-authenticate',
  'x-request-id',
]

const LONGEST = 255

type Fields = { get(name: string): string | null }

/**
 * The X-Request-Id that a client gave its request, by which people find the request in the log; null without one, and
 * when it is not 1 to 128 visible ASCII characters.
 */
export function clientRequestId(headers: Fields): string | null {
  const id = headers.get('x-request-id')
  return id !== null && /^[\x21-\x7e]{1,128}$/.test(id) ? redactText(id, 128) : null
}

/** The fields of a request as the log has them: of the credentials, only of which kind they were. */
export function loggedRequestHeaders(headers: Fields): string {
  const chosenHeaders = chosen(REQUEST_HEADERS, (name) => headers.get(name))
  const kind = /^[a-z]{1,20}(?= )/i.exec(headers.get('authorization') ?? '')?.[0]
  if (kind !== undefined) chosenHeaders.authorization = `${kind} [redacted]`
  return JSON.stringify(chosenHeaders)
}

export function loggedResponseHeaders(headers: Record<string, string>): string {
  return JSON.stringify(chosen(RESPONSE_HEADERS, (name) => headers[name] ?? null))
}

function chosen(names: string[], fieldOf: (name: string) => string | null): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = fieldOf(name)
    if (value !== null) headers[name] = redactText(value, LONGEST)
  }
  return headers
}
