import type { ReceiptType } from '#lib/domain/bills/schema/body.ts'

/** What stands at the head of a bill of each type. */
export const BILL_TITLES: Record<ReceiptType, string> = {
  tax_invoice: 'Tax invoice',
  sales_invoice: 'Sales invoice',
  sales_return_invoice: 'Sales return',
  proforma_invoice: 'Proforma invoice',
  credit_invoice: 'Credit note',
  purchase_invoice: 'Purchase invoice',
  debit_invoice: 'Debit note',
  order_confirmation: 'Order confirmation',
}

/** What the last line of the sums is called: money that goes back is not to be paid. */
export function totalLabelOf(type: ReceiptType): string {
  if (type === 'credit_invoice' || type === 'sales_return_invoice') return 'Net credit'
  return type === 'order_confirmation' ? 'Order total' : 'Net payable'
}

const METHODS: Record<string, string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
  cod: 'Cash on delivery',
  cash: 'Cash',
}

/** A way of paying in words: "upi" is "UPI", "gift_card" is "Gift card". What is written in words already stays. */
export function methodName(method: string): string {
  return METHODS[method.toLowerCase()] ?? worded(method)
}

/** A field name as a label: "irn_number" is "IRN number". */
export function worded(name: string): string {
  if (!/^[a-z0-9_]+$/.test(name)) return name
  const words = name.split('_').filter((word) => word !== '')
  return words
    .map((word, index) => (SHORT.has(word) ? word.toUpperCase() : index === 0 ? capital(word) : word))
    .join(' ')
}
const SHORT = new Set(['irn', 'upi', 'pos', 'qr', 'id', 'emi', 'gst', 'gstin', 'pan', 'hsn', 'cod'])

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
