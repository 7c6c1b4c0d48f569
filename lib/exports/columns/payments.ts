import type { ListedPayment } from '#lib/domain/payments/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { amountColumns, notesCell, timestampColumns } from './shared.ts'

type Column = [name: string, cell: (payment: ListedPayment) => CsvCell]

/** The columns of the file. Every amount is there twice: formatted for people, and in minor units for code. */
export function columnsOf(zone: string): Column[] {
  return [
    ['payment_id', (payment) => payment.id],
    ...timestampColumns<ListedPayment>('created', zone, (payment) => payment.created_at),
    ['status', (payment) => payment.status],
    ['refund_status', (payment) => payment.refund_status],
    ['method', (payment) => payment.method],
    ['network', (payment) => payment.network],
    ['last4', (payment) => payment.last4],
    ['bank', (payment) => payment.bank],
    ['wallet', (payment) => payment.wallet],
    ['vpa', (payment) => payment.vpa],
    ['currency', (payment) => payment.currency],
    ...amountColumns<ListedPayment>('amount', (payment) => payment.amount),
    ...amountColumns<ListedPayment>('fee_with_tax', (payment) => payment.fee),
    ...amountColumns<ListedPayment>('tax', (payment) => payment.tax),
    ...amountColumns<ListedPayment>('amount_refunded', (payment) => payment.amount_refunded),
    ['email', (payment) => payment.email],
    ['contact', (payment) => payment.contact],
    ['order_id', (payment) => payment.order_id],
    ['receipt', (payment) => payment.receipt],
    ['description', (payment) => payment.description],
    ['error_reason', (payment) => payment.error_reason],
    ...['rrn', 'arn', 'utr', 'auth_code'].map(
      (name): Column => [name, (payment) => payment.acquirer_data[name] ?? null],
    ),
    ...timestampColumns<ListedPayment>('captured', zone, (payment) => payment.captured_at),
    ['international', (payment) => String(payment.international)],
    ['customer_id', (payment) => payment.customer_id],
    ['customer_name', (payment) => payment.customer_name],
    ['error_description', (payment) => payment.error_description],
    ['notes', (payment) => notesCell(payment.notes)],
  ]
}
