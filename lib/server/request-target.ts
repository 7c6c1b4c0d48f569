type Target = { path: string; host?: string }

/** Absolute form: a scheme, a host without user name or password, then the path and the query. */
const ABSOLUTE = /^https?:\/\/([^/?#@\\]+)(\/[^#]*|\?[^#]*)?$/i

/**
 * Reads a request target (RFC 9112, section 3.2). Clients behind a forward proxy send the absolute form,
 * `GET http://host/path HTTP/1.1`, and every server must accept it; its host then replaces the Host header.
 * Several slashes at the beginning count as one: clients join a base address that ends in a slash with a path, and as
 * a redirect such a path would lead to another host.
 * @returns null for a malformed target
 */
export function readTarget(target: string): Target | null {
  if (target.startsWith('/')) return pathOf(target)
  const [, host, rest = '/'] = ABSOLUTE.exec(target) ?? []
  if (host === undefined || !URL.canParse(`http://${host}`)) return null
  const read = pathOf(rest.startsWith('?') ? `/${rest}` : rest)
  return read && { ...read, host }
}

function pathOf(text: string): Target | null {
  const path = text.replace(/^\/+/, '/')
  return path.startsWith('/\\') || path.includes('#') ? null : { path }
}
