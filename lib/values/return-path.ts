/**
 * Where to go after signing in, from an untrusted URL: a path of this site, or the start page. Rejected: other hosts
 * however spelled, and the pages that would only redirect back.
 */
export function returnPath(value: unknown, otherwise = '/'): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || value.length > 2048) return otherwise
  // Browsers drop tabs and line ends from addresses, and take a backslash for a slash.
  if ([...value].some((letter) => letter <= ' ' || letter === '\\' || letter === '\u007f')) return otherwise
  const url = new URL(value, 'http://here')
  // Taking dots out can leave two slashes in front: /a/..//elsewhere
  if (url.host !== 'here' || /^\/(\/|(login|api)(\/|$))/.test(url.pathname)) return otherwise
  return url.pathname + url.search + url.hash
}
