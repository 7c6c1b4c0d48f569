import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'

/** The label of a transfer: one from a payment loads a wallet, one from the balance is cashback. */
export function kindOf({ source }: Pick<ListedTransfer, 'source'>): string {
  return source.startsWith('pay_') ? 'From a payment' : 'Cashback'
}

/** The note named description: it is on the statement. */
export function descriptionOf({ notes }: Pick<ListedTransfer, 'notes'>): string | null {
  const written = Array.isArray(notes) ? undefined : notes.description
  return written === undefined || written === '' ? null : written
}

/** Why a transfer failed, as a sentence, and what helps. */
export function failureWords(reason: string | null): string {
  switch (reason) {
    case 'insufficient_balance':
      return 'Insufficient account balance. No money was moved.'
    case 'wallet_limit_exceeded':
      return "The transfer would exceed the wallet's balance or monthly limit. The amount is in your balance."
    default:
      return 'The transfer was rejected. The amount is in your balance.'
  }
}

/** The amount of a transfer less its reversals. */
export function leftOf({
  amount,
  amount_reversed,
}: Pick<ListedTransfer, 'amount' | 'amount_reversed'>): number {
  return amount - amount_reversed
}
