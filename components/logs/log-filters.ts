import { choiceFilter, periodFilter, textFilter } from '#components/record/filter-controls.tsx'
import type { Filter } from '#components/ui/filter-bar.tsx'
import type { Query } from '#components/ui/query.ts'
import { METHODS } from '#lib/domain/requests/schema.ts'
import { SOURCE_WORDS } from './log-labels.ts'

/** The filters of the log. `period` is the period of the address in words. */
export function logFilters(query: Query, period: string | null): Filter[] {
  return [
    choiceFilter(query, 'status', 'Status', {
      '2xx': '2xx, success',
      '4xx': '4xx, client error',
      '5xx': '5xx, server error',
      '4xx,5xx': '4xx and 5xx',
    }),
    { ...periodFilter(query, period), label: 'Created' },
    textFilter(query, 'reason', 'Reason', 'input_validation_failed', { maxLength: 60 }),
    ...(query.field ? [textFilter(query, 'field', 'Field', 'amount', { maxLength: 100 })] : []),
    ...(query.operation
      ? [textFilter(query, 'operation', 'Operation', 'create_order', { maxLength: 60 })]
      : []),
    textFilter(query, 'path', 'Path starts with', '/v1/payments', { maxLength: 200 }),
    choiceFilter(query, 'method', 'Method', Object.fromEntries(METHODS.map((method) => [method, method]))),
    textFilter(query, 'actor', 'Key or user', 'key_test_… or an email', { maxLength: 255 }),
    textFilter(query, 'object', 'Object', 'pay_…', { maxLength: 60 }),
    choiceFilter(query, 'source', 'Source', SOURCE_WORDS),
    textFilter(query, 'ip', 'IP address', '203.0.113.9', { maxLength: 60 }),
    textFilter(query, 'key', 'Idempotency key', 'order-1', { maxLength: 255 }),
    choiceFilter(query, 'slow', 'Slow', { '1': 'over 1 s' }),
  ]
}
