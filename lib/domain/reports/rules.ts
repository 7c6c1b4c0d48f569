import { readSpokenPeriod, type Span } from '#lib/filters/spoken-time.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { DAY } from '#lib/values/time.ts'

const MAX_DAYS = 92

type Sent = { period?: string | undefined; from?: number | undefined; to?: number | undefined }

/**
 * The period of a report, by its name or by its ends.
 * @param standard the name of the period where none is sent
 * @throws input_validation_failed
 */
export function reportPeriodOf(sent: Sent, standard: string, zone: string, now: number): Span {
  const [field, span] =
    sent.from === undefined && sent.to === undefined
      ? (['period', namedPeriod(sent.period ?? standard, zone, now)] as const)
      : (['from', between(sent, now)] as const)
  if (span.to - span.from > MAX_DAYS * DAY)
    throw refused('input_validation_failed', `A period can be up to ${MAX_DAYS} days.`, { field })
  return span
}

function namedPeriod(text: string, zone: string, now: number): Span {
  const span = readSpokenPeriod(text, zone, now)
  if (span) return span
  throw refused(
    'input_validation_failed',
    'period must be a day or a period, such as "yesterday", "last Monday", "last 7 days", "last month", "24 Nov 2026" or "2026-11-01 to 2026-11-15".',
    { field: 'period' },
  )
}

function between({ period, from, to }: Sent, now: number): Span {
  if (period !== undefined)
    throw refused('input_validation_failed', 'Send period, or from and to, not both.', { field: 'period' })
  if (from === undefined)
    throw refused('input_validation_failed', 'from is required beside to.', { field: 'from' })
  const end = to ?? Math.max(from, now)
  if (from > end)
    throw refused('input_validation_failed', 'from is later than to. Swap them.', { field: 'from' })
  return { from, to: end }
}

/** Movements of the balance of one day, one kind and one direction, added up. */
export type Moved = {
  date: string
  kind: string
  /** The account on the other side: fees and tax are legs of a capture. */
  other: string
  credited: boolean
  count: number | bigint
  amount: string
}

type Sums = Record<
  | 'captured'
  | 'refunded'
  | 'refunds_failed'
  | 'fees'
  | 'tax'
  | 'net'
  | 'transferred'
  | 'settled'
  | 'balance_change',
  bigint
> & { captured_count: number; refunded_count: number }

/**
 * What movements of the merchant's balance add up to. `net` is what sales left: what is then transferred to wallets or
 * paid to the bank is no part of it, and every movement is in `balance_change`, whatever its kind.
 */
export function reportSums(movements: readonly Moved[]): Sums {
  const sums = {
    captured: 0n,
    captured_count: 0,
    refunded: 0n,
    refunded_count: 0,
    refunds_failed: 0n,
    fees: 0n,
    tax: 0n,
    transferred: 0n,
    settled: 0n,
    balance_change: 0n,
  }
  for (const movement of movements) {
    const amount = BigInt(movement.amount)
    const signed = movement.credited ? amount : -amount
    sums.balance_change += signed
    const name = NAMES[`${movement.kind} ${movement.credited ? 'from' : 'to'} ${movement.other}`]
    if (name) sums[name] += amount
    else sums[/^(settlement|gateway)/.test(movement.kind) ? 'settled' : 'transferred'] -= signed
    if (name === 'captured') sums.captured_count += Number(movement.count)
    if (name === 'refunded') sums.refunded_count += Number(movement.count)
  }
  const { captured, refunded, refunds_failed, fees, tax } = sums
  return { ...sums, net: captured - fees - tax - refunded + refunds_failed }
}

/** What the movements of the balance are called, by their kind and their other side. */
const NAMES: Record<string, 'captured' | 'fees' | 'tax' | 'refunded' | 'refunds_failed'> = {
  'capture from authorized_payments': 'captured',
  'capture to fees': 'fees',
  'capture to tax': 'tax',
  'refund to refunds_pending': 'refunded',
  'refund_failed from refunds_pending': 'refunds_failed',
}
