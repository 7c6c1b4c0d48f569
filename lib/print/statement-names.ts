import type { StatementLine } from '#lib/domain/wallets/schema.ts'

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
