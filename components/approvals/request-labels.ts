import { type ApprovalDetails, isLooserRequest } from '#lib/domain/approvals/schema.ts'
import { formatMoney, type Grouping } from '#lib/values/money-text.ts'
import { capitalized } from '#lib/values/text.ts'

/** One line of a request: a label and its value; times are Unix seconds. */
type RequestLine = { label: string; text: string; at?: number }

/** Shown elsewhere on the page, or of no use to a person who decides. */
const HIDDEN = new Set([
  'id',
  'payment_id',
  'customer_id',
  'customer',
  'entity',
  'idempotency_key',
  'currency',
  // A payment from a wallet has one value of each.
  'method',
  'wallet',
])

const LABELS: Record<string, string> = {
  amount: 'Amount',
  amount_refundable: 'Refundable when requested',
  expected_refundable: 'Refundable when requested',
  fund_account_id: 'Fund account',
  linked_account_notes: 'Notes that the recipient sees',
  on_hold: 'On hold',
  on_hold_until: 'On hold until',
  order_id: 'Order',
  reference_id: 'Reference',
}

/**
 * What a request for money asks for, in words: its amounts in their currency, and the notes of the requester, the reason
 * first. A change of limits is described by its changes.
 */
export function requestLines(approval: ApprovalDetails, grouping: Grouping): RequestLine[] {
  if (isLooserRequest(approval.operation)) return []
  const input = approval.input as Record<string, unknown>
  const { transfers } = input
  const lines = Array.isArray(transfers)
    ? transfers.flatMap((one: Record<string, unknown>, at) =>
        linesOf(one, approval.currency, grouping, transfers.length > 1 ? `${at + 1}. ` : '', ['customer']),
      )
    : [
        ...linesOf(input, approval.currency, grouping),
        ...totalOf(approval, input, grouping),
        ...limitsOf(approval, input, grouping),
      ]
  const reason = lines.filter(({ label }) => label === REASON)
  return [...reason, ...lines.filter(({ label }) => label !== REASON)]
}

/** The amount of the request, where its input has none or leaves something out: fees and tax of a payout. */
function totalOf(
  { amount, currency }: Pick<ApprovalDetails, 'amount' | 'currency'>,
  input: Record<string, unknown>,
  grouping: Grouping,
): RequestLine[] {
  if (input.amount === amount) return []
  const label = input.amount === undefined ? 'Amount' : 'Total with fees and tax'
  return [{ label, text: formatMoney(amount, currency, grouping) }]
}

/** What remains of a payment after the refund, and the threshold that the request is above. */
function limitsOf(
  { amount, currency, threshold }: Pick<ApprovalDetails, 'amount' | 'currency' | 'threshold'>,
  input: Record<string, unknown>,
  grouping: Grouping,
): RequestLine[] {
  const before = input.expected_refundable ?? input.amount_refundable
  const after = typeof before === 'number' ? before - amount : null
  return [
    ...(after === null || after < 0
      ? []
      : [{ label: 'Refundable afterwards', text: formatMoney(after, currency, grouping) }]),
    ...(threshold === null || threshold === undefined
      ? []
      : [{ label: 'Approval threshold', text: formatMoney(threshold, currency, grouping) }]),
  ]
}

const REASON = 'Reason'

function linesOf(
  input: Record<string, unknown>,
  currency: string,
  grouping: Grouping,
  before = '',
  shown: string[] = [],
): RequestLine[] {
  const money = { currency: typeof input.currency === 'string' ? input.currency : currency, grouping }
  return Object.entries(input).flatMap(([name, value]): RequestLine[] => {
    if (HIDDEN.has(name) && !shown.includes(name)) return []
    if (name === 'notes') return notesOf(value, before)
    const said = textOf(name, value, money)
    return said === null ? [] : [{ label: `${before}${LABELS[name] ?? worded(name)}`, ...said }]
  })
}

type Money = { currency: string; grouping: Grouping }

/** A value as text, or as a time; null where there is nothing to say. */
function textOf(
  name: string,
  value: unknown,
  { currency, grouping }: Money,
): Omit<RequestLine, 'label'> | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : { text: value.join(', ') }
  if (/amount|refundable/.test(name)) return { text: formatMoney(Number(value), currency, grouping) }
  if (/_(at|until)$/.test(name)) return { text: '', at: Number(value) }
  if (typeof value === 'boolean') return { text: value ? 'Yes' : 'No' }
  if (name === 'speed') return { text: worded(String(value)) }
  return { text: String(value) }
}

/** The key `reason` is where the dashboard keeps the reason of a refund. */
function notesOf(notes: unknown, before: string): RequestLine[] {
  if (typeof notes !== 'object' || notes === null) return []
  return Object.entries(notes).map(([name, text]) => ({
    label: name === 'reason' ? `${before}${REASON}` : `${before}Note: ${name}`,
    text: String(text),
  }))
}

function worded(name: string): string {
  return capitalized(name.replaceAll('_', ' '))
}
