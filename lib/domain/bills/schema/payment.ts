import { z } from 'zod'
import { BillAmount, BillCurrency, listOf, textField, wrong } from '#lib/domain/bills/schema/bill-field.ts'

const BillPayment = z.strictObject(
  {
    method: textField(60).meta({
      description: 'How it was paid, such as cash, card or upi.',
      examples: ['upi'],
    }),
    currency: BillCurrency.meta({ examples: ['INR'] }),
    amount: BillAmount.meta({
      description: 'Amount paid, in the smallest currency unit; 0 for an unpaid bill.',
      examples: [52_500],
    }),
    payment_reference_id: textField(100)
      .optional()
      .meta({ description: 'Reference of the payment, such as its ID or UTR.' }),
    financier_data: z
      .strictObject(
        {
          reference: textField(100).optional().meta({ description: 'Reference of the financing.' }),
          name: textField(100).optional().meta({ description: 'Name of the company.' }),
        },
        wrong('financier_data must be an object.'),
      )
      .optional()
      .meta({ description: 'The company that financed the purchase.' }),
  },
  wrong('Each payment must be an object.'),
)

export const BillPayments = listOf(BillPayment, 50).min(
  1,
  'payments needs at least one payment. For an unpaid bill, send the agreed method with amount 0.',
)
