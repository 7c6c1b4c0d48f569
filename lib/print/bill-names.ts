import type { ReceiptType } from '#lib/domain/bills/schema/body.ts'
import type { Text } from '#lib/messages/text.ts'
import { capitalized } from '#lib/values/text.ts'

/** What stands at the head of a bill. */
export function billTitle(t: Text, type: ReceiptType): string {
  return t(`paper.title_${type}`)
}

/** What the last line of the sums is called: money that goes back is not to be paid. */
export function totalLabelOf(t: Text, type: ReceiptType): string {
  if (type === 'credit_invoice' || type === 'sales_return_invoice') return t('paper.net_credit')
  return t(type === 'order_confirmation' ? 'paper.order_total' : 'paper.net_payable')
}

const METHODS = {
  card: 'paper.method_card',
  upi: 'methods.upi',
  netbanking: 'paper.method_netbanking',
  wallet: 'paper.method_wallet',
  emi: 'methods.emi',
  cod: 'paper.method_cod',
  cash: 'paper.method_cash',
} as const

/** A way of paying in words: "upi" is "UPI", "gift_card" is "Gift card". What is written in words already stays. */
export function methodName(t: Text, method: string): string {
  const known = method.toLowerCase()
  return Object.hasOwn(METHODS, known) ? t(METHODS[known as keyof typeof METHODS]) : worded(method)
}

const VALUES = {
  counter: 'paper.value_counter',
  self_checkout: 'paper.value_self_checkout',
  dine_in: 'paper.value_dine_in',
  takeaway: 'paper.value_takeaway',
  pickup: 'paper.value_pickup',
  delivery: 'paper.value_delivery',
  paid: 'paper.value_paid',
  unpaid: 'paper.value_unpaid',
  partially_paid: 'paper.value_partially_paid',
  pending: 'paper.value_pending',
  failed: 'paper.value_failed',
  refunded: 'paper.value_refunded',
} as const

/**
 * A category, a kind of service or a status in the language of the reader: "self-checkout" is "Self-checkout". Merchants
 * may write any other, which stays as it is.
 */
export function valueName(t: Text, value: string): string {
  const known = value.toLowerCase().replace(/[\s-]+/g, '_')
  return Object.hasOwn(VALUES, known) ? t(VALUES[known as keyof typeof VALUES]) : worded(value)
}

/** A field name as a label: "irn_number" is "IRN number". */
export function worded(name: string): string {
  if (!/^[a-z0-9_]+$/.test(name)) return name
  const words = name.split('_').filter((word) => word !== '')
  return words
    .map((word, index) => (SHORT.has(word) ? word.toUpperCase() : index === 0 ? capitalized(word) : word))
    .join(' ')
}
const SHORT = new Set(['irn', 'upi', 'pos', 'qr', 'id', 'emi', 'gst', 'gstin', 'pan', 'hsn', 'cod'])
