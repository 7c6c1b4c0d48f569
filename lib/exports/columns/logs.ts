import type { LoggedRequest } from '#lib/domain/requests/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { timestampColumns } from './shared.ts'

/** The columns of the file of requests, without headers and bodies: these are for the page of one request. */
export function columnsOf(zone: string): [name: string, cell: (request: LoggedRequest) => CsvCell][] {
  return [
    ['request_id', (request) => request.id],
    ...timestampColumns<LoggedRequest>('created', zone, (request) => request.created_at),
    ['source', (request) => request.source],
    ['method', (request) => request.method],
    ['path', (request) => request.path],
    ['operation', (request) => request.operation],
    ['status', (request) => request.status],
    ['duration_ms', (request) => request.duration_ms],
    ['error_reason', (request) => request.error_reason],
    ['error_field', (request) => request.error_field],
    ['record_id', (request) => request.object_id],
    ['actor_kind', (request) => request.actor_kind],
    ['actor_id', (request) => request.actor_id],
    ['actor', (request) => request.actor_name],
    ['ip', (request) => request.ip],
    ['user_agent', (request) => request.user_agent],
    ['client_request_id', (request) => request.client_request_id],
    ['idempotency_key', (request) => request.idempotency_key],
    ['replayed', (request) => (request.replayed ? 'yes' : 'no')],
  ]
}
