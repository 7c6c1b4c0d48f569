import type { ServerResponse } from 'node:http'

/**
 * Headers of every response, whatever serves it: a route, a page, a file or the HTTP parser. A page has a policy of its
 * own (proxy.ts); by this one a response loads nothing and is framed by no site.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/**
 * Adds the headers that a response does not have yet when its head is written. Not before: Next appends the headers of
 * routes, so a policy of theirs would be added to this one in place of replacing it.
 */
export function setSecurityHeaders(response: ServerResponse): void {
  const { writeHead } = response
  response.writeHead = ((status: number, ...head: [unknown?, unknown?]) => {
    const [headers] = head
    // Node writes the headers of one object many times faster than those that were set one by one.
    if (head.length === 1 && isPlain(headers) && response.getHeaderNames().length === 0)
      return writeHead.call(response, status, { ...SECURITY_HEADERS, ...headers })
    for (const name in SECURITY_HEADERS)
      if (!response.hasHeader(name)) response.setHeader(name, SECURITY_HEADERS[name] as string)
    return writeHead.apply(response, [status, ...head] as Parameters<typeof writeHead>)
  }) as typeof writeHead
}

/** An object of headers whose names are in lowercase, as ours are: no header can then be in two spellings. */
function isPlain(headers: unknown): headers is Record<string, string> {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return false
  for (const name in headers) if (name !== name.toLowerCase()) return false
  return true
}
