import { among, anyOf, bound, type Condition, equal, prefix } from '#lib/domain/browse.ts'
import { type RequestFilters, SLOW_MS } from '#lib/domain/requests/schema.ts'

const CLASSES = {
  '2xx': 'status < 400',
  '4xx': 'status BETWEEN 400 AND 499',
  '5xx': 'status >= 500',
}

/** The conditions of a filter of the log. */
export function conditionsOf(input: RequestFilters): Condition[] {
  const classes = (input.status ?? []).map((name) => ({ sql: CLASSES[name], values: [] }))
  return [
    ...anyOf(classes),
    ...equal('error_reason', input.reason),
    ...fieldIs(input.field),
    ...equal('operation', input.operation),
    ...prefix('path', input.path),
    ...equal('method', input.method),
    ...byWhom(input.actor),
    ...equal('object_id', input.object),
    ...equal('source', input.source),
    ...equal('ip', input.ip),
    ...equal('idempotency_key', input.key),
    ...bound('duration_ms', '>=', input.slow ? SLOW_MS + 1 : undefined),
    ...bound('created_at', '>=', input.from),
    ...bound('created_at', '<=', input.to),
  ]
}

/** "-" stands for refusals that name no field. */
function fieldIs(field: string | undefined): Condition[] {
  if (field === '-') return [{ sql: 'error_field IS NULL', values: [] }]
  return equal('error_field', field)
}

/** Ids are found by their index; everything else is a name, and the name that it had then. */
function byWhom(actor: string | undefined): Condition[] {
  if (actor === undefined || actor === '') return []
  if (/^(key_(test|live)|usr|order)_[0-9A-Za-z]{14}$/.test(actor)) return among('actor_id', [actor])
  // The id of a connected app has no shape of its own, so it may be a name, too.
  if (/^[\w-]{40,64}$/.test(actor))
    return anyOf([
      { sql: 'actor_id = ?', values: [actor] },
      { sql: 'lower(actor_name) = lower(?)', values: [actor] },
    ])
  return [{ sql: 'lower(actor_name) = lower(?)', values: [actor] }]
}
