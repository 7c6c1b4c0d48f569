import type { Json } from '#lib/surfaces/openapi/schemas.ts'

/** Descriptions of properties whose schema has none, by name: a name means the same everywhere. */
const WORDS: Record<string, string> = {
  account_id: 'ID of the account: one mode of one merchant.',
  account_number: 'Bank account number, as a string so that leading zeros are kept.',
  account_type: 'bank_account.',
  acquirer_data: 'Bank references: rrn, arn, utr or auth_code. An empty array until the bank returns one.',
  active: 'Whether the record is active.',
  alert_email: 'Email that is notified when deliveries fail.',
  amount: 'Amount in the smallest currency unit (paise for INR).',
  amount_due: 'Amount still to be paid.',
  amount_paid: 'Amount paid so far.',
  amount_refunded: 'Amount refunded so far, including pending refunds.',
  amount_reversed: 'Amount reversed so far.',
  attempts: 'Number of payment attempts, including failed ones.',
  authorized: '1 returns only orders with an authorized payment, 0 only orders without one.',
  balance: 'Balance in the smallest currency unit.',
  bank: 'Bank code, for netbanking payments.',
  bank_account: 'The bank account.',
  bank_name: 'Name of the bank, derived from the IFSC.',
  batch_id: 'ID of the bulk upload that created it, or null.',
  bill_id: 'ID of the bill, with the prefix bill_.',
  callback_url: 'After payment, the payer is redirected here with the signed order and payment IDs.',
  captured: 'Whether the payment was captured. Stays true after a refund.',
  card: 'Card details. Only with expand[]=card.',
  card_id: 'ID of the card, for card payments.',
  contact: 'Phone number of the customer.',
  contains: 'Names of the entities in payload.',
  count: 'Number of items in this response.',
  created_at: 'Time of creation, as a Unix timestamp in seconds.',
  credit: 'Amount credited, in the smallest currency unit.',
  currency: 'Three-letter ISO 4217 currency code.',
  customer: 'ID of the customer, with the prefix cust_.',
  customer_id: 'ID of the customer, with the prefix cust_.',
  cvv: '3 or 4 digit security code of the card. Never stored.',
  debit: 'Amount debited, in the smallest currency unit.',
  description: 'Free text of your own.',
  disabled_at: 'When deliveries were disabled, as a Unix timestamp in seconds.',
  disabled_reason: 'Why deliveries were disabled.',
  email: 'Email of the customer.',
  entity: 'Type of this object.',
  error_code: 'Error code of a failed payment, or null.',
  error_description: 'Explanation of the failure, or null.',
  error_reason: 'Machine-readable reason of the failure, see the list of errors, or null.',
  error_source: 'Where the failure happened: customer, bank, gateway or business. Null without a failure.',
  error_step: 'Step at which the payment failed, or null.',
  event: 'Name of the event.',
  events: 'Event names. * subscribes to all events.',
  expand: 'Related objects to include in the response.',
  expiry_month: 'Expiry month of the card, 1 to 12.',
  expiry_year: 'Expiry year of the card, two or four digits.',
  failure_reason: 'Why the payout was reversed.',
  fee: 'Fee charged, including tax. Null before capture.',
  fees: 'Fee charged, excluding tax.',
  first_payment_min_amount: 'Minimum amount of the first partial payment.',
  fund_account_id: 'ID of the fund account, with the prefix fa_.',
  gstin: 'Goods and Services Tax Identification Number (GSTIN).',
  id: 'Unique ID.',
  ifsc: 'Unique ID.',
  international: 'Whether the card was issued outside India.',
  invoice_id: 'Always null.',
  issuer: 'Bank that issued the card.',
  items: 'Items of the list, newest first.',
  last4: 'Last four digits of the card.',
  linked_account_notes: 'Keys of notes that the recipient can see.',
  method: 'Payment method: card, upi, netbanking or wallet.',
  mime_type: 'Content type of the file.',
  name: 'Name of the person or file.',
  narration: 'Text on the bank statement, up to 30 letters, digits and spaces.',
  network: 'Card network, such as Visa.',
  notes: 'Your own key-value pairs. An empty array when there are none.',
  offer_id: 'Always null.',
  on_hold: 'Whether the transfer is on hold.',
  on_hold_until: 'When the hold ends, as a Unix timestamp in seconds.',
  order_id: 'ID of the order, with the prefix order_.',
  partial_payment: 'Whether the order accepts partial payments.',
  payload: 'Entities of the event, as they were when it happened.',
  payment_id: 'ID of the payment, with the prefix pay_.',
  payments: 'Payments of the order. Only with expand[]=payments.',
  purpose: 'Purpose, in your own words or from the listed values.',
  receipt: 'Your reference, up to 40 characters.',
  receipt_number: 'Bill number, unique in the account.',
  receipt_url: "URL of the bill's public page.",
  recipient: 'ID of the customer whose wallet receives the transfer.',
  reference_id: 'Your reference.',
  refund_id: 'ID of the refund, with the prefix rfnd_.',
  refund_status: 'Refund status: null, partial or full.',
  secret: 'Signing secret of the endpoint. Generated if omitted.',
  secret_exists: 'Whether the endpoint has a signing secret.',
  service_order_id: 'ID of the order, as signed.',
  service_payment_id: 'ID of the payment, as signed.',
  service_signature: "Lowercase hex HMAC-SHA256 of order_id|payment_id with your key's secret.",
  sha256: 'Lowercase hex SHA-256 of the content.',
  size: 'Size in bytes.',
  source: 'ID of the object that this came from.',
  speed: 'normal: 5 to 7 working days. optimum: instant where the method supports it.',
  speed_processed: 'Speed at which the refund was processed. Null while pending.',
  speed_requested: 'Requested speed.',
  status: 'Current status.',
  store_code: 'Code of the store.',
  tax: 'Tax on the fee.',
  token_id: 'Always null.',
  transfer_id: 'ID of the transfer, with the prefix trf_.',
  transfers: 'The transfers to create; exactly one per request.',
  type: 'Type of the record.',
  updated_at: 'Time of the last change, as a Unix timestamp in seconds.',
  url: 'URL of your endpoint, which receives POST requests.',
  utr: 'Unique transaction reference (UTR) of the bank.',
  version: 'Version number, which grows with each change.',
  vpa: 'UPI ID, such as name@bank.',
  wallet: 'Wallet that the payment was made from.',
}

/** Adds to each property the description that its schema does not have. */
export function describeMembers(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map((each) => describeMembers(each as Json)) as unknown as Json
  if (typeof schema !== 'object' || schema === null) return schema
  const described = Object.entries(schema).map(([key, value]) => {
    if (key === 'properties') return [key, membersOf(value as Record<string, Json>)]
    const holds = ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'prefixItems'].includes(key)
    return [key, holds ? describeMembers(value as Json) : value]
  })
  return Object.fromEntries(described)
}

function membersOf(properties: Record<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const schema = describeMembers(member)
      const words = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined
      return [
        name,
        words === undefined || 'description' in schema ? schema : { ...schema, description: words },
      ]
    }),
  )
}
