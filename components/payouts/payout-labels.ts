import type { ListedPayout } from '#lib/domain/payouts/schema.ts'

/** Common purposes of payouts; any other text is allowed. */
export const PAYOUT_PURPOSES = ['refund', 'cashback', 'payout', 'salary', 'utility bill', 'vendor bill']

/** The most that a bank takes, and the least that one shows. */
export const NARRATION = { max: 30, sure: 9 }

/** A narration in the characters that banks take, and those of it that they do not. */
export function narrationParts(text: string): { sure: string; cut: string; odd: string[] } {
  const odd = [...new Set(text.replace(/[A-Za-z0-9 ]/g, ''))]
  return { sure: text.slice(0, NARRATION.sure), cut: text.slice(NARRATION.sure), odd }
}

/** Where the money goes, in a few words: "HDFC Bank ••••1234". */
export function bankWords({ bank_name, number_last4 }: Pick<ListedPayout, 'bank_name' | 'number_last4'>) {
  return `${bank_name} ••••${number_last4}`
}
