import type { LoggedRequest } from '#lib/domain/requests/schema.ts'

export const LOG_LEAD = 'Every API request, and every change made in the dashboard or at checkout.'

/** A status in the colour and the words of its class. */
export function statusLook(status: number): { tone: 'good' | 'wait' | 'bad'; hint: string } {
  if (status < 400) return { tone: 'good', hint: 'The request succeeded.' }
  if (status < 500) return { tone: 'wait', hint: 'The request was rejected. See the reason.' }
  return { tone: 'bad', hint: 'Server error.' }
}

/** The display name of the caller. */
export function actorName({
  actor_kind,
  actor_name,
  actor_id,
}: Pick<LoggedRequest, 'actor_kind' | 'actor_name' | 'actor_id'>): string {
  return actor_kind === 'payer' ? 'Payer' : (actor_name ?? actor_id)
}

/** The page of the caller, where there is one. */
export function actorHref({
  actor_kind,
  actor_id,
}: Pick<LoggedRequest, 'actor_kind' | 'actor_id'>): string | null {
  if (actor_kind === 'key') return `/api-keys/${actor_id}`
  return actor_kind === 'payer' ? `/orders/${actor_id}` : null
}

/** "12 ms", "1.4 s". */
export function durationWords(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** "POST /v1/orders" for an API request; a form has the name of its action. */
export function requestedBy({ method, path }: Pick<LoggedRequest, 'method' | 'path'>): string {
  return path.startsWith('/') ? `${method} ${path}` : path.replaceAll('_', ' ')
}
