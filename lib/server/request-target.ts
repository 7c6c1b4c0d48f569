type Target = { path: string; host?: string }

/** Absolute form: a scheme, a host without user name or password, then the path and the query. */
const ABSOLUTE = /^https?:\/\/([^/?#@\\]+)(\/[^#]*|\?[^#]*)?$/i

/**
 * Reads a request target (RFC 9112, section 3.2). Clients behind a forward proxy send the absolute form,
 * `GET http://host/path HTTP/1.1`, and every server must accept it; its host then replaces the Host header.
 * A path that begins with two slashes is malformed: as a redirect it would lead to another host.
 * @returns null for a malformed target
 */
export function readTarget(target: string): Target | null {
  if (target.startsWith('/')) return isPath(target) ? { path: target } : null
  const [, host, rest = '/'] = ABSOLUTE.exec(target) ?? []
  if (host === undefined || !URL.canParse(`http://${host}`)) return null
  const path = rest.startsWith('?') ? `/${rest}` : rest
  return isPath(path) ? { path, host } : null
}

function isPath(text: string): boolean {
  return !/^\/[/\\]/.test(text) && !text.includes('#')
}
