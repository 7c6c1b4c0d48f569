import type { Json } from '#lib/surfaces/openapi/schemas.ts'

/** What a member is, where its schema does not say so itself: by its name, since one name means one thing everywhere. */
const WORDS: Record<string, string> = {
  account_id: 'The account: one mode of one merchant.',
  account_number: 'The number of the bank account, as text, so that its leading zeros stay.',
  account_type: 'bank_account.',
  acquirer_data: 'What the bank said: rrn, arn, utr, auth_code. An empty list until it has said something.',
  active: 'Whether it is in use.',
  alert_email: 'Who is told when deliveries fail.',
  amount: 'Integer in the smallest currency subunit (paise for INR).',
  amount_due: 'What is left to pay.',
  amount_paid: 'What has been paid.',
  amount_refunded: 'What has been given back, pending refunds included.',
  amount_reversed: 'What has been taken back.',
  attempts: 'How many payments were tried, failed ones included.',
  authorized: '1: only those with an authorized payment; 0: only those without.',
  balance: 'In the smallest currency subunit.',
  bank: 'The code of the bank, for netbanking.',
  bank_account: 'The account at the bank.',
  bank_name: 'The bank, as its IFSC names it.',
  batch_id: 'The batch that it came from, if any.',
  bill_id: 'Identifier with the prefix bill_.',
  callback_url: 'Where the checkout page returns the payer, with the signed ids.',
  captured: 'Whether the money was taken; stays true after a refund.',
  card: 'The card: with expand[]=card only.',
  card_id: 'Identifier of the card, for payments by card.',
  contact: 'A phone number.',
  contains: 'The names of what the payload holds.',
  count: 'How many items there are here.',
  created_at: 'Unix seconds.',
  credit: 'What came in, in the smallest currency subunit.',
  currency: 'ISO 4217 code.',
  customer: 'Identifier with the prefix cust_.',
  customer_id: 'Identifier of the customer, with the prefix cust_.',
  cvv: 'The three or four digits of the card. Never kept.',
  debit: 'What went out, in the smallest currency subunit.',
  description: 'A text of your own.',
  disabled_at: 'When deliveries were stopped, in Unix seconds.',
  disabled_reason: 'Why deliveries were stopped.',
  email: 'An e-mail address.',
  entity: 'What kind of object this is.',
  error_code: 'Why it failed: the code of the table of errors.',
  error_description: 'Why it failed, in a sentence.',
  error_reason: 'Why it failed: a reason of the table of errors.',
  error_source: 'Whose doing the failure was.',
  error_step: 'At which step it failed.',
  event: 'The name of what happened.',
  events: 'Names of events; * stands for all.',
  expand: 'What else to put into the answer.',
  expiry_month: 'The month in which the card expires: 1 to 12.',
  expiry_year: 'The year in which the card expires: two or four digits.',
  failure_reason: 'Why it came back.',
  fee: 'What it cost, tax included; null before capture.',
  fees: 'What it cost, before tax.',
  first_payment_min_amount: 'The least that a first part payment may be.',
  fund_account_id: 'Identifier of the fund account, with the prefix fa_.',
  gstin: 'Goods and Services Tax identification number.',
  id: 'Identifier.',
  ifsc: 'The branch of the bank: four letters, a zero, six letters or digits.',
  international: 'Whether the card is from abroad.',
  invoice_id: 'Always null.',
  issuer: 'The bank that issued the card.',
  items: 'The items, newest first.',
  last4: 'The last four digits of the card.',
  linked_account_notes: 'Keys of notes that the recipient may see.',
  method: 'How it was paid.',
  mime_type: 'What the bytes are.',
  name: 'A name.',
  narration: 'What stands on the bank statement: at most 30 letters, digits and spaces.',
  network: 'The network of the card.',
  notes: 'Pairs of text of your own. An empty list when there are none.',
  offer_id: 'Always null.',
  on_hold: 'Whether the wallet gets the money later.',
  on_hold_until: 'When the hold ends, in Unix seconds.',
  order_id: 'Identifier of the order, with the prefix order_.',
  partial_payment: 'Whether the order may be paid in parts.',
  payload: 'Snapshots of what the event is about, at the time of the event.',
  payment_id: 'Identifier of the payment, with the prefix pay_.',
  payments: 'The payments on the order: with expand[]=payments only.',
  purpose: 'What it is for.',
  receipt: 'A reference of your own, at most 40 characters.',
  receipt_number: 'The number of the bill, unique in the account.',
  receipt_url: 'The public page of the bill.',
  recipient: 'The customer whose wallet gets it.',
  reference_id: 'A reference of your own.',
  refund_id: 'Identifier of the refund, with the prefix rfnd_.',
  refund_status: 'null, partial or full.',
  secret: 'What deliveries are signed with. Generated when it is left out.',
  secret_exists: 'Whether there is a secret.',
  service_order_id: 'The order, as it was signed.',
  service_payment_id: 'The payment, as it was signed.',
  service_signature: 'HMAC-SHA256 of order_id|payment_id with the secret of your key, as lowercase hex.',
  sha256: 'The SHA-256 of the bytes, as lowercase hex.',
  size: 'In bytes.',
  source: 'Where it came from.',
  speed: 'normal: 5 to 7 working days; optimum: at once where the method allows it.',
  speed_processed: 'How fast it was in the end; null while pending.',
  speed_requested: 'How fast it was asked for.',
  status: 'The state that it is in.',
  store_code: 'The code of the store.',
  tax: 'The tax on the fee.',
  token_id: 'Always null.',
  transfer_id: 'Identifier of the transfer, with the prefix trf_.',
  transfers: 'Exactly one transfer.',
  type: 'Of which type it is.',
  updated_at: 'When it was last changed, in Unix seconds.',
  url: 'An address that takes POST requests.',
  utr: "The bank's reference of the transfer.",
  version: 'Grows with each change.',
  vpa: 'A UPI id: name@bank.',
  wallet: 'The wallet that it was paid from.',
}

/** Adds to each member of each object the words that its schema does not bring. */
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
