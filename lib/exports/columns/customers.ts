import type { ListedCustomer } from '#lib/domain/customers/schema.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { notesCell, timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (customer: ListedCustomer) => CsvCell][] {
  return [
    ['customer_id', (customer) => customer.id],
    ...timestampColumns<ListedCustomer>('created', zone, (customer) => customer.created_at),
    ['name', (customer) => customer.name],
    ['email', (customer) => customer.email],
    ['contact', (customer) => customer.contact],
    ['country', (customer) => customer.country],
    ['gstin', (customer) => customer.gstin],
    ['payments', (customer) => customer.payments],
    ...timestampColumns<ListedCustomer>('last_payment', zone, (customer) => customer.last_payment_at),
    ['notes', (customer) => notesCell(customer.notes)],
  ]
}
