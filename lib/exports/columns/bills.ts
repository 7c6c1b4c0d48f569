import type { ListedBill } from '#lib/domain/bills/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { amountColumns, timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (bill: ListedBill) => CsvCell][] {
  return [
    ['bill_id', (bill) => bill.id],
    ['receipt_number', (bill) => bill.receipt_number],
    ['receipt_type', (bill) => bill.receipt_type],
    ...timestampColumns<ListedBill>('receipt', zone, (bill) => bill.receipt_timestamp),
    ['status', (bill) => bill.status],
    ['version', (bill) => bill.version],
    ['business_category', (bill) => bill.business_category],
    ['store_code', (bill) => bill.store_code],
    ['customer_id', (bill) => bill.customer_id],
    ['customer_name', (bill) => bill.customer_name],
    ['email', (bill) => bill.email],
    ['contact', (bill) => bill.contact],
    ['lines', (bill) => bill.lines],
    ['currency', (bill) => bill.currency],
    ...amountColumns<ListedBill>('tax', (bill) => bill.tax_amount),
    ...amountColumns<ListedBill>('amount', (bill) => bill.amount),
    ['delivery_status', (bill) => bill.delivery_status],
    ...timestampColumns<ListedBill>('created', zone, (bill) => bill.created_at),
  ]
}
