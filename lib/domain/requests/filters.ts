import { z } from 'zod'
import { among, anyOf, type Condition, equal, missing } from '#lib/domain/conditions.ts'
import { created, equals, filter, startsWith, textCondition } from '#lib/domain/filters.ts'
import { HTTP_METHODS, SLOW_MS, SOURCES, STATUS_CLASSES } from '#lib/domain/requests/schema.ts'

/** As the conditions of indexes have them. */
const CLASSES = {
  '2xx': 'status < 400',
  '4xx': 'status BETWEEN 400 AND 499',
  '5xx': 'status >= 500',
}

/** The filters of the request log and of its grouped errors. */
export const REQUEST_FILTERS = {
  status: filter(z.array(z.enum(STATUS_CLASSES)), (names) =>
    anyOf(names.map((name) => ({ sql: CLASSES[name], values: [] }))),
  ),
  reason: equals('error_reason', textCondition(60)),
  /** "-" selects errors that name no field. */
  field: filter(textCondition(100), (field) =>
    field === '-' ? missing('error_field') : equal('error_field', field),
  ),
  operation: equals('operation', textCondition(60)),
  path: startsWith('path', 200),
  method: equals('method', z.enum(HTTP_METHODS)),
  /** The ID of a key or a person, or the name at the time of the request. */
  actor: filter(textCondition(255), byWhom),
  object: equals('object_id', textCondition(60)),
  /** A record and those that belong to it: a payment with its refunds. */
  objects: filter(z.array(textCondition(60)).max(120), (ids) => among('object_id', ids)),
  source: equals('source', z.enum(SOURCES)),
  ip: equals('ip', textCondition(60)),
  key: equals('idempotency_key', textCondition(255)),
  client_request: equals('client_request_id', textCondition(128)),
  // As the condition of its index has it: with a value in its place it would not be recognized.
  slow: filter(z.literal(true), () => [{ sql: `duration_ms > ${SLOW_MS}`, values: [] }]),
  ...created,
}

/** IDs are found by their index; any other text is the name at the time of the request. */
function byWhom(actor: string): Condition[] {
  if (isActorId(actor)) return among('actor_id', [actor])
  // The ID of a connected app has no recognizable format, so it can be a name, too.
  if (/^[\w-]{40,64}$/.test(actor))
    return anyOf([
      { sql: 'actor_id = ?', values: [actor] },
      { sql: 'lower(actor_name) = lower(?)', values: [actor] },
    ])
  return [{ sql: 'lower(actor_name) = lower(?)', values: [actor] }]
}

export function isActorId(actor: unknown): boolean {
  return /^(key_(test|live)|usr|order)_[0-9A-Za-z]{14}$/.test(String(actor))
}
