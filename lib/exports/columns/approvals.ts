import type { ListedApproval } from '#lib/domain/approvals/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { amountColumns, timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (approval: ListedApproval) => CsvCell][] {
  return [
    ['approval_id', (approval) => approval.id],
    ...timestampColumns<ListedApproval>('created', zone, (approval) => approval.created_at),
    ['status', (approval) => approval.status],
    ['operation', (approval) => approval.operation],
    ['record_id', (approval) => approval.object_id],
    ['currency', (approval) => approval.currency],
    ...amountColumns<ListedApproval>('amount', (approval) => approval.amount),
    ['cause', (approval) => approval.cause],
    ['requested_by', (approval) => approval.actor_name],
    ['requested_for', (approval) => approval.user_email],
    ['request_reason', (approval) => approval.request_reason],
    ['decided_by', (approval) => approval.decided_by],
    ...timestampColumns<ListedApproval>('decided', zone, (approval) => approval.decided_at),
    ['decision_reason', (approval) => approval.decision_reason],
    ...timestampColumns<ListedApproval>('expires', zone, (approval) => approval.expires_at),
  ]
}
