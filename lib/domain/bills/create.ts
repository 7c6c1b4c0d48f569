import { bodyOf, findBill } from '#lib/domain/bills/find.ts'
import { recordBill } from '#lib/domain/bills/record.ts'
import { fullBillOf } from '#lib/domain/bills/rules.ts'
import { SimpleBill } from '#lib/domain/bills/schema/simple-bill.ts'
import {
  Bill,
  type BillBody,
  BUILT_FIELDS,
  CreateBill,
  FIXED_FIELDS,
  ReissueBill,
} from '#lib/domain/bills/schema.ts'
import { nextReceiptNumber } from '#lib/domain/bills/suggest-number.ts'
import { updateBillIfUnchanged } from '#lib/domain/bills/update.ts'
import { customersWithEmail, customerWith, namedCustomer } from '#lib/domain/customers/find.ts'
import type { PaymentRow } from '#lib/domain/payments/find.ts'
import { findRecord } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { type Mismatch, mismatch, type StatedBill } from '#lib/values/bill-mismatch.ts'
import { zoneOf } from '#lib/values/country.ts'
import { Id } from '#lib/values/id.ts'
import { decimalOf } from '#lib/values/money-text.ts'
import { e164 } from '#lib/values/phone.ts'

export const createBill = defineOperation({
  name: 'create_bill',
  title: 'Create a bill',
  summary:
    'Creates a digital bill with a public page. Totals are stored as sent; each receipt_number can be used once.',
  permission: 'bills:write',
  emits: ['bill.created'],
  http: 'POST /v1/bills',
  scope: 'bills:write',
  toolName: 'create_full_bill',
  coveredBy: 'create_bill',
  tool: { destructive: false, idempotent: false, openWorld: false },
  status: 201,
  input: CreateBill,
  output: Bill,
  errors: ['bill_receipt_number_used', 'record_not_found'],
  run: recordBill,
})

export const createBillFromItems = defineOperation({
  name: 'create_bill_from_items',
  title: 'Create a bill',
  summary:
    'Creates a bill from what was sold to whom; computes totals, taxes and the number. Returns receipt_url, the public page.',
  permission: 'bills:write',
  emits: ['bill.created'],
  http: null,
  scope: 'bills:write',
  tool: { destructive: false, idempotent: false, openWorld: false },
  toolName: 'create_bill',
  status: 201,
  input: SimpleBill,
  output: Bill,
  errors: ['bill_receipt_number_used', 'record_not_found'],
  async run(context, input) {
    const { account, now } = context
    const customer = await withRecord(context, input.customer)
    const bill = fullBillOf(
      { ...input, customer },
      account,
      now,
      await receivedOf(context, input.payment_reference_id),
    )
    const { receipt_number } =
      input.receipt_number === undefined
        ? await nextReceiptNumber(context, zoneOf(account.country), bill)
        : input
    return recordBill(context, parseInput(CreateBill, { ...bill, receipt_number }))
  },
})

/**
 * The customer as the bill shows them: what is said, and the rest from their record as it is now. Without the permission to
 * read customers, what is said.
 * @throws record_not_found (400) for an unknown customer_id
 */
async function withRecord(context: Context, said: SimpleBill['customer']): Promise<SimpleBill['customer']> {
  if (!said || !context.actor.permissions.has('customers:read')) return said
  const known =
    said.customer_id === undefined
      ? await customerSaid(context, said)
      : await namedCustomer(context, said.customer_id, 'customer.customer_id')
  if (!known) return said
  const { id: customer_id, name, email, contact, gstin } = known
  const record = Object.entries({ customer_id, name, email, contact, gstin }).filter(
    ([, value]) => value !== null,
  )
  const own = Object.entries(said).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...record, ...own])
}

/** The customer with the email that is said, in any case: the one with the contact, too, where several have that email. */
async function customerSaid(context: Context, { email, contact }: NonNullable<SimpleBill['customer']>) {
  if (email === undefined) return null
  const pair = contact === undefined ? null : e164(contact, context.account.country)
  const exact = pair === null ? null : await customerWith(context, email, pair)
  if (exact) return exact
  const found = await customersWithEmail(context, email, 2)
  const [only] = found
  // Another phone number may be that of another person.
  return found.length === 1 && only && (pair === null || only.contact === null) ? only : null
}

/** What is left of a captured payment, if the reference is one that the caller may read. */
async function receivedOf(context: Context, reference: string | undefined) {
  if (!Id('payment').safeParse(reference).success || !context.actor.permissions.has('payments:read'))
    return null
  // A reference of another system may look like an ID.
  const payment = await findRecord<PaymentRow>(context, 'payments', String(reference))
  if (!payment?.captured || payment.currency !== context.account.currency) return null
  return { method: payment.method, amount: Number(payment.amount) - Number(payment.amount_refunded) }
}

export const issueBill = defineOperation({
  name: 'issue_bill',
  title: 'Issue a bill',
  summary: 'Creates a bill from the builder of the dashboard: as create_bill, unless its sums do not add up.',
  permission: 'bills:write',
  emits: ['bill.created'],
  http: null,
  status: 201,
  input: CreateBill,
  output: Bill,
  run(context, body: BillBody) {
    mustAddUp(body, body.receipt_summary.currency)
    return recordBill(context, body)
  },
})

export const reissueBill = defineOperation({
  name: 'reissue_bill',
  title: 'Change an issued bill',
  summary:
    'Replaces a bill by that of the builder of the dashboard, unless it has changed meanwhile or does not add up. Fields that the builder leaves out are removed; those that it does not have are kept.',
  permission: 'bills:write',
  emits: ['bill.updated'],
  http: null,
  input: ReissueBill,
  output: Bill,
  async run(context, { bill_id, expected_version, ...bill }) {
    mustAddUp(bill, bill.receipt_summary.currency)
    assertSame(bill, bodyOf(await findBill(context, bill_id)))
    const { business_type, business_category, receipt_number, ...changes } = bill
    const removed = Object.fromEntries(BUILT_FIELDS.map((name) => [name, changes[name] ?? null]))
    return updateBillIfUnchanged.run(context, { ...changes, ...removed, bill_id, expected_version })
  },
})

/** @throws input_validation_failed for a field that cannot change after the bill is created */
function assertSame(bill: BillBody, before: BillBody): void {
  const field = FIXED_FIELDS.find((name) => bill[name] !== before[name])
  if (field !== undefined)
    throw refused(
      'input_validation_failed',
      `${field} can't be changed after the bill is created. Delete the bill and create another one.`,
      { field },
    )
}

/** @throws bill_does_not_add_up with the wrong field and the difference */
function mustAddUp(bill: StatedBill, currency: string): void {
  const off = mismatch(bill)
  if (off) throw refused('bill_does_not_add_up', sentence(off, currency), { field: off.field })
}

function sentence({ name, field, stated, computed, difference }: Mismatch, currency: string): string {
  const show = (figure: number) => (name === 'quantity' ? String(figure) : decimalOf(figure, currency))
  const by = `${show(Math.abs(difference))} too ${difference > 0 ? 'much' : 'little'}`
  return `${field} is ${show(stated)}, but its parts add up to ${show(computed)}: ${by}. Correct one of them.`
}
