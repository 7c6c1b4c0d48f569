import type { BusinessCategory, ReceiptDelivery, ReceiptType } from '#lib/domain/bills/schema/body.ts'
import type { DeliveryStatus } from '#lib/domain/bills/schema.ts'

/** API values and their labels. */
export const BILL_TYPE_LABELS: Record<ReceiptType, string> = {
  tax_invoice: 'Tax invoice',
  sales_invoice: 'Sales invoice',
  sales_return_invoice: 'Sales return',
  proforma_invoice: 'Proforma invoice',
  credit_invoice: 'Credit note',
  purchase_invoice: 'Purchase invoice',
  debit_invoice: 'Debit note',
  order_confirmation: 'Order confirmation',
}

export const CATEGORY_LABELS: Record<BusinessCategory, string> = {
  retail_and_consumer_goods: 'Retail and consumer goods',
  food_and_beverages: 'Food and beverages',
  events: 'Events',
  other_services: 'Other services',
}

export const BUSINESS_LABELS = { retail: 'In store', ecommerce: 'Online' } as const

export const DELIVERY_LABELS: Record<ReceiptDelivery, string> = {
  print: 'Printed',
  digital: 'Digital link',
  digital_and_print: 'Both',
}

/** How a bill reached its customer by mail. */
export const SENT_LABELS: Record<DeliveryStatus, string> = {
  none: 'Not sent',
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  kept: 'Kept in outbox',
}

export const BILL_METHODS = [
  'Cash',
  'UPI',
  'Card',
  'Netbanking',
  'Wallet',
  'Bank transfer',
  'Cheque',
  'On account',
]
