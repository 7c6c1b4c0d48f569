import { z } from 'zod'
import { collectionOf } from '#lib/domain/acquirers/rules.ts'
import { namedCustomer } from '#lib/domain/customers/find.ts'
import { findBrand } from '#lib/domain/merchants/find.ts'
import { Brand } from '#lib/domain/merchants/schema.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { minPayment } from '#lib/domain/orders/rules.ts'
import { OrderStatus } from '#lib/domain/orders/schema.ts'
import { availabilityOf } from '#lib/domain/payments/availability.ts'
import { type PaymentRow, paymentsOfOrders } from '#lib/domain/payments/find.ts'
import { PaymentMethod } from '#lib/domain/payments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { maskedEmail } from '#lib/values/contact.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'
import { maskedPhone } from '#lib/values/phone.ts'
import { MINUTE } from '#lib/values/time.ts'

/** An unfinished attempt is offered again for as long as the bank waits for the payer. */
const OPEN_FOR = 15 * MINUTE

const METHODS = ['card', 'upi', 'netbanking', 'wallet'] as const

const Named = z.object({ id: z.string(), method: PaymentMethod }).nullable()

/**
 * The part of an order that anyone with its URL may see: no notes of the merchant, and of people only a hint that they
 * recognise.
 */
export const OrderForPayer = z.object({
  id: z.string(),
  amount: StoredInteger,
  amount_paid: StoredInteger,
  amount_due: StoredInteger,
  /** The smallest amount that can be paid now; less than the amount due only if the order allows partial payments. */
  amount_least: StoredInteger,
  currency: z.string(),
  receipt: z.string().nullable(),
  status: OrderStatus,
  merchant_name: z.string(),
  brand: Brand,
  mode: z.enum(['test', 'live']),
  payment_capture: z.boolean(),
  /** The only accepted method, if the order names one. */
  method: PaymentMethod.nullable(),
  /** Whether payments can reach a bank: in live mode only with a configured acquirer. */
  payable: z.boolean(),
  /** Whether the payer enters a card, a bank or a UPI ID here, or on the page of the acquirer. */
  collection: z.enum(['direct', 'hosted']),
  /** The methods that the acquirer accepts. */
  methods: z.array(PaymentMethod),
  /** Whether the payer is in India, as the account's country and the currency say: UPI is offered first. */
  upi_first: z.boolean(),
  /** The site of the shop, for a payer who does not pay; null if none is known. */
  shop_url: z.string().nullable(),
  /** Whether the payer can scan or open a UPI link instead of entering a UPI ID. */
  upi_link: z.boolean(),
  /**
   * Whether wallets of this platform can pay it: the account has them, and their owners can get a one-time password.
   */
  own_wallet: z.boolean(),
  /** The payment that paid the order or is about to. While there is one, no other can be made. */
  settled_by: Named,
  /** A payment in progress whose outcome is unknown. */
  open: Named,
  /** The last attempt, if it failed. */
  failed: Named,
  /** The masked contacts of the order's customer, used unless the payer enters others. */
  customer: z.object({ email: z.string().nullable(), contact: z.string().nullable() }).nullable(),
})
export type OrderForPayer = z.output<typeof OrderForPayer>

export const fetchOrderForPayer = defineOperation({
  name: 'fetch_order_for_payer',
  title: 'Fetch an order for its payer',
  summary: 'Returns what the checkout page shows of an order.',
  permission: 'orders:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('order') }),
  output: OrderForPayer,
  async run(context, input) {
    const row = await findOrder(context, input.id)
    const min = row.first_payment_min_amount === null ? null : Number(row.first_payment_min_amount)
    const order = {
      ...row,
      amount: Number(row.amount),
      amount_paid: Number(row.amount_paid),
      first_payment_min_amount: min,
    }
    const { bank, wallet, upi_link } = availabilityOf(context, row.currency)
    const [found, brand] = await Promise.all([
      paymentsOfOrders(context, [order.id], false),
      findBrand(context),
    ])
    const payments = found.get(order.id) ?? []
    return {
      ...order,
      amount_due: order.amount - order.amount_paid,
      amount_least: minPayment(order),
      merchant_name: context.account.merchant_name,
      brand,
      mode: context.account.mode,
      payable: bank,
      collection: collectionOf(context.account) ?? 'direct',
      methods: context.account.acquirer?.capabilities.methods ?? METHODS,
      upi_first: context.account.country === 'IN' && row.currency === 'INR',
      shop_url: row.callback_url === null ? (brand.support?.url ?? null) : new URL(row.callback_url).origin,
      upi_link,
      own_wallet: wallet && (row.method === null || row.method === 'wallet'),
      settled_by: settlerOf(order, payments),
      open:
        payments.find(
          (payment) => payment.status === 'created' && Number(payment.created_at) > context.now - OPEN_FOR,
        ) ?? null,
      failed: payments[0]?.status === 'failed' ? payments[0] : null,
      customer: row.customer_id === null ? null : masked(await namedCustomer(context, row.customer_id)),
    }
  },
})

/** Payments are newest first: the last payment of an order with partial payments is the one that paid it in full. */
function settlerOf(
  order: { authorized: boolean; status: string },
  payments: PaymentRow[],
): PaymentRow | null {
  if (order.authorized) return payments.find((payment) => payment.status === 'authorized') ?? null
  if (order.status !== 'paid') return null
  return payments.find((payment) => payment.captured) ?? null
}

function masked({ email, contact }: { email: string | null; contact: string | null }) {
  return {
    email: email === null ? null : maskedEmail(email),
    contact: contact === null ? null : maskedPhone(contact),
  }
}
