import { capitalized } from '#lib/values/text.ts'

const NAMES: Record<string, string> = {
  line_items: 'Line',
  payments: 'Payment',
  receipt_summary: '',
  receipt_timestamp: 'date',
  receipt_type: 'type',
  receipt_delivery: 'delivery',
  net_payable_amount: 'net payable',
  sub_total_amount: 'sub-total',
  total_tax_amount: 'total tax',
  total_discount_amount: 'total discount',
  roundup_amount: 'round-off',
  change_amount: 'change',
  unit_amount: 'price',
  total_amount: 'amount',
  hsn_code: 'HSN',
  delivery_charges: 'delivery charge',
  additional_charges: 'charge',
  discounts: 'discount',
  taxes: 'tax',
  seats: 'seat',
  payment_reference_id: 'reference',
}

/** The label of a field of a bill: "line_items.0.unit_amount" is "Line 1, price". */
export function fieldLabel(field: string): string {
  const words: string[] = []
  for (const part of field.split('.')) {
    const last = words.length - 1
    if (/^\d+$/.test(part)) words[last] = `${words[last]} ${Number(part) + 1}`
    else words.push(NAMES[part] ?? part.replaceAll('_', ' '))
  }
  return capitalized(words.filter((word) => word !== '').join(', '))
}

/** How a value is formatted: as an amount, a timestamp or text. */
export function differenceKindOf(field: string, value: unknown): 'amount' | 'timestamp' | 'text' {
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (typeof value !== 'number') return 'text'
  if (name === 'amount' || name.endsWith('_amount') || name.endsWith('_charges')) return 'amount'
  return name.endsWith('_timestamp') ? 'timestamp' : 'text'
}

/** Any other value in few words: an object by its properties. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(valueText).join('; ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, field]) => `${name.replaceAll('_', ' ')}: ${valueText(field)}`)
    .join(', ')
}
