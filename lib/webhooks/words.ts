/** What goes wrong with an attempt: a name for programs, a sentence for people. */
export type Failure = { kind: FailureKind; words: string }
export type FailureKind =
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

/** An answer that is not a success, or null when it is one. */
export function failureOfStatus(status: number, location?: string): Failure | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) {
    const where = location === undefined ? '' : ` to ${location.slice(0, 255)}`
    return {
      kind: 'redirect',
      words: `It answered ${status} and pointed${where || ' elsewhere'}. Redirects are not followed; set the address to where it points.`,
    }
  }
  return {
    kind: 'status',
    words: `It answered ${status}. An answer from 200 to 299 says that the event was taken.`,
  }
}

/** The limit of the exchange passed. */
export function failureOfTime(milliseconds: number): Failure {
  return {
    kind: 'timeout',
    words: `It had not answered in full after ${milliseconds / 1000} seconds. Answer first, and do the work afterwards.`,
  }
}

/** What the network said, in words. */
export function failureOfError(error: unknown): Failure {
  const { code, message } = told(error)
  if (code === 'UND_ERR_INVALID_ARG') return failureHere(error)
  const known = KNOWN.find(([pattern]) => pattern.test(code))
  if (known) return { kind: known[1], words: known[2] }
  return { kind: 'unknown', words: `The connection failed: ${(code || message).slice(0, 200)}.` }
}

/** The request could not even be made: that is a fault of this side, and the endpoint is not to blame. */
export function failureHere(error: unknown): Failure {
  const { code, message } = told(error)
  const said = (message || code).slice(0, 200)
  return {
    kind: 'internal',
    words: `It was not sent: something failed here, not at the endpoint (${said}). It is tried again.`,
  }
}

const KNOWN: [RegExp, FailureKind, string][] = [
  [
    /^NOT_PUBLIC$/,
    'not_public',
    'Its name or address is not public. This server sends these events to public addresses only.',
  ],
  [/^ENOTFOUND$/, 'dns', 'DNS knows no address for its name. Check the host in the address.'],
  [/^(EAI_AGAIN|ESERVFAIL|ETIMEOUT|ENODATA|EAI_.*)$/, 'dns', 'DNS gave no answer for its name.'],
  [/^ECONNREFUSED$/, 'refused', 'It refused the connection: nothing listens on its port.'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/,
    'unreachable',
    'No way leads to its address from here.',
  ],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'timeout', 'It did not accept a connection in time.'],
  [/^CERT_HAS_EXPIRED$/, 'tls', 'Its TLS certificate has expired.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'tls', 'Its TLS certificate is for another name.'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    'tls',
    'Its TLS certificate is signed by itself, so nobody vouches for it.',
  ],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT.*|CERT_.*)$/,
    'tls',
    'Its TLS certificate could not be verified. Perhaps it does not send the certificates in between.',
  ],
  [
    /^(EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/,
    'tls',
    'No TLS connection came about. Perhaps it speaks plain HTTP on this port.',
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ECONNABORTED|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    'closed',
    'It closed the connection before its answer was complete.',
  ],
  [
    /^(HPE_.*|UND_ERR_HEADERS_OVERFLOW|UND_ERR_.*)$/,
    'protocol',
    'What it answered is not HTTP as it should be.',
  ],
]

function told(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) }
  if (error instanceof AggregateError) return told(error.errors[0])
  const { code, message, cause, name } = error as {
    code?: unknown
    message?: unknown
    cause?: unknown
    name?: string
  }
  if (name === 'HTTPParserError') return { code: 'HPE_UNREADABLE', message: String(message) }
  if (typeof code === 'string' && code !== 'UND_ERR_SOCKET') return { code, message: String(message) }
  if (cause instanceof Error && 'code' in cause) return told(cause)
  return { code: typeof code === 'string' ? code : '', message: String(message) }
}
