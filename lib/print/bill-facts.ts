import type { BillAddress, BillCustomer } from '#lib/domain/bills/schema/bill-customer.ts'
import type { BillEvent } from '#lib/domain/bills/schema/bill-event.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'
import { type Messages, type Text, textOf } from '#lib/messages/text.ts'
import { GST_STATES, gstStateOf, stateNamed } from '#lib/values/gstin.ts'
import type { Language } from '#lib/values/language.ts'
import { partsOf } from '#lib/values/time.ts'
import { clockText, payerDate, payerTime } from '#lib/values/time-text.ts'
import { valueName, worded } from './bill-names.ts'

/** Something that a bill says of itself. */
export type Fact = { label: string; value: string }

/** What stands beside the number and the date. */
export function factsOf(bill: BillBody, t: Text): Fact[] {
  return presentFacts({
    [t('paper.place_of_supply')]: placeText(bill, t),
    [t('paper.order')]: bill.order_number,
    [t('paper.store')]: bill.store_code,
    [t('paper.counter')]: bill.billing_pos_number,
    [t('paper.category')]: bill.pos_category && valueName(t, bill.pos_category),
    [t('paper.service')]: bill.order_service_type && valueName(t, bill.order_service_type),
    [t('paper.served_by')]: (bill.employee ?? []).map(employeeName).filter(Boolean).join(', '),
    [t('paper.payment')]:
      bill.receipt_summary.payment_status && valueName(t, bill.receipt_summary.payment_status),
    [t('paper.barcode')]: bill.bar_code_number,
  })
}

/** The state that the supply is taxed in, which a tax invoice has to name: by the customer's GSTIN, else their address. */
function placeText({ receipt_type, customer }: BillBody, t: Text): string | undefined {
  if (receipt_type !== 'tax_invoice') return undefined
  const { gstin, billing_address } = customer ?? {}
  const code = (gstin && gstStateOf(gstin)?.code) || stateNamed(billing_address?.province ?? '')
  return code ? `${stateName(t, code)} (${code})` : undefined
}

/** What the registration of the e-invoice and the loyalty scheme say, in their own words. */
export function registersOf(bill: BillBody, t: Text): { title: string; facts: Fact[] }[] {
  return [
    { title: t('paper.e_invoice'), facts: recordFacts(bill.irn, t) },
    { title: t('paper.loyalty'), facts: recordFacts(bill.loyalty, t) },
  ].filter(({ facts }) => facts.length > 0)
}

function recordFacts(record: BillBody['irn'], t: Text): Fact[] {
  return Object.entries(record ?? {}).map(([name, value]) => ({
    label: worded(name),
    value: wordOf(value, t),
  }))
}

function wordOf(value: string | number | boolean, t: Text): string {
  return typeof value === 'boolean' ? t(value ? 'paper.yes' : 'paper.no') : String(value)
}

type Employee = NonNullable<BillBody['employee']>[number]

function employeeName(employee: Employee): string {
  if (typeof employee === 'string') return employee
  const { name, employee_name, id, employee_id } = employee
  return String(name ?? employee_name ?? id ?? employee_id ?? '')
}

/** The event that the tickets are for: its name is the heading. */
export function eventFacts(event: BillEvent, zone: string, language: Language): Fact[] {
  const t = textOf(language)
  return presentFacts({
    [t('paper.when')]: whenText(event, zone, language),
    [t('paper.where')]: event.location,
    [t('paper.room')]: event.room,
    [t(event.seats?.length === 1 ? 'paper.seat' : 'paper.seats')]: event.seats?.join(', '),
  })
}

/** "3 Nov 2026, 19:30 IST to 22:00", or with both dates when it ends on another day. */
function whenText(
  { start_timestamp: start, end_timestamp: end }: BillEvent,
  zone: string,
  language: Language,
): string | undefined {
  const t = textOf(language)
  if (start === undefined)
    return end === undefined ? undefined : t('paper.until', { time: payerTime(end, zone, language) })
  if (end === undefined) return payerTime(start, zone, language)
  const [first, last] = [partsOf(zone, start), partsOf(zone, end)]
  const sameDay = first.year === last.year && first.month === last.month && first.day === last.day
  return sameDay
    ? t('paper.between', {
        from: `${payerDate(start, zone, language)}, ${clockText(start, zone)}`,
        to: clockText(end, zone),
      })
    : t('paper.between', { from: payerTime(start, zone, language), to: payerTime(end, zone, language) })
}

function presentFacts(facts: Record<string, string | undefined>): Fact[] {
  return Object.entries(facts).flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

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

/** The name of a state or union territory by its GST code, in the language of the reader, or null. */
export function stateName(t: Text, code: string): string | null {
  return Object.hasOwn(GST_STATES, code) ? t(`states.${code as keyof Messages['states']}`) : null
}
