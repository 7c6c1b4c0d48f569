import type { BillEvent } from '#lib/domain/bills/schema/bill-event.ts'
import type { BillBody } from '#lib/domain/bills/schema.ts'
import { type Text, textOf } from '#lib/messages/text.ts'
import { gstStateOf } from '#lib/values/gstin.ts'
import type { Language } from '#lib/values/language.ts'
import { payerDate, payerTime } from '#lib/values/payer-time.ts'
import { stateNamed } from '#lib/values/place-of-supply.ts'
import { partsOf } from '#lib/values/time.ts'
import { clockText } from '#lib/values/time-text.ts'
import { valueName, worded } from './bill-names.ts'
import { stateName } from './state-name.ts'

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
