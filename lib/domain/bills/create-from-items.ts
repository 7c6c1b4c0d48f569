import { recordBill } from '#lib/domain/bills/record.ts'
import { fullBillOf } from '#lib/domain/bills/rules.ts'
import { SimpleBill } from '#lib/domain/bills/schema/simple-bill.ts'
import { Bill, CreateBill } from '#lib/domain/bills/schema.ts'
import { nextReceiptNumber } from '#lib/domain/bills/suggest-number.ts'
import { customersWithEmail, customerWith, namedCustomer } from '#lib/domain/customers/find.ts'
import type { PaymentRow } from '#lib/domain/payments/find.ts'
import { findRecord } from '#lib/domain/record.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'
import { Id } from '#lib/values/id.ts'
import { e164 } from '#lib/values/phone.ts'

export const createBillFromItems = defineOperation({
  name: 'create_bill_from_items',
  title: 'Create a bill',
  summary:
    'Creates a bill from what was sold to whom; computes totals, taxes and the number. Returns receipt_url, the public page.',
  permission: 'bills:write',
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
