import { z } from 'zod'
import { among, anyOf, type Condition, equal, missing } from '#lib/database/conditions.ts'
import {
  choice,
  equals,
  flag,
  oneOf,
  period,
  several,
  startsWith,
  text,
  unwritten,
} from '#lib/domain/filters.ts'
import { HTTP_METHODS, SLOW_MS, SOURCE_LABELS, SOURCES, STATUS_CLASSES } from '#lib/domain/requests/schema.ts'

/** As the conditions of indexes have them. */
const CLASSES = {
  '2xx': 'status < 400',
  '4xx': 'status BETWEEN 400 AND 499',
  '5xx': 'status >= 500',
}

/** The ID of a key or a person, or the name at the time of the request. */
const ACTOR = text('actor', 255, {
  label: 'Key or user',
  placeholder: 'key_test_… or an email',
  where: byWhom,
})

const SOURCE = choice('source', SOURCES, {
  label: 'Source',
  words: SOURCE_LABELS,
  where: equals('source'),
})

/** The filters of the request log; its grouped errors take them, too. */
export const REQUEST_FILTERS = [
  several('status', STATUS_CLASSES, {
    label: 'Status',
    as: 'choice',
    words: {
      '2xx': '2xx, success',
      '4xx': '4xx, client error',
      '5xx': '5xx, server error',
      '4xx,5xx': '4xx and 5xx',
    },
    where: (names) => anyOf(names.map((name) => ({ sql: CLASSES[name], values: [] }))),
  }),
  period(),
  text('reason', 60, {
    label: 'Reason',
    placeholder: 'input_validation_failed',
    where: equals('error_reason'),
  }),
  /** "-" selects errors that name no field. */
  text('field', 100, {
    label: 'Field',
    placeholder: 'amount',
    whenSet: true,
    where: (field) => (field === '-' ? missing('error_field') : equal('error_field', field)),
  }),
  text('operation', 60, {
    label: 'Operation',
    placeholder: 'create_order',
    whenSet: true,
    where: equals('operation'),
  }),
  text('path', 200, { label: 'Path starts with', placeholder: '/v1/payments', where: startsWith('path') }),
  choice('method', HTTP_METHODS, { label: 'Method', where: equals('method') }),
  ACTOR,
  text('object', 60, { label: 'Object', placeholder: 'pay_…', where: equals('object_id') }),
  /** A record and those that belong to it: a payment with its refunds. */
  unwritten('objects', z.array(z.string().trim().max(60)).max(120), oneOf('object_id')),
  SOURCE,
  text('ip', 60, { label: 'IP address', placeholder: '203.0.113.9', where: equals('ip') }),
  text('key', 255, {
    label: 'Idempotency key',
    placeholder: 'order-1',
    where: equals('idempotency_key'),
  }),
  text('client_request', 128, {
    label: 'Client request ID',
    placeholder: 'The X-Request-Id that you sent',
    whenSet: true,
    where: equals('client_request_id'),
  }),
  flag('slow', {
    label: 'Slow',
    word: 'over 1 s',
    // As the condition of its index has it: with a value in its place it would not be recognized.
    where: () => [{ sql: `duration_ms > ${SLOW_MS}`, values: [] }],
  }),
]

/** A week is enough to see what keeps going wrong. */
export const ERROR_PERIOD = '7d'

/** The filters that the page of grouped errors draws. */
export const ERROR_FILTERS = [period({ standard: ERROR_PERIOD }), ACTOR, SOURCE]

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
