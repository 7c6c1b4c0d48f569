/**
 * The page after signing in, from an untrusted URL: a path of this site, or the start page. Rejected: other hosts in
 * any spelling, and pages that would redirect back.
 */
export function returnPath(value: unknown, otherwise = '/'): string {
  if (typeof value !== 'string' || !/^\/(?![/\\])/.test(value) || value.length > 2048) return otherwise
  // Browsers drop tabs and line breaks from URLs, and read a backslash as a slash.
  if ([...value].some((letter) => letter <= ' ' || letter === '\\' || letter === '\u007f')) return otherwise
  const url = new URL(value, 'http://here')
  // Removing dots can leave two slashes at the start: /a/..//elsewhere
  if (url.host !== 'here' || /^\/(\/|(login|api)(\/|$))/.test(url.pathname)) return otherwise
  return url.pathname + url.search + url.hash
}
