import type { z } from 'zod'
import { MAX_BILL_AMOUNT } from '#lib/domain/bills/schema/bill-field.ts'
import { type BillBody, CreateBill } from '#lib/domain/bills/schema.ts'
import { mismatch } from '#lib/values/bill-mismatch.ts'
import type { Built, Problem } from './build.ts'

/**
 * The problems of a draft, each with its form field: unreadable input first, then schema violations, then sums that
 * do not add up.
 */
export function problemsOf(built: Built): Problem[] {
  const lines =
    built.rows.length === 0 ? [{ path: 'lines.0.name', message: 'Add at least one line item.' }] : []
  const own = [...lines, ...built.problems]
  const read = CreateBill.safeParse(built.body)
  const ofSchema = read.success
    ? []
    : read.error.issues.map((issue) => ({
        path: draftFieldOf(issue.path.join('.'), built.rows),
        message: wordsOf(issue, built.body),
      }))
  const found = [...own, ...ofSchema]
  const off = found.length === 0 ? mismatch(built.body) : null
  if (off) found.push({ path: draftFieldOf(off.field, built.rows), message: "The totals don't add up." })
  // The first error of a field is the most precise. An error of the whole bill follows from a field while one is
  // wrong: showing both would name one mistake twice.
  const first = [...new Map(found.toReversed().map((problem) => [problem.path, problem])).values()].reverse()
  const ofFields = first.filter(({ path }) => path !== 'root')
  return ofFields.length === 0 ? first : ofFields
}

const FIELDS: Record<string, string> = {
  receipt_timestamp: 'issued_at',
  customer: 'customer.email',
  line_items: 'lines.0.name',
  event: 'event.name',
  'event.start_timestamp': 'event.starts',
  'event.end_timestamp': 'event.ends',
  'customer.billing_address.address_line_1': 'customer.address',
  'customer.billing_address.city': 'customer.city',
  'customer.billing_address.pin_code': 'customer.pin_code',
  'receipt_summary.delivery_charges': 'delivery',
  'receipt_summary.total_discount_amount': 'discount',
}
const OF_LINE: Record<string, string> = { unit_amount: 'price', total_amount: 'price', taxes: 'rate' }

/** The form field of a property of the bill; `root` when it has none. */
export function draftFieldOf(field: string, rows: number[]): string {
  const line = /^line_items\.(\d+)\.(\w+)/.exec(field)
  if (line) return `lines.${rows[Number(line[1])] ?? 0}.${OF_LINE[line[2] ?? ''] ?? line[2]}`
  const payment = /^payments\.(\d+)\.(\w+)/.exec(field)
  if (payment) {
    const name = payment[2] === 'payment_reference_id' ? 'reference' : payment[2]
    return `payments.${payment[1]}.${name}`
  }
  if (Object.hasOwn(FIELDS, field)) return FIELDS[field] ?? 'root'
  const [first = ''] = field.split('.')
  const known = [
    'receipt_number',
    'store_code',
    'order_number',
    'customer',
    'event',
    'receipt_type',
    'receipt_delivery',
  ]
  return known.includes(first) ? field : 'root'
}

/** The missing data of a bill, for a person: the schema names the fields of the API. */
const LACKING: Record<string, string> = {
  customer: 'Enter an email, a phone number or a customer to send this bill.',
  line_items: 'Add at least one line item.',
  event: 'Enter the name of the event.',
}

function wordsOf(issue: z.core.$ZodIssue, body: BillBody): string {
  const field = issue.path.join('.')
  if (Object.hasOwn(LACKING, field)) return LACKING[field] ?? ''
  if (isMissing(valueAt(body, issue.path))) return 'Required.'
  if (issue.code === 'too_big' && issue.maximum === MAX_BILL_AMOUNT)
    return 'This exceeds the maximum amount of a bill.'
  return issue.message
}

/** An error of the server at the field that it is about. */
export function refusedInWords({ reason, description }: { reason: string; description: string }): string {
  return reason === 'bill_receipt_number_used' ? 'Another bill already has this number.' : description
}

const isMissing = (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.trim() === '')

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[name] : undefined,
    body,
  )
}
