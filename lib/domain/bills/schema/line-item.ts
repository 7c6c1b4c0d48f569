import { z } from 'zod'
import {
  BillAmount,
  listOf,
  oneOfField,
  Quantity,
  Tags,
  textField,
  WebAddress,
  WeightField,
  wrong,
} from '#lib/domain/bills/schema/bill-field.ts'
import { AdditionalCharges, Taxes } from '#lib/domain/bills/schema/tax.ts'

export const UNITS = ['kg', 'g', 'mg', 'lt', 'ml', 'pc', 'cm', 'm', 'in', 'ft', 'set'] as const

const OBJECT = wrong('Each line item must be an object.')

const fields = {
  name: textField(255).meta({ description: 'Name of the item.', examples: ['Tea, 250 g'] }),
  quantity: Quantity.meta({ description: 'Number of units.', examples: [2] }),
  total_amount: BillAmount.meta({
    description: 'Amount of the line, in the smallest currency unit.',
    examples: [50_000],
  }),
  unit_amount: BillAmount.optional().meta({
    description: 'Price of one unit, in the smallest currency unit.',
    examples: [25_000],
  }),
  unit: oneOfField('unit', UNITS).optional().meta({ description: 'Unit that the quantity is counted in.' }),
  description: textField(1024).optional().meta({ description: 'Description of the item.' }),
  hsn_code: textField(20)
    .optional()
    .meta({ description: 'HSN or SAC code of the item.', examples: ['0902'] }),
  product_code: textField(100).optional().meta({ description: 'Your code of the product (SKU).' }),
  product_uid: textField(100)
    .optional()
    .meta({ description: 'Unique number of the piece, such as its serial number.' }),
  image_url: WebAddress.optional().meta({ description: 'URL of a picture of the item.' }),
  brand: textField(100).optional().meta({ description: 'Brand of the item.' }),
  style: textField(100).optional().meta({ description: 'Style of the item.' }),
  colour: textField(100).optional().meta({ description: 'Colour of the item.' }),
  size: textField(100).optional().meta({ description: 'Size of the item, such as M or 42.' }),
  gross_weight: WeightField.optional().meta({
    description: 'Weight with packaging, in the unit of the line.',
  }),
  net_weight: WeightField.optional().meta({
    description: 'Weight without packaging, in the unit of the line.',
  }),
  tags: Tags.optional().meta({ description: 'Labels of the line, up to 30.' }),
  employee_id: textField(100).optional().meta({ description: 'Your ID of the employee who sold the item.' }),
  additional_charges: AdditionalCharges.optional().meta({
    description: 'Charges on the line, such as packing.',
  }),
  taxes: Taxes.optional().meta({ description: 'Taxes on the line.' }),
}

/** A component of a line. It has no components of its own. */
export const SubItem = z.strictObject(fields, OBJECT)
export type SubItem = z.output<typeof SubItem>

export const LineItem = z.strictObject(
  {
    ...fields,
    sub_items: listOf(SubItem, 50)
      .optional()
      .meta({ description: 'Parts of the line, such as the dishes of a menu. Up to 50.' }),
  },
  OBJECT,
)
export type LineItem = z.output<typeof LineItem>

export const LineItems = listOf(LineItem, 500).min(1, 'line_items names at least one line.')
