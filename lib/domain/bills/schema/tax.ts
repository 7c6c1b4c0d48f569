import { z } from 'zod'
import { BillAmount, listOf, Percent, text, wrong } from '#lib/domain/bills/schema/member.ts'

const OBJECT = wrong('The value must be an object.')

/** A tax on the whole bill, or on a line: CGST, SGST, IGST, cess. */
export const Tax = z.strictObject(
  { name: text(100), percentage: Percent.optional(), amount: BillAmount },
  OBJECT,
)
export type Tax = z.output<typeof Tax>

/** Something that is charged beside the goods: packing, delivery, a tip. */
export const AdditionalCharge = z.strictObject(
  { description: text(200).optional(), amount: BillAmount.optional(), percent: Percent.optional() },
  OBJECT,
)
export type AdditionalCharge = z.output<typeof AdditionalCharge>

/** Something that was taken off. */
export const Discount = z.strictObject(
  {
    name: text(200).optional(),
    amount: BillAmount.optional(),
    percent: Percent.optional(),
    product_code: text(100).optional(),
    hsn_code: text(20).optional(),
    reference_id: text(100).optional(),
  },
  OBJECT,
)
export type Discount = z.output<typeof Discount>

export const Taxes = listOf(Tax, 50)
export const AdditionalCharges = listOf(AdditionalCharge, 50)
export const Discounts = listOf(Discount, 50)
