import { reasonOf } from '#lib/domain/refunds/schema/reasons.ts'
import type { RefundOfPayer } from '#lib/domain/refunds/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { type CsvCell, Figure } from '#lib/values/csv.ts'
import { dateText } from '#lib/values/time-text.ts'
import { BANK_ZONE, refundDue } from '#lib/values/working-days.ts'
import { amountColumns, notesCell, timestampColumns } from './shared.ts'

/** The columns of the file of refunds: what finance reconciles with. */
export function columnsOf(zone: string): [name: string, cell: (refund: RefundOfPayer) => CsvCell][] {
  return [
    ['refund_id', (refund) => refund.id],
    ...timestampColumns<RefundOfPayer>('created', zone, (refund) => refund.created_at),
    ['payment_id', (refund) => refund.payment_id],
    ['status', (refund) => refund.status],
    ['currency', (refund) => refund.currency],
    ...amountColumns<RefundOfPayer>('amount', (refund) => refund.amount),
    ['speed_requested', (refund) => refund.speed_requested],
    ['speed_processed', (refund) => refund.speed_processed],
    ...['rrn', 'arn', 'utr'].map((name): [string, (refund: RefundOfPayer) => CsvCell] => [
      name,
      (refund) => referenceOf(refund, name),
    ]),
    ['requested_by', (refund) => creatorText(refund.created_by)],
    ['receipt', (refund) => refund.receipt],
    ['reason', reasonOf],
    ['failure_reason', (refund) => refund.failure_reason],
    ['expected_by', (refund) => new Figure(dateText(refundDue(refund.created_at), BANK_ZONE))],
    ...timestampColumns<RefundOfPayer>('finished', zone, (refund) => refund.finished_at),
    ['customer_name', (refund) => refund.customer_name],
    ['email', (refund) => refund.email],
    ['contact', (refund) => refund.contact],
    ['notes', (refund) => notesCell(refund.notes)],
  ]
}

function referenceOf({ acquirer_data }: RefundOfPayer, name: string): CsvCell {
  return Array.isArray(acquirer_data) ? null : (acquirer_data[name] ?? null)
}
