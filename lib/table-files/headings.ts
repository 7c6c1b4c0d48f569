/** What a column of a file that people upload can hold. */
export type Heading =
  | 'payment_id'
  | 'reason'
  | 'date'
  | 'value_date'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'side'
  | 'balance'
  | 'reference'
  | 'description'

/**
 * Usual headings, the first that matches: of statements of banks in India, Malaysia, Singapore and the United States, and
 * of lists of payments to refund. They are compared without case, marks, and a currency in brackets.
 */
const HEADINGS: [Heading, RegExp][] = [
  ['payment_id', /^(?:razorpay )?(?:payment|pay|pmt)(?: ?id| no| number| reference)?$|^id$/],
  ['reason', /^(?:refund )?reason$/],
  ['value_date', /value (?:date|dat|dt)\b|^val(?:ue)? ?dt$/],
  [
    'date',
    /^(?:txn|tran|trans|transaction|posting|post|posted|booking|booked|entry|effective)?\s*(?:date|dt)\b/,
  ],
  ['date', /\bdate$|^date |^posted on$|^day$|^timestamp$/],
  ['balance', /balance|^(?:closing |running |available |ledger )?bal\b/],
  ['side', /^(?:cr|dr|credit|debit) ?(?:or )?(?:dr|cr|debit|credit)(?: (?:ind|indicator|flag|mark|type))?$/],
  [
    'side',
    /^(?:txn |tran |transaction )?(?:type|side|sign|indicator)$|^(?:cr|dr) (?:ind|indicator|flag|mark)$/,
  ],
  ['amount', /^(?=.*(?:credit|deposit|\bcr\b))(?=.*(?:debit|withdraw|\bdr\b))/],
  [
    'credit',
    /^(?!.*\b(?:account|a c|bank|branch|card|count|currency|date|limit|mode|name|number|no|status)\b).*(?:credit|deposit)|paid in|money in|^cr(?: amount| amt)?$|\bcr amount|^receipts?$|^lodgement/,
  ],
  [
    'debit',
    /^(?!.*\b(?:account|a c|bank|branch|card|count|currency|date|limit|mode|name|number|no|status)\b).*(?:debit|withdraw)|paid out|money out|^dr(?: amount| amt)?$|\bdr amount/,
  ],
  ['amount', /amount|\bamt\b|^refund$/],
  ['reference', /utr|\bref|cheque|chq|instrument|rrn|voucher|^(?:txn|tran|transaction) (?:id|no|number)$/],
  ['description', /narration|descr|particular|remark|detail|memo|narrative|payee|counterparty/],
]

/** What a heading names; null for one that is not known. */
export function headingOf(head: string): Heading | null {
  const text = normal(head)
  if (text === '' || text.length > 60) return null
  return HEADINGS.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** Whether a heading that is not used says that its column holds money. */
export function looksLikeAmount(head: string): boolean {
  return /amount|\bamt\b|₹|\binr\b|\brs\b|rupee|\brefund(?! (?:id|date|reason|status|type|note))|\bsum\b|\btotal\b|\bvalue\b|price|\bpaid\b/i.test(
    head.toLowerCase().replace(/[_./()[\]-]+/g, ' '),
  )
}

/**
 * Whether a heading says that its column has the amount to move, in the main unit of a currency. Other amounts of a list of
 * payments (of the order, refunded before, in paise) do not.
 */
export function namesAmountToMove(head: string, kind: 'refund' | 'capture', currency: string): boolean {
  if (CURRENCIES.some(([code, pattern]) => code !== currency && pattern.test(head))) return false
  const text = normal(head)
  return /^(?:amount|amt)$/.test(text) || MOVED[kind].test(text)
}
const MOVED = {
  refund: /^refund (?:amount|amt)$|^(?:amount|amt) (?:to|of) refund$|^refund$|^amount to be refunded$/,
  capture: /^capture (?:amount|amt)$|^(?:amount|amt) (?:to|of) capture$|^amount to be captured$/,
}
const CURRENCIES: [string, RegExp][] = [
  ['INR', /\b(?:inr|rs|rupees?)\b|₹/i],
  ['MYR', /\b(?:myr|rm)\b/i],
  ['SGD', /\bsgd\b|s\$/i],
  ['USD', /\b(?:usd|us\$)|(?<!s)\$/i],
]

function normal(head: string): string {
  return head
    .toLowerCase()
    .replace(/[([]\s*(?:in )?(?:inr|rs\.?|₹|rupees?|myr|rm|sgd|s\$|usd|\$)\s*[)\]]/g, ' ')
    .replace(/\b(?:in )(?:inr|rs\.?|rupees?)\b|\b(?:inr|myr|sgd|usd)$/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
