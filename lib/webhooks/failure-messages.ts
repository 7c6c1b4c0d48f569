/** The errors of an attempt: a code for scripts, a sentence for people. */
export type DeliveryFailure = { kind: FailureKind; words: string }
type FailureKind =
  | 'dns'
  | 'tls'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'closed'
  | 'not_public'
  | 'redirect'
  | 'status'
  | 'protocol'
  | 'dropped'
  | 'internal'
  | 'unknown'

/** A response that is not a success, or null when it is one. */
export function failureOfStatus(status: number, location?: string): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) {
    const where = location === undefined ? '' : ` to ${location.slice(0, 255)}`
    return {
      kind: 'redirect',
      words: `The endpoint responded with ${status}, a redirect${where || ''}. Redirects are not followed; change the webhook URL to the new location.`,
    }
  }
  return {
    kind: 'status',
    words: `The endpoint responded with ${status}. Respond with a status from 200 to 299 to accept the event.`,
  }
}

/** The limit of the exchange passed. */
export function failureOfTime(milliseconds: number): DeliveryFailure {
  return {
    kind: 'timeout',
    words: `The endpoint did not respond within ${milliseconds / 1000} seconds. Respond first, and process the event afterwards.`,
  }
}

/** The network error, in words. */
export function failureOfError(error: unknown): DeliveryFailure {
  const { code, message } = textOf(error)
  if (code === 'UND_ERR_INVALID_ARG') return failureHere(error)
  const known = KNOWN.find(([pattern]) => pattern.test(code))
  if (known) return { kind: known[1], words: known[2] }
  return { kind: 'unknown', words: `The connection failed: ${(code || message).slice(0, 200)}.` }
}

/** The request could not even be made: that is a fault of this side, and the endpoint is not to blame. */
export function failureHere(error: unknown): DeliveryFailure {
  const { code, message } = textOf(error)
  const said = (message || code).slice(0, 200)
  return {
    kind: 'internal',
    words: `The delivery failed on our side, not at the endpoint (${said}). It will be retried.`,
  }
}

const KNOWN: [RegExp, FailureKind, string][] = [
  [
    /^NOT_PUBLIC$/,
    'not_public',
    "The endpoint's address is not public. This server sends these events to public addresses only.",
  ],
  [/^ENOTFOUND$/, 'dns', 'DNS has no address for the host. Check the host in the webhook URL.'],
  [/^(EAI_AGAIN|ESERVFAIL|ETIMEOUT|ENODATA|EAI_.*)$/, 'dns', 'The DNS lookup of the host failed.'],
  [/^ECONNREFUSED$/, 'refused', 'The connection was refused: nothing listens on that port.'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/,
    'unreachable',
    'There is no network route to the host.',
  ],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'timeout', 'The connection timed out.'],
  [/^CERT_HAS_EXPIRED$/, 'tls', 'The TLS certificate has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'tls', 'The TLS certificate is for a different host.'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'tls',
    "The TLS certificate is self-signed, so it can't be trusted.",
  ],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT.*|CERT_.*)$/,
    'tls',
    'The TLS certificate could not be verified. Check that the server sends its intermediate certificates.',
  ],
  [
    /^(EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/,
    'tls',
    'The TLS connection failed. The server may speak plain HTTP on this port.',
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ECONNABORTED|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    'closed',
    'The connection was closed before the response was complete.',
  ],
  [/^(HPE_.*|UND_ERR_HEADERS_OVERFLOW|UND_ERR_.*)$/, 'protocol', 'The response is not valid HTTP.'],
]

function textOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  if (error instanceof AggregateError) return textOf(error.errors[0])
  const { code, message, cause, name } = error as {
    code?: unknown
    message?: unknown
    cause?: unknown
    name?: string
  }
  if (name === 'HTTPParserError') return { code: 'HPE_UNREADABLE', message: String(message) }
  if (typeof code === 'string' && code !== 'UND_ERR_SOCKET') return { code, message: String(message) }
  if (cause instanceof Error && 'code' in cause) return textOf(cause)
  return { code: typeof code === 'string' ? code : '', message: String(message) }
}
