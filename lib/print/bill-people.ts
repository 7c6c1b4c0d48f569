import type { BillAddress, BillCustomer } from '#lib/domain/bills/schema/bill-customer.ts'
import type { Text } from '#lib/messages/text.ts'
import { stateName } from './state-name.ts'

/** A party of a bill: a name, and lines below it. */
export type LayoutPerson = { title: string; name: string; lines: string[] }

/** The customer, and where the goods go when that is another place. */
export function peopleOf(customer: BillCustomer | undefined, t: Text): LayoutPerson[] {
  if (!customer) return []
  const { billing_address: billing, shipping_address: shipping } = customer
  const person: LayoutPerson = {
    title: t('paper.billed_to'),
    name: customer.company_name ?? customer.name ?? '',
    lines: [
      customer.company_name ? (customer.name ?? '') : '',
      ...addressLines(billing),
      customer.gstin ? gstinLine(customer.gstin, t) : '',
      customer.pan ? `PAN ${customer.pan}` : '',
      customer.contact ? contactText(customer.contact) : '',
      customer.email ?? '',
    ].filter((line) => line !== ''),
  }
  const there = addressLines(shipping)
  const people = person.name === '' && person.lines.length === 0 ? [] : [person]
  if (there.length === 0 || there.join() === addressLines(billing).join()) return people
  return [...people, { title: t('paper.shipped_to'), name: '', lines: there }]
}

/** "GSTIN 29ABCDE1234F1Z5 (Karnataka)" */
export function gstinLine(gstin: string, t: Text): string {
  const state = stateName(t, gstin.slice(0, 2))
  return state ? `GSTIN ${gstin} (${state})` : `GSTIN ${gstin}`
}

function addressLines(address: BillAddress | undefined): string[] {
  if (!address) return []
  const { address_line_1, address_line_2, landmark, city, province, pin_code, country } = address
  const place = [city, pin_code].filter(Boolean).join(' ')
  return [
    address_line_1,
    address_line_2,
    landmark,
    [place, province].filter(Boolean).join(', '),
    country,
  ].flatMap((line) => (line ? [line] : []))
}

/** An Indian number in the groups that it is read in. Others keep their digits: the plans of the world are large. */
function contactText(contact: string): string {
  const digits = /^(?:\+?91)?([6-9]\d{4})(\d{5})$/.exec(contact.replace(/[\s()-]/g, ''))
  return digits ? `+91 ${digits[1]} ${digits[2]}` : contact
}
