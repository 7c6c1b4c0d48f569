import { z } from 'zod'
import {
  BillAmount,
  listOf,
  oneOf,
  Quantity,
  Tags,
  text,
  WebAddress,
  Weight,
  wrong,
} from '#lib/domain/bills/schema/member.ts'
import { AdditionalCharges, Taxes } from '#lib/domain/bills/schema/tax.ts'

export const UNITS = ['kg', 'g', 'mg', 'lt', 'ml', 'pc', 'cm', 'm', 'in', 'ft', 'set'] as const

const OBJECT = wrong('Each line item must be an object.')

const members = {
  name: text(255),
  quantity: Quantity,
  total_amount: BillAmount,
  unit_amount: BillAmount.optional(),
  unit: oneOf('unit', UNITS).optional(),
  description: text(1024).optional(),
  hsn_code: text(20).optional(),
  product_code: text(100).optional(),
  product_uid: text(100).optional(),
  image_url: WebAddress.optional(),
  brand: text(100).optional(),
  style: text(100).optional(),
  colour: text(100).optional(),
  size: text(100).optional(),
  gross_weight: Weight.optional(),
  net_weight: Weight.optional(),
  tags: Tags.optional(),
  employee_id: text(100).optional(),
  additional_charges: AdditionalCharges.optional(),
  taxes: Taxes.optional(),
}

/** A part of a line. It has no parts of its own. */
export const SubItem = z.strictObject(members, OBJECT)
export type SubItem = z.output<typeof SubItem>

/** What was bought. */
export const LineItem = z.strictObject({ ...members, sub_items: listOf(SubItem, 50).optional() }, OBJECT)
export type LineItem = z.output<typeof LineItem>

export const LineItems = listOf(LineItem, 500).min(1, 'line_items names at least one line.')
