import { MAX_AMOUNT } from '#lib/values/money.ts'
import { formatMoney, parseMoney } from '#lib/values/money-text.ts'

/** The default limit of an app without approval, in minor units: low, in every currency. */
export function suggestedLimits(currency: string): { perCall: string; perDay: string } {
  const [perCall, perDay] = currency === 'INR' ? ([200_000, 1_000_000] as const) : ([10_000, 50_000] as const)
  return { perCall: plain(perCall, currency), perDay: plain(perDay, currency) }
}

function plain(amount: number, currency: string): string {
  return formatMoney(amount, currency).replace(/^\D+/, '')
}

type ReadLimit = { amount: number } | { problem: string }

/** An amount as it was typed. */
export function readLimit(text: string, currency: string): ReadLimit {
  if (text.trim() === '') return { problem: 'Enter an amount. With 0, every call needs approval.' }
  const amount = parseMoney(text, currency)
  if (amount === null)
    return { problem: `“${text.trim().slice(0, 30)}” is not an amount. Enter it like 1250 or 1250.50.` }
  if (amount > MAX_AMOUNT) return { problem: `The maximum is ${formatMoney(MAX_AMOUNT, currency)}.` }
  return { amount }
}
