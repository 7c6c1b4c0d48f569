/**
 * Whether a form was sent from a page of another site: its Origin names another host than the request. A proxy in front
 * of this server passes the browser's host in X-Forwarded-Host. A request without an Origin cannot be attributed to a
 * site; other sites send it without the session cookie. `null` is the Origin of a page without a site, and none of ours.
 */
export function isForeignForm(method: string, headers: { get(name: string): string | null }): boolean {
  const origin = headers.get('origin')
  if (method !== 'POST' || origin === null) return false
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}
