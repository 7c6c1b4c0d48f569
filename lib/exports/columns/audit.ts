import { actionLabel } from '#lib/domain/audit/schema/action-labels.ts'
import type { AuditLine } from '#lib/domain/audit/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (line: AuditLine) => CsvCell][] {
  return [
    ['audit_id', (line) => line.id],
    ...timestampColumns<AuditLine>('created', zone, (line) => line.created_at),
    ['action', (line) => line.action],
    ['action_label', (line) => actionLabel(line.action)],
    ['record_id', (line) => line.object_id],
    ['actor_kind', (line) => line.actor_kind],
    ['actor_id', (line) => line.actor_id],
    ['actor', (line) => line.actor_name],
    ['ip', (line) => line.ip],
    ['request_id', (line) => line.request_id],
    ['details', (line) => JSON.stringify(line.details)],
  ]
}
