/**
 * Whether a form was sent from a page of another site: its Origin names another host than the one it was sent to.
 * A proxy in front of this server says in X-Forwarded-Host which host the browser sees. A request without an Origin, or
 * with `null`, comes from no page that could be told apart; no cookie of the session goes with it from elsewhere.
 */
export function isForeignForm(method: string, headers: { get(name: string): string | null }): boolean {
  const origin = headers.get('origin')
  if (method !== 'POST' || origin === null || origin === 'null') return false
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host')
  return !URL.canParse(origin) || new URL(origin).host !== host
}
