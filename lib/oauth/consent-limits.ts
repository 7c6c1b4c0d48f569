import type { Text } from '#lib/messages/text.ts'
import { MAX_AMOUNT } from '#lib/values/money.ts'
import { formatMoney, parseMoney } from '#lib/values/money-text.ts'

/**
 * The default limits of an app without approval, in minor units: low, in every currency.
 * @param threshold above what amount the person needs approval themselves
 */
export function suggestedLimits(
  currency: string,
  threshold: number | null,
): { perCall: string; perDay: string } {
  const [perCall, perDay] = currency === 'INR' ? ([200_000, 1_000_000] as const) : ([10_000, 50_000] as const)
  const most = (amount: number) => plain(Math.min(amount, threshold ?? amount), currency)
  return { perCall: most(perCall), perDay: most(perDay) }
}

function plain(amount: number, currency: string): string {
  return formatMoney(amount, currency).replace(/^\D+/, '')
}

type ReadLimit = { amount: number } | { problem: string }

/** An amount as it was typed. */
export function readLimit(text: string, currency: string, t: Text): ReadLimit {
  if (text.trim() === '') return { problem: t('consent.enter_amount') }
  const amount = parseMoney(text, currency)
  if (amount === null) return { problem: t('consent.no_amount', { text: text.trim().slice(0, 30) }) }
  if (amount > MAX_AMOUNT)
    return { problem: t('consent.max_amount', { amount: formatMoney(MAX_AMOUNT, currency) }) }
  return { amount }
}
