import { z } from 'zod'
import { Payment } from '#lib/domain/payments/schema.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, Currency, StoredInteger } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { Collection, cursors, PageQuery } from '#lib/values/page.ts'
import { Truth } from '#lib/values/truth.ts'

export const ORDER_STATUSES = ['created', 'attempted', 'paid'] as const
export const OrderStatus = z.enum(ORDER_STATUSES)
export type OrderStatus = z.infer<typeof OrderStatus>

const columns = {
  id: z.string(),
  entity: z.literal('order').default('order'),
  amount: StoredInteger,
  amount_paid: StoredInteger,
  amount_due: StoredInteger,
  currency: z.string(),
  receipt: z.string().nullable(),
  offer_id: z.string().nullable(),
  status: OrderStatus,
  attempts: z.int(),
  notes: Notes,
  created_at: StoredInteger,
}

/** An order, as the specification has it; `payments` only when it was asked for with expand. */
export const Order = z.preprocess(
  withAmountDue,
  z.object({ ...columns, payments: Collection(Payment).optional() }),
)
export type Order = z.output<typeof Order>

/** `amount_due` is what is left, so it is not stored. */
function withAmountDue(row: unknown) {
  if (typeof row !== 'object' || row === null || 'amount_due' in row) return row
  const { amount, amount_paid } = row as { amount: number | bigint; amount_paid: number | bigint }
  return { ...row, amount_due: Number(amount) - Number(amount_paid) }
}

const OrderAmount = Amount.min(100, 'The minimum order amount is 1.00 (100 in the smallest currency unit).')

export const CreateOrder = z
  .strictObject({
    amount: OrderAmount,
    currency: Currency,
    receipt: z
      .string()
      .min(1, 'The receipt must not be empty. Leave it out instead.')
      .max(40, 'The receipt can be up to 40 characters.')
      .nullish(),
    payment_capture: Truth.default(false).meta({
      description: 'true captures authorized payments automatically; false requires a capture request.',
    }),
    partial_payment: Truth.default(false),
    first_payment_min_amount: OrderAmount.nullish(),
    customer_id: Id('customer').nullish().meta({
      description: 'The customer who pays the order. Payments are linked to this customer.',
    }),
    notes: NotesInput.default({}),
    callback_url: z
      .url({ protocol: /^https?$/, error: 'The redirect URL must start with http:// or https://.' })
      .max(2048, 'The redirect URL can be up to 2048 characters.')
      .nullish()
      .meta({
        description: 'After payment, the payer is redirected here with the signed order and payment IDs.',
      }),
  })
  .refine((order) => order.first_payment_min_amount == null || order.partial_payment, {
    path: ['first_payment_min_amount'],
    message: 'The minimum first payment requires partial payments.',
  })
  .refine(
    (order) => order.first_payment_min_amount == null || order.first_payment_min_amount <= order.amount,
    {
      path: ['first_payment_min_amount'],
      message: 'The minimum first payment must not exceed the amount.',
    },
  )
export type CreateOrder = z.output<typeof CreateOrder>

/** The four spellings of expand are made into a list before this (lib/surfaces). */
export const OrderExpand = z
  .array(z.enum(['payments', 'payments.card'], 'expand accepts payments or payments.card here.'))
  .default([])

export const FetchOrder = z.strictObject({ id: Id('order'), expand: OrderExpand })

export const FetchAllOrders = z.strictObject({
  ...PageQuery,
  ...cursors(Id('order')),
  expand: OrderExpand,
  status: OrderStatus.optional(),
  receipt: z.string().max(40, 'The receipt can be up to 40 characters.').optional(),
  authorized: z
    .preprocess(zeroOrOne, z.union([z.literal(0), z.literal(1)], 'authorized must be 0 or 1.'))
    .optional()
    .meta({ description: '1 returns only orders with an authorized payment, 0 only orders without one.' }),
})

/** Clients that have truth values send them. */
function zeroOrOne(value: unknown) {
  if (value === true || value === 'true') return 1
  return value === false || value === 'false' ? 0 : value
}

export const UpdateOrder = z.strictObject({ id: Id('order'), notes: NotesInput })

/** An order in the list of the pages, with its customer and who last tried to pay it. */
export const ListedOrder = Order.out.extend({
  /** The customer that it names, else that of its last payment. */
  customer_id: z.string().nullable(),
  customer_name: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  /** Whether the bank holds the money of a payment on it. */
  authorized: z.boolean(),
  last_attempt_at: StoredInteger.nullable(),
  /** Attempted a while ago, not paid, and no money held. */
  stuck: z.boolean(),
  /** How many orders have its receipt, itself included. */
  same_receipt: z.int(),
})
export type ListedOrder = z.output<typeof ListedOrder>

/** An order with the settings that it was created with, for its page and for a duplicate of it. */
export const ViewedOrder = ListedOrder.extend({
  payment_capture: z.boolean(),
  partial_payment: z.boolean(),
  first_payment_min_amount: StoredInteger.nullable(),
  callback_url: z.string().nullable(),
})
export type ViewedOrder = z.output<typeof ViewedOrder>

export const FetchOrderPayments = z.strictObject({
  id: Id('order'),
  expand: z.array(z.enum(['card'], 'expand accepts card here.')).default([]),
})
