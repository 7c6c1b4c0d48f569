import { fetchApproval } from '#lib/domain/approvals/get-details.ts'
import { fetchBill } from '#lib/domain/bills/fetch.ts'
import { fetchCustomer } from '#lib/domain/customers/fetch.ts'
import { fetchOrder } from '#lib/domain/orders/fetch.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { fetchPayout } from '#lib/domain/payouts/fetch.ts'
import { fetchRefund } from '#lib/domain/refunds/fetch.ts'
import type { FoundKind } from '#lib/domain/search/schema.ts'
import { fetchTransfer } from '#lib/domain/transfers/fetch.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { decimalOf } from '#lib/values/money-text.ts'

/** A record, with as much as its title takes. */
type Titled = Record<string, unknown>

/** A kind of record that search finds by its ID, and how it is read and named. */
export type SearchedKind = {
  kind: FoundKind
  /** The folder of its pages in the dashboard. */
  pages: string
  operation: Operation
  input(id: string): object
  title(record: Titled): string
}

const money = (record: Titled) => {
  const currency = String(record.currency ?? 'INR')
  return `${decimalOf(Number(record.amount), currency)} ${currency}`
}
const listed = (...parts: unknown[]) => parts.filter((part) => part !== null && part !== undefined).join(', ')
const byId = (id: string) => ({ id, expand: [] })
const onlyId = (id: string) => ({ id })

/** By the prefix of their IDs. */
export const SEARCH_KINDS: Record<string, SearchedKind> = {
  pay: {
    kind: 'payment',
    pages: 'payments',
    operation: fetchPayment,
    input: byId,
    title: (record) => listed(`Payment of ${money(record)}`, record.status, record.email),
  },
  order: {
    kind: 'order',
    pages: 'orders',
    operation: fetchOrder,
    input: byId,
    title: (record) => listed(`Order of ${money(record)}`, record.status, record.receipt),
  },
  rfnd: {
    kind: 'refund',
    pages: 'refunds',
    operation: fetchRefund,
    input: onlyId,
    title: (record) => listed(`Refund of ${money(record)}`, record.status, `of ${record.payment_id}`),
  },
  cust: {
    kind: 'customer',
    pages: 'customers',
    operation: fetchCustomer,
    input: onlyId,
    title: (record) => listed(`Customer ${record.name ?? record.id}`, record.email, record.contact),
  },
  bill: {
    kind: 'bill',
    pages: 'bills',
    operation: fetchBill,
    input: (id) => ({ bill_id: id }),
    title: (record) => listed(`Bill ${record.receipt_number}`, record.status),
  },
  trf: {
    kind: 'transfer',
    pages: 'transfers',
    operation: fetchTransfer,
    input: onlyId,
    title: (record) => listed(`Transfer of ${money(record)}`, record.status),
  },
  pout: {
    kind: 'payout',
    pages: 'payouts',
    operation: fetchPayout,
    input: onlyId,
    title: (record) => listed(`Payout of ${money(record)}`, record.status),
  },
  apr: {
    kind: 'approval',
    pages: 'approvals',
    operation: fetchApproval,
    input: onlyId,
    title: (record) => listed('Approval', record.operation, record.status),
  },
}

/** The kind of record that an ID names, by its prefix. */
export function searchKindOf(id: string): SearchedKind | null {
  const prefix = /^([a-z]+)_[0-9A-Za-z]{14}$/.exec(id)?.[1]
  return prefix !== undefined && Object.hasOwn(SEARCH_KINDS, prefix) ? (SEARCH_KINDS[prefix] ?? null) : null
}
