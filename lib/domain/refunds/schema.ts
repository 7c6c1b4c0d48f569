import { z } from 'zod'
import { AcquirerData, PaymentMethod } from '#lib/domain/payments/schema.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, StoredInteger } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { cursors, PageQuery } from '#lib/values/page.ts'

export const REFUND_STATUSES = ['pending', 'processed', 'failed'] as const
export const RefundStatus = z.enum(REFUND_STATUSES)
export type RefundStatus = z.infer<typeof RefundStatus>

export const RefundSpeed = z.enum(['normal', 'optimum'], 'speed must be normal or optimum.')

/** A refund, as the specification has it; `acquirer_data` is [] until the bank has given a reference. */
export const Refund = z.object({
  id: z.string(),
  entity: z.literal('refund').default('refund'),
  amount: StoredInteger,
  currency: z.string(),
  payment_id: z.string(),
  notes: Notes,
  receipt: z.string().nullable(),
  acquirer_data: z.preprocess(
    (value) => (typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? [] : value),
    z.union([AcquirerData, z.array(z.never()).max(0)]),
  ),
  created_at: StoredInteger,
  batch_id: z.string().nullable(),
  status: RefundStatus,
  speed_requested: RefundSpeed,
  speed_processed: z.enum(['instant', 'normal']).nullable(),
})
export type Refund = z.output<typeof Refund>

/** A refund in the list of the pages, with who asked for it and why it failed. */
export const ListedRefund = Refund.extend({
  /** The kind of the actor and its name: "user:asha@example.com". */
  created_by: z.string().nullable(),
  failure_reason: z.string().nullable(),
  /** Whether the house gave back what was never captured. */
  automatic: z.boolean(),
  finished_at: StoredInteger.nullable(),
})
export type ListedRefund = z.output<typeof ListedRefund>

/** A refund with what its page and its advice tell of the payment. */
export const ViewedRefund = ListedRefund.extend({
  payment: z.object({
    order_id: z.string().nullable(),
    receipt: z.string().nullable(),
    amount: StoredInteger,
    amount_refunded: StoredInteger,
    method: PaymentMethod,
    bank: z.string().nullable(),
    wallet: z.string().nullable(),
    vpa: z.string().nullable(),
    last4: z.string().nullable(),
    network: z.string().nullable(),
    email: z.string().nullable(),
    contact: z.string().nullable(),
    created_at: StoredInteger,
  }),
})
export type ViewedRefund = z.output<typeof ViewedRefund>

const fields = {
  amount: Amount.optional().meta({ description: 'Defaults to the full refundable amount.' }),
  speed: RefundSpeed.default('normal'),
  receipt: z
    .string()
    .min(1, 'The receipt must not be empty. Leave it out instead.')
    .max(40, 'The receipt can be up to 40 characters.')
    .nullish(),
  notes: NotesInput.default({}),
}

/** `POST /v1/payments/:id/refund` */
export const RefundPayment = z.strictObject({ id: Id('payment'), ...fields })

/** `POST /v1/refunds` */
export const CreateRefund = z.strictObject({ payment_id: Id('payment'), ...fields })

/** A refund from the dashboard carries what the person saw as left, so that two people cannot refund one view twice. */
export const RefundPaymentSeen = z.strictObject({ id: Id('payment'), ...fields, expected_refundable: Amount })

export const FetchRefund = z.strictObject({ id: Id('refund') })

export const FetchAllRefunds = z.strictObject({
  ...PageQuery,
  ...cursors(Id('refund')),
  status: RefundStatus.optional(),
  payment_id: Id('payment').optional(),
})

export const UpdateRefund = z.strictObject({ id: Id('refund'), notes: NotesInput })
