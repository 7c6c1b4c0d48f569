import { z } from 'zod'
import {
  BillAmount,
  BillCurrency,
  Percent,
  Quantity,
  RoundingAmount,
  text,
  wrong,
} from '#lib/domain/bills/schema/member.ts'
import { AdditionalCharges, Discounts } from '#lib/domain/bills/schema/tax.ts'

/** What the bill comes to. Its sums are the sender's: the interface does not work them out again. */
export const ReceiptSummary = z.strictObject(
  {
    total_quantity: Quantity,
    currency: BillCurrency,
    net_payable_amount: BillAmount,
    sub_total_amount: BillAmount.optional(),
    total_tax_amount: BillAmount.optional(),
    total_tax_percent: Percent.optional(),
    additional_charges: AdditionalCharges.optional(),
    payment_status: text(40).optional(),
    delivery_charges: BillAmount.optional(),
    cod_charges: BillAmount.optional(),
    change_amount: BillAmount.optional(),
    roundup_amount: RoundingAmount.optional(),
    total_discount_percent: Percent.optional(),
    total_discount_amount: BillAmount.optional(),
    discounts: Discounts.optional(),
    used_wallet_amount: BillAmount.optional(),
  },
  wrong('receipt_summary must be an object.'),
)
export type ReceiptSummary = z.output<typeof ReceiptSummary>
