import { z } from 'zod'
import { BillAmount, BillCurrency, listOf, text, wrong } from '#lib/domain/bills/schema/member.ts'

/** One way in which the bill was paid, or is to be. */
export const BillPayment = z.strictObject(
  {
    method: text(60),
    currency: BillCurrency,
    amount: BillAmount,
    payment_reference_id: text(100).optional(),
    financier_data: z
      .strictObject(
        { reference: text(100).optional(), name: text(100).optional() },
        wrong('financier_data must be an object.'),
      )
      .optional(),
  },
  wrong('Each payment must be an object.'),
)
export type BillPayment = z.output<typeof BillPayment>

export const BillPayments = listOf(BillPayment, 50).min(
  1,
  'payments needs at least one payment. For an unpaid bill, send the agreed method with amount 0.',
)
