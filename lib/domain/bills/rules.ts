import type { BillBody } from '#lib/domain/bills/schema.ts'
import { e164 } from '#lib/values/phone.ts'

type Named = { id: string; name: string | null; email: string | null; contact: string | null }

/**
 * The columns by which a bill is found and added up, from its body and the customer that it names. What the bill says
 * itself goes before what is known of the customer.
 */
export function columnsOf(body: BillBody, named: Named | null, country: string) {
  const { customer, receipt_summary: summary } = body
  const contact = customer?.contact ?? named?.contact ?? null
  return {
    receipt_type: body.receipt_type,
    receipt_timestamp: BigInt(body.receipt_timestamp),
    business_category: body.business_category,
    store_code: body.store_code ?? null,
    customer_id: named?.id ?? null,
    customer_name: customer?.name ?? named?.name ?? customer?.company_name ?? null,
    email: (customer?.email ?? named?.email ?? null)?.toLowerCase() ?? null,
    contact: contact === null ? null : e164(contact, country),
    currency: summary.currency,
    amount: BigInt(summary.net_payable_amount),
    tax_amount: taxOf(body),
    lines: body.line_items?.length ?? 0,
  }
}

/** What the bill says that its tax is, else the sum of its taxes; null when it speaks of none. */
function taxOf({ receipt_summary: summary, taxes }: BillBody): bigint | null {
  if (summary.total_tax_amount !== undefined) return BigInt(summary.total_tax_amount)
  if (!taxes?.length) return null
  return BigInt(taxes.reduce((sum, tax) => sum + tax.amount, 0))
}

/** One field that differs between two versions of a bill. */
export type Difference = { member: string; from: unknown; to: unknown }

/** The changes of an edit, field by field; a missing field is null. */
export function differencesOf(before: Record<string, unknown>, after: Record<string, unknown>): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => differences(name, before[name], after[name]))
}

/** Objects are compared by property, lists line by line, so that a changed price is one change. */
function differences(path: string, before: unknown, after: unknown): Difference[] {
  if (isSame(before, after)) return []
  if (isRecord(before) && isRecord(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.flatMap((name) => differences(`${path}.${name}`, before[name], after[name]))
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const longer = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index)
    return longer.flatMap((index) => differences(`${path}.${index}`, before[index], after[index]))
  }
  return [{ member: path, from: before ?? null, to: after ?? null }]
}

/** Whether two values are equal, whatever the order of their properties. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((value, index) => isSame(value, right[index]))
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && isSame(left[name], right[name]))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
