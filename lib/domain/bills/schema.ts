import { z } from 'zod'
import { bodyFields, fixedFields, RECEIPT_TYPES, withoutNulls } from '#lib/domain/bills/schema/body.ts'
import { unmetConditions } from '#lib/domain/bills/schema/conditions.ts'
import { Logo, Support } from '#lib/domain/merchants/schema.ts'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { CreatedAt, StoredInteger } from '#lib/values/money.ts'
import { RuleError } from '#lib/values/rule-error.ts'

export const BILL_STATUSES = ['issued', 'deleted'] as const
export const BillStatus = z.enum(BILL_STATUSES)
export type BillStatus = z.infer<typeof BillStatus>

/** How a bill reached its customer by email. */
export const DELIVERY_STATUSES = ['none', 'queued', 'sent', 'failed', 'kept'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * A bill as sent, with its conditions. The API does not calculate its sums (docs/decisions/0010-bills.md). The
 * dashboard validates its forms with this schema, too.
 */
export const BillBody = z.strictObject(bodyFields).superRefine(meetsConditions)
export type BillBody = z.output<typeof BillBody>

/** `POST /v1/bills` */
export const CreateBill = z.preprocess(withoutNulls, BillBody)

/** A bill: the accepted body, and the properties that the platform adds. */
export const Bill = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the bill, with the prefix bill_.', examples: ['bill_NfLw3gQ81xRt0a'] }),
  entity: z.literal('bill').default('bill').meta({ description: 'Always bill.' }),
  ...bodyFields,
  receipt_url: z.string().meta({
    description: "URL of the bill's public page.",
    examples: ['https://pay.example/bill/7Yq2vB0nD4kXs8Lw1RtZp5Jc'],
  }),
  status: BillStatus.meta({
    description: 'issued, or deleted after it was withdrawn.',
    examples: ['issued'],
  }),
  version: z
    .int()
    .meta({ description: 'Version number: 1 when created, plus 1 for each edit.', examples: [1] }),
  created_at: CreatedAt,
  updated_at: StoredInteger.meta({
    description: 'Time of the last edit, as a Unix timestamp in seconds.',
    examples: [1_781_505_000],
  }),
})
export type Bill = z.output<typeof Bill>

/** The response of `DELETE /v1/bills/:bill_id`. The bill itself is kept. */
export const DeletedBill = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the bill, with the prefix bill_.', examples: ['bill_NfLw3gQ81xRt0a'] }),
  entity: z.literal('bill').meta({ description: 'Always bill.' }),
  status: z.literal('deleted').meta({ description: 'Always deleted.' }),
  receipt_number: z
    .string()
    .meta({ description: 'Bill number. It is not free for another bill.', examples: ['MYS/26-27/000417'] }),
  deleted_at: StoredInteger.meta({
    description: 'When the bill was deleted, as a Unix timestamp in seconds.',
    examples: [1_781_505_000],
  }),
})

/** A field that cannot change has an error of its own, since sending it is not a typing mistake. */
function fixed(name: string) {
  return z
    .never(`${name} can't be changed after the bill is created. Delete the bill and create another one.`)
    .optional()
    .meta({ description: "Can't be changed after the bill is created." })
}

/** The description of a property, without its example, since an edit contains few properties. */
function descriptionOf(field: z.ZodType) {
  return { description: field.meta()?.description }
}

/** The fields of an edit: a sent field replaces its old value, null removes it, and a field that is not sent stays. */
export type BillChanges = { [Name in keyof BillBody]?: BillBody[Name] | null | undefined }

type Change<T> = z.ZodOptional<z.ZodType<T | null, T | null>>
type ChangeShape = { [Name in keyof BillBody]-?: Change<Exclude<BillBody[Name], undefined>> }

// Object.fromEntries forgets which value belongs to which name.
const changes = Object.fromEntries(
  Object.entries(bodyFields).map(([name, field]) => [
    name,
    name in fixedFields
      ? fixed(name)
      : z
          .preprocess(withoutNulls, (field as z.ZodType).nullable())
          .optional()
          .meta(descriptionOf(field)),
  ]),
) as unknown as ChangeShape

const bill_id = Id('bill')

/** `PATCH /v1/bills/:bill_id` */
export const UpdateBill = z.strictObject({ bill_id, ...changes })

/** A bill of the builder in place of the version that the person saw. */
export const ReissueBill = z.preprocess(
  withoutNulls,
  z.strictObject({ bill_id, expected_version: z.int().min(1), ...bodyFields }).superRefine(meetsConditions),
)

/** The fields that cannot change after a bill is created. */
export const FIXED_FIELDS = Object.keys(fixedFields) as (keyof typeof fixedFields)[]

/** The fields of a bill that the builder writes: one that it leaves out is removed. Others are kept. */
export const BUILT_FIELDS = [
  'customer',
  'line_items',
  'taxes',
  'event',
  'store_code',
  'order_number',
] as const satisfies (keyof BillBody)[]

/** An edit of the version that the person saw. */
export const UpdateBillIfUnchanged = z.strictObject({ bill_id, expected_version: z.int().min(1), ...changes })

export const FetchBill = z.strictObject({ bill_id })

export const FetchAllBills = z.strictObject({
  ...PageQuery,
  ...cursors(Id('bill')),
  receipt_number: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only the bill with this number.', examples: ['MYS/26-27/000417'] }),
  status: BillStatus.optional().meta({ description: 'Only bills with this status.' }),
  store_code: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only bills of this store.', examples: ['MYS-01'] }),
  email: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only bills for the customer with this email.', examples: ['asha@example.com'] }),
  contact: z
    .string()
    .max(20)
    .optional()
    .meta({ description: 'Phone number, with or without the country code.', examples: ['+919876543210'] }),
  customer_id: Id('customer').optional().meta({ description: 'Only bills for this customer.' }),
  query: filterText('type:tax_invoice amount:>=500 created:last-month'),
})

export const ListedBill = z.object({
  id: z.string(),
  status: BillStatus,
  version: z.int(),
  receipt_number: z.string(),
  receipt_type: z.enum(RECEIPT_TYPES),
  receipt_timestamp: StoredInteger,
  business_category: z.string(),
  store_code: z.string().nullable(),
  customer_id: z.string().nullable(),
  customer_name: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  currency: z.string(),
  amount: StoredInteger,
  tax_amount: StoredInteger.nullable(),
  lines: z.int(),
  delivery_status: z.string(),
  created_at: CreatedAt,
  updated_at: StoredInteger,
})
export type ListedBill = z.output<typeof ListedBill>

export const Seller = z.object({
  name: z.string(),
  country: z.string(),
  mode: z.enum(['test', 'live']),
  gstin: z.string().nullable(),
  /** The address, line by line. */
  address: z.string().nullable(),
  support: Support.nullable().default(null),
  logo: Logo.nullable().default(null),
})
export type Seller = z.output<typeof Seller>

export const BillDetails = z.object({
  bill: Bill,
  seller: Seller,
  customer_id: z.string().nullable(),
  customer_name: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  tax_amount: StoredInteger.nullable(),
  lines: z.int(),
  delivery_status: z.string(),
  /** Why it can't be emailed now; null when it can. */
  send_error: RuleError.nullable(),
  /** The emails that delivered it, newest first. */
  mails: z.array(
    z.object({
      id: z.string(),
      recipient: z.string(),
      status: z.string(),
      error: z.string().nullable(),
      created_by: z.string().nullable(),
      created_at: CreatedAt,
      sent_at: StoredInteger.nullable(),
    }),
  ),
  created_by: z.string().nullable(),
  deleted_at: StoredInteger.nullable(),
})
export type BillDetails = z.output<typeof BillDetails>

export const BillVersion = z.object({
  version: z.int(),
  created_by: z.string().nullable(),
  created_at: CreatedAt,
  body: z.object(bodyFields),
  differences: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
})
export type BillVersion = z.output<typeof BillVersion>

function meetsConditions(bill: Parameters<typeof unmetConditions>[0], context: z.RefinementCtx): void {
  for (const { field, message } of unmetConditions(bill)) {
    context.addIssue({ code: 'custom', path: [field], message, input: bill })
  }
}
