import type { BillBody } from '#lib/domain/bills/schema.ts'
import type { Supply } from '#lib/values/gstin.ts'
import { GST_STATES, gstStateOf } from '#lib/values/gstin.ts'
import type { BillDraft, DraftSetting } from './draft.ts'

/** The customer of the bill, or undefined when nothing was typed. The place of supply is the province it is billed to. */
export function customerOf(
  { customer }: BillDraft,
  supply: Supply,
  { country, seller_state }: DraftSetting,
  preserved: Record<string, unknown>,
): BillBody['customer'] {
  const text = (value: string) => value.trim() || undefined
  const gstin = text(customer.gstin.toUpperCase())
  const place =
    (gstin && gstStateOf(gstin)?.code) || customer.place || (supply === 'between' ? '' : seller_state)
  const lines = {
    address_line_1: text(customer.address),
    city: text(customer.city),
    pin_code: text(customer.pin_code),
  }
  const isSaid = Object.values(lines).some((line) => line !== undefined) || customer.place !== '' || gstin
  const fields = {
    customer_id: text(customer.customer_id),
    name: text(customer.name),
    company_name: text(customer.company_name),
    email: text(customer.email),
    contact: text(customer.contact),
    gstin,
  }
  const billing_address =
    country === 'IN' && isSaid && place ? { ...lines, province: GST_STATES[place], country: 'India' } : lines
  const filled = (object: object) => Object.values(object).some((value) => value !== undefined)
  if (!filled(fields) && !filled(billing_address) && !filled(preserved)) return undefined
  return { ...preserved, ...fields, billing_address: filled(billing_address) ? billing_address : undefined }
}
