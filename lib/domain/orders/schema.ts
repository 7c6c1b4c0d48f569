import { z } from 'zod'
import { PAYMENT_METHODS, Payment, PaymentMethod } from '#lib/domain/payments/schema.ts'
import { Transfer } from '#lib/domain/transfers/schema.ts'
import { Collection, cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, CreatedAt, Currency, StoredInteger } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { RuleError } from '#lib/values/rule-error.ts'
import { readTruth, Truth } from '#lib/values/truth.ts'

export const ORDER_STATUSES = ['created', 'attempted', 'paid'] as const
export const OrderStatus = z.enum(ORDER_STATUSES)
export type OrderStatus = z.infer<typeof OrderStatus>

const columns = {
  id: z
    .string()
    .meta({ description: 'ID of the order, with the prefix order_.', examples: ['order_NfLw3gQ81xRt0a'] }),
  entity: z.literal('order').default('order').meta({ description: 'Always order.' }),
  amount: StoredInteger.meta({
    description: 'Amount of the order in the smallest currency unit (paise for INR).',
    examples: [50_000],
  }),
  amount_paid: StoredInteger.meta({
    description: 'Sum of the captured payments of the order, including amounts refunded since.',
    examples: [0],
  }),
  amount_due: StoredInteger.meta({
    description: 'Amount still to be paid: amount minus amount_paid.',
    examples: [50_000],
  }),
  currency: z.string().meta({ description: 'Three-letter ISO 4217 currency code.', examples: ['INR'] }),
  receipt: z
    .string()
    .nullable()
    .meta({
      description: 'Your reference, such as an invoice number. Null if you sent none.',
      examples: ['R-2026-0417'],
    }),
  offer_id: z
    .string()
    .nullable()
    .meta({ description: 'Always null.', examples: [null] }),
  status: OrderStatus.meta({
    description:
      'created: no payment attempted. attempted: at least one payment attempted. paid: the amount is captured in full.',
    examples: ['created'],
  }),
  attempts: z
    .int()
    .meta({ description: 'Number of payment attempts, including failed ones.', examples: [0] }),
  method: PaymentMethod.nullable().meta({
    description: 'The only payment method of the order, or null for all.',
    examples: [null],
  }),
  partial_payment: z.boolean().meta({
    description: 'Whether the order accepts several payments of parts of the amount.',
    examples: [false],
  }),
  first_payment_min_amount: StoredInteger.nullable().meta({
    description: 'Minimum amount of the first partial payment, or null.',
    examples: [null],
  }),
  notes: Notes.meta({ examples: [{ shop: 'Mysuru' }] }),
  created_at: CreatedAt,
}

/** An order, as specified; `payments` only if requested with expand. */
export const Order = z.preprocess(
  withAmountDue,
  z.object({
    ...columns,
    payments: Collection(Payment)
      .optional()
      .meta({ description: 'Payments of the order. Only with expand[]=payments.' }),
    transfers: Collection(Transfer).optional().meta({
      description: 'Transfers funded by payments of the order, newest first. Only with expand[]=transfers.',
    }),
    virtual_account: z
      .null()
      .optional()
      .meta({ description: 'Always null. Only with expand[]=virtual_account.' }),
  }),
)
export type Order = z.output<typeof Order>

/** `amount_due` is computed, so it is not stored. */
function withAmountDue(row: unknown) {
  if (typeof row !== 'object' || row === null || 'amount_due' in row) return row
  const { amount, amount_paid } = row as { amount: number | bigint; amount_paid: number | bigint }
  return { ...row, amount_due: Number(amount) - Number(amount_paid) }
}

const ORDER_METHODS = PAYMENT_METHODS.filter((method) => method !== 'emi')

const OrderAmount = Amount.min(100, 'The minimum order amount is 1.00 (100 in the smallest currency unit).')

/** Minutes after the creation of a payment: at most five days. */
const Minutes = z
  .int()
  .min(12, 'The period must be at least 12 minutes.')
  .max(7200, 'The period can be up to 7200 minutes (5 days).')

/** The capture settings of an order, as an object: the newer form of `payment_capture`. */
const PaymentSettings = z.strictObject({
  capture: z.enum(['automatic', 'manual'], 'capture must be automatic or manual.').meta({
    description: 'automatic captures authorized payments; manual requires a capture request.',
    examples: ['automatic'],
  }),
  capture_options: z
    .strictObject({
      automatic_expiry_period: Minutes.optional().meta({
        description:
          'With automatic capture: minutes after the creation of a payment in which it is captured automatically, 12 to 7200. A payment that is authorized later requires a capture request.',
        examples: [12],
      }),
      manual_expiry_period: Minutes.optional().meta({
        description:
          'Minutes after the creation of a payment in which it can be captured, 12 to 7200. Then it is refunded. Defaults to the setting of the account.',
        examples: [7200],
      }),
      refund_speed: z
        .enum(['normal', 'optimum'], 'refund_speed must be normal or optimum.')
        .optional()
        .meta({
          description: 'Speed of the refund of a payment that was not captured in time.',
          examples: ['normal'],
        }),
    })
    .refine(
      ({ automatic_expiry_period: automatic, manual_expiry_period: manual }) =>
        automatic === undefined || manual === undefined || manual >= automatic,
      {
        path: ['manual_expiry_period'],
        message: 'manual_expiry_period must not be shorter than automatic_expiry_period.',
      },
    )
    .optional()
    .meta({ description: 'Periods of capture, and the speed of the refund after them.' }),
})

export const CreateOrder = z
  .strictObject({
    amount: OrderAmount.meta({
      description: 'Amount to collect, in the smallest currency unit; 20035 means 200.35.',
      examples: [50_000],
    }),
    currency: Currency.meta({ examples: ['INR'] }),
    receipt: z
      .string()
      .min(1, 'The receipt must not be empty. Leave it out instead.')
      .max(40, 'The receipt can be up to 40 characters.')
      .nullish()
      .meta({
        description: 'Your reference, up to 40 characters. Shown to the payer.',
        examples: ['R-2026-0417'],
      }),
    payment_capture: Truth.optional().meta({
      description:
        'true captures authorized payments automatically; false, the default, requires a capture request.',
      examples: [true],
    }),
    payment: PaymentSettings.optional().meta({
      description: 'How payments of the order are captured, in more detail than payment_capture.',
    }),
    method: z
      .enum(ORDER_METHODS, `method must be ${ORDER_METHODS.join(', ')}.`)
      .optional()
      .meta({ description: 'The only payment method by which the order can be paid.', examples: ['upi'] }),
    app_offer: Truth.optional().meta({
      description: 'Accepted for compatibility, without effect: there are no app offers here.',
    }),
    partial_payment: Truth.default(false).meta({
      description: 'Whether the order accepts several payments of parts of the amount.',
    }),
    first_payment_min_amount: OrderAmount.nullish().meta({
      description: 'Minimum amount of the first partial payment. Requires partial_payment.',
    }),
    customer_id: Id('customer').nullish().meta({
      description: 'The customer who pays the order. Payments are linked to this customer.',
    }),
    notes: NotesInput.default({}).meta({ examples: [{ shop: 'Mysuru' }] }),
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
  .refine(
    ({ payment_capture, payment }) =>
      payment_capture === undefined ||
      payment === undefined ||
      payment_capture === (payment.capture === 'automatic'),
    {
      path: ['payment', 'capture'],
      message: 'payment.capture contradicts payment_capture. Send one of the two.',
    },
  )
export type CreateOrder = z.output<typeof CreateOrder>

const ORDER_EXPANSIONS = ['payments', 'payments.card', 'transfers', 'virtual_account'] as const
export type OrderExpansion = (typeof ORDER_EXPANSIONS)[number]

/** The four forms of expand are normalized to a list before this (lib/surfaces). */
const OrderExpand = z
  .array(z.enum(ORDER_EXPANSIONS, `expand accepts ${ORDER_EXPANSIONS.join(', ')} here.`))
  .default([])
  .meta({
    description:
      'Related objects to include: payments, payments.card for payments with their cards, or transfers. virtual_account is accepted and always null.',
  })

export const FetchOrder = z.strictObject({
  id: Id('order'),
  expand: OrderExpand,
})

export const FetchAllOrders = z.strictObject({
  ...PageQuery,
  ...cursors(Id('order')),
  query: filterText('status:attempted amount:>=500 created:7d'),
  expand: OrderExpand,
  status: OrderStatus.optional().meta({ description: 'Only orders with this status.' }),
  receipt: z
    .string()
    .max(40, 'The receipt can be up to 40 characters.')
    .optional()
    .meta({ description: 'Only orders with this receipt.', examples: ['R-2026-0417'] }),
  authorized: z
    .preprocess(zeroOrOne, z.union([z.literal(0), z.literal(1)], 'authorized must be 0 or 1.'))
    .optional()
    .meta({ description: '1 returns only orders with an authorized payment, 0 only orders without one.' }),
})

/** Clients that have booleans send them. */
function zeroOrOne(value: unknown) {
  const truth = readTruth(value)
  return typeof truth === 'boolean' ? Number(truth) : value
}

export const UpdateOrder = z.strictObject({
  id: Id('order'),
  notes: NotesInput.meta({ examples: [{ shop: 'Mysuru', table: '4' }] }),
})

/** An order in the list of the dashboard, with its customer and who last tried to pay it. */
export const ListedOrder = Order.out.extend({
  /** The customer that it names, else that of its last payment. */
  customer_id: z.string().nullable(),
  customer_name: z.string().nullable(),
  email: z.string().nullable(),
  contact: z.string().nullable(),
  /** Whether a payment of the order is authorized. */
  authorized: z.boolean(),
  last_attempt_at: StoredInteger.nullable(),
  /** Attempted some time ago, not paid, and without an authorized payment. */
  stuck: z.boolean(),
  /** The number of orders with its receipt, including itself. */
  same_receipt: z.int(),
})
export type ListedOrder = z.output<typeof ListedOrder>

/** An order with the settings of its creation, for its page and for duplicating it. */
export const OrderDetails = ListedOrder.extend({
  payment_capture: z.boolean(),
  automatic_expiry_period: z.int().nullable(),
  manual_expiry_period: z.int().nullable(),
  refund_speed: z.string().nullable(),
  callback_url: z.string().nullable(),
  /** Why its payment link can't be emailed now; null when it can. */
  link_error: RuleError.nullable(),
})
export type OrderDetails = z.output<typeof OrderDetails>

export const FetchOrderPayments = z.strictObject({
  id: Id('order'),
  ...PageQuery,
  ...cursors(Id('payment')),
  expand: z
    .array(z.enum(['card'], 'expand accepts card here.'))
    .default([])
    .meta({ description: 'Related objects to include: card.' }),
})
