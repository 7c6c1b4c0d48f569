import { notesCell } from '#components/shared/csv-columns.ts'
import type { ListedPayment } from '#lib/domain/payments/schema.ts'
import type { Cell } from '#lib/values/csv.ts'
import { decimalOf } from '#lib/values/money-text.ts'
import { clockText, dateText } from '#lib/values/time-text.ts'

type Column = [name: string, cell: (payment: ListedPayment) => Cell]

/** The columns of the file. Every amount is there twice: formatted for people, and in minor units for code. */
export function columnsOf(zone: string): Column[] {
  return [
    ['payment_id', (payment) => payment.id],
    [
      `created (${zone})`,
      (payment) => `${dateText(payment.created_at, zone)} ${clockText(payment.created_at, zone, true)}`,
    ],
    ['created_at', (payment) => payment.created_at],
    ['status', (payment) => payment.status],
    ['refund_status', (payment) => payment.refund_status],
    ['method', (payment) => payment.method],
    ['network', (payment) => payment.network],
    ['last4', (payment) => payment.last4],
    ['bank', (payment) => payment.bank],
    ['wallet', (payment) => payment.wallet],
    ['vpa', (payment) => payment.vpa],
    ['currency', (payment) => payment.currency],
    ...amount('amount', (payment) => payment.amount),
    ...amount('fee_with_tax', (payment) => payment.fee),
    ...amount('tax', (payment) => payment.tax),
    ...amount('amount_refunded', (payment) => payment.amount_refunded),
    ['email', (payment) => payment.email],
    ['contact', (payment) => payment.contact],
    ['order_id', (payment) => payment.order_id],
    ['receipt', (payment) => payment.receipt],
    ['description', (payment) => payment.description],
    ['error_reason', (payment) => payment.error_reason],
    ...['rrn', 'arn', 'utr', 'auth_code'].map(
      (name): Column => [name, (payment) => payment.acquirer_data[name] ?? null],
    ),
    ['notes', (payment) => notesCell(payment.notes)],
  ]
}

function amount(name: string, of: (payment: ListedPayment) => number | null): Column[] {
  return [
    [name, (payment) => decimal(of(payment), payment.currency)],
    [`${name}_minor`, of],
  ]
}

function decimal(minor: number | null, currency: string): Cell {
  return minor === null ? null : decimalOf(minor, currency)
}
