import { z } from 'zod'
import { BillAmount, listOf, Percent, textField, wrong } from '#lib/domain/bills/schema/bill-field.ts'

const OBJECT = wrong('The value must be an object.')

/** A tax on the whole bill, or on a line: CGST, SGST, IGST, cess. */
export const Tax = z.strictObject(
  {
    name: textField(100).meta({ description: 'Name of the tax, such as CGST.', examples: ['CGST'] }),
    percentage: Percent.optional().meta({ description: 'Rate of the tax, in percent.', examples: [5] }),
    amount: BillAmount.meta({
      description: 'Amount of the tax, in the smallest currency unit.',
      examples: [2_500],
    }),
  },
  OBJECT,
)
export type Tax = z.output<typeof Tax>

/** A charge beside the goods: packing, delivery, a tip. */
export const AdditionalCharge = z.strictObject(
  {
    description: textField(200).optional().meta({ description: 'What is charged, such as packing.' }),
    amount: BillAmount.optional().meta({
      description: 'Amount of the charge, in the smallest currency unit.',
    }),
    percent: Percent.optional().meta({ description: 'Rate of the charge, in percent.' }),
  },
  OBJECT,
)
export type AdditionalCharge = z.output<typeof AdditionalCharge>

export const Discount = z.strictObject(
  {
    name: textField(200).optional().meta({ description: 'Name of the discount, such as a coupon.' }),
    amount: BillAmount.optional().meta({
      description: 'Amount of the discount, in the smallest currency unit.',
    }),
    percent: Percent.optional().meta({ description: 'Rate of the discount, in percent.' }),
    product_code: textField(100)
      .optional()
      .meta({ description: 'Your code of the product that the discount is on.' }),
    hsn_code: textField(20)
      .optional()
      .meta({ description: 'HSN or SAC code of the product that the discount is on.' }),
    reference_id: textField(100)
      .optional()
      .meta({ description: 'Your reference, such as the code of the coupon.' }),
  },
  OBJECT,
)
export type Discount = z.output<typeof Discount>

export const Taxes = listOf(Tax, 50)
export const AdditionalCharges = listOf(AdditionalCharge, 50)
export const Discounts = listOf(Discount, 50)
