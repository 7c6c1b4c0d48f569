import { z } from 'zod'
import {
  BillAmount,
  BillCurrency,
  Percent,
  Quantity,
  RoundingAmount,
  textField,
  wrong,
} from '#lib/domain/bills/schema/bill-field.ts'
import { AdditionalCharges, Discounts } from '#lib/domain/bills/schema/tax.ts'

/** The totals of the bill, as sent: the API does not calculate them. */
export const ReceiptSummary = z.strictObject(
  {
    total_quantity: Quantity.meta({ description: 'Number of units on the bill.', examples: [2] }),
    currency: BillCurrency.meta({ examples: ['INR'] }),
    net_payable_amount: BillAmount.meta({
      description: 'Amount that the customer pays in the end, in the smallest currency unit.',
      examples: [52_500],
    }),
    sub_total_amount: BillAmount.optional().meta({
      description: 'Sum of the lines before tax, in the smallest currency unit.',
      examples: [50_000],
    }),
    total_tax_amount: BillAmount.optional().meta({
      description: 'Sum of the taxes, in the smallest currency unit.',
      examples: [2_500],
    }),
    total_tax_percent: Percent.optional().meta({ description: 'Tax rate on the whole bill, in percent.' }),
    additional_charges: AdditionalCharges.optional().meta({
      description: 'Charges added after tax, such as packing.',
    }),
    payment_status: textField(40)
      .optional()
      .meta({ description: 'Payment status in your words, such as paid.', examples: ['paid'] }),
    delivery_charges: BillAmount.optional().meta({
      description: 'Delivery charge, in the smallest currency unit.',
    }),
    cod_charges: BillAmount.optional().meta({
      description: 'Charge for cash on delivery, in the smallest currency unit.',
    }),
    change_amount: BillAmount.optional().meta({
      description: 'Change returned in cash, in the smallest currency unit.',
    }),
    roundup_amount: RoundingAmount.optional(),
    total_discount_percent: Percent.optional().meta({
      description: 'Discount on the whole bill, in percent.',
    }),
    total_discount_amount: BillAmount.optional().meta({
      description: 'Sum of the discounts, in the smallest currency unit.',
    }),
    discounts: Discounts.optional().meta({ description: 'Discounts on the bill.' }),
    used_wallet_amount: BillAmount.optional().meta({
      description: 'Amount paid from a wallet or points, in the smallest currency unit.',
    }),
  },
  wrong('receipt_summary must be an object.'),
)
export type ReceiptSummary = z.output<typeof ReceiptSummary>
