import type { StatementLine, StatementSums } from '#lib/domain/wallets/schema.ts'
import { figures } from '#lib/values/number-text.ts'
import { phoneText } from '#lib/values/phone.ts'
import { clockText, dateText, fullTimestampText, zoneText } from '#lib/values/time-text.ts'
import { figuresOf } from './figures.ts'
import { monthsOf, periodInDays, type StatementPeriod, totalsOf } from './statement-periods.ts'

type Sourced = Pick<StatementLine, 'source' | 'payment_id' | 'credit'>

/** The type of an entry as a label. The API has two types; the cause says more. */
export function kindWords({ source, payment_id, credit }: Sourced): string {
  switch (prefixOf(source)) {
    case 'trf':
      return payment_id === null ? 'Cashback' : 'Transfer'
    case 'pay':
      return 'Payment'
    case 'rfnd':
      return 'Refund'
    case 'pout':
      return credit > 0 ? 'Payout reversed' : 'Payout'
    case 'rvrsl':
      return 'Reversed'
    default:
      return 'Entry'
  }
}

/** What stands in the column of descriptions: what was noted, else a sentence about the kind. */
export function descriptionWords(line: Sourced & Pick<StatementLine, 'description'>): string {
  return line.description ?? SENTENCES[kindWords(line)] ?? ''
}

const SENTENCES: Record<string, string> = {
  Cashback: 'Cashback',
  Transfer: 'Transfer from a payment',
  Payment: 'Order payment',
  Refund: 'Refund',
  Payout: 'Payout to a bank account',
  'Payout reversed': 'The payout was reversed',
  Reversed: 'Transfer reversed',
}

/** The page of what caused an entry, or null when it has none. */
export function sourcePath({ source, payment_id, transfer_id }: StatementLine): string | null {
  switch (prefixOf(source)) {
    case 'trf':
      return `/transfers/${source}`
    case 'pay':
      return `/payments/${source}`
    case 'rfnd':
      return payment_id === null ? null : `/payments/${payment_id}`
    case 'pout':
      return `/payouts/${source}`
    case 'rvrsl':
      return transfer_id === null ? null : `/transfers/${transfer_id}`
    default:
      return null
  }
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('_'))
}

/** A statement as it is read from the server: all entries of a period, newest first, and what they come to. */
export type Statement = {
  customer: { id: string; name: string | null; contact: string | null }
  merchant: string
  test: boolean
  currency: string
  period: StatementPeriod
  sums: StatementSums
  lines: StatementLine[]
  /** By what the paper can be checked: its code, and the address that takes it. */
  seal?: { code: string; url: string } | undefined
  /** Where the entries are that the paper has no room for: `lines` are the newest of the period then. */
  rest?: { csv: string } | undefined
  /** The reader's zone, in which days and months begin. */
  zone: string
  /** When it was made, in Unix seconds. */
  now: number
}

export type LayoutRow = {
  date: string
  description: string
  source: string
  kind: string
  debit: string
  credit: string
  balance: string
}

/** A statement as it stands on paper: every text is written out. */
export type StatementLayout = {
  title: string
  merchant: string
  test: boolean
  facts: { label: string; value: string }[]
  /** Opening + credits − debits = closing, each with the sign that stands before it. */
  figures: { sign: string; label: string; amount: string }[]
  verdict: { reconciles: boolean; text: string }
  /** Which entries are not on the paper, and where they are; null when it has them all. */
  rest: string | null
  symbol: string
  months: { title: string; debits: string; credits: string; rows: LayoutRow[] }[]
  generated: string
}

/** Writes a statement out. */
export function statementLayout(statement: Statement): StatementLayout {
  const { customer, currency, period, sums, zone, now } = statement
  const { money, plain, symbol } = figuresOf(currency)
  const amount = (value: number) => (value === 0 ? '' : plain(value))
  return {
    title: 'Wallet statement',
    merchant: statement.merchant,
    test: statement.test,
    facts: [
      { label: 'Customer', value: nameOf(customer) },
      { label: 'Id', value: customer.id },
      { label: 'Period', value: periodInDays(period, zone, now) },
      { label: 'Time zone', value: zoneWords(zone, now) },
      { label: 'Entries', value: figures(sums.entries) },
      ...(statement.seal
        ? [
            { label: 'Code', value: statement.seal.code },
            { label: 'Verify at', value: statement.seal.url },
          ]
        : []),
    ],
    figures: [
      { sign: '', label: 'Opening balance', amount: money(sums.opening) },
      { sign: '+', label: 'Credits', amount: money(sums.credits) },
      { sign: '−', label: 'Debits', amount: money(sums.debits) },
      { sign: '=', label: 'Closing balance', amount: money(sums.closing) },
    ],
    verdict: verdictOf(sums),
    rest: restText(statement),
    symbol,
    months: monthsOf(statement.lines, period, zone).map(({ title, lines }, at, { length }) => {
      const { credits, debits } = totalsOf(lines)
      return {
        // The month that the paper breaks off in is not there as a whole, and neither are its sums.
        title: statement.rest && at === length - 1 ? `${title}, partial` : title,
        credits: plain(credits),
        debits: plain(debits),
        rows: lines.map((line) => ({
          date: `${dateText(line.created_at, zone)}, ${clockText(line.created_at, zone)}`,
          description: descriptionWords(line),
          source: line.source,
          kind: kindWords(line),
          debit: amount(line.debit),
          credit: amount(line.credit),
          balance: plain(line.balance),
        })),
      }
    }),
    generated: `Generated ${fullTimestampText(now, zone, { seconds: true })}`,
  }
}

/** Whether the figures prove each other, as a sentence. */
export function verdictOf({ reconciles }: StatementSums): { reconciles: boolean; text: string } {
  return {
    reconciles,
    text: reconciles
      ? 'Reconciles: opening + credits − debits = closing balance.'
      : 'Does not reconcile: opening + credits − debits is not the closing balance.',
  }
}

/** "Asia/Kolkata (IST)" */
export function zoneWords(zone: string, now: number): string {
  return `${zone} (${zoneText(zone, now)})`
}

/** Whose it is: the name and the number that the wallet hangs on. */
export function nameOf({ id, name, contact }: Statement['customer']): string {
  const known = [name, contact === null ? null : phoneText(contact)].filter((text) => text !== null)
  return known.length === 0 ? id : known.join(', ')
}

function restText({ rest, lines, sums, zone }: Statement): string | null {
  const oldest = lines.at(-1)
  if (!rest || !oldest) return null
  const at = `${dateText(oldest.created_at, zone)}, ${clockText(oldest.created_at, zone)}`
  return `This statement shows the newest ${figures(lines.length)} of ${figures(sums.entries)} entries, back to ${at}. The ${figures(sums.entries - lines.length)} earlier entries are in the CSV of the same period, ${rest.csv}, and in statements of shorter periods. The totals above cover the whole period.`
}
