/** Amounts as people write and read them. Apart from money.ts, so that a browser can have it without zod. */

/** Minor units. One amount is a safe integer; a sum of many may pass 2^53 and is a bigint. */
export type Minor = number | bigint

/** Splits minor units into an exact decimal string: (20035, 'INR') is "200.35". No float is involved. */
export function decimalOf(amount: Minor, currency: string): string {
  const digits = exponentOf(currency)
  const sign = amount < 0 ? '-' : ''
  const text = absolute(amount)
    .toString()
    .padStart(digits + 1, '0')
  if (digits === 0) return sign + text
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** The number of decimal places of a currency, as ISO 4217 has it (INR 2, JPY 0, KWD 3). */
function exponentOf(currency: string): number {
  const known = exponents.get(currency)
  if (known !== undefined) return known
  const found =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  exponents.set(currency, found)
  return found
}
const exponents = new Map<string, number>()

export type Grouping = 'indian' | 'western'

/**
 * An amount for people: (125000, 'INR') is "₹1,250.00". Negative amounts wear U+2212.
 * Grouping is the reader's preference, not the currency's: "indian" is 1,23,45,678 and "western" 12,345,678.
 */
export function formatMoney(amount: Minor, currency: string, grouping: Grouping = 'indian'): string {
  const key = `${currency} ${grouping}`
  let format = formats.get(key)
  if (!format) {
    const locale = grouping === 'indian' ? 'en-IN' : 'en-US'
    format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    formats.set(key, format)
  }
  // A decimal string is formatted exactly; a float would not be. The types lag behind the standard here.
  const text = format.format(decimalOf(absolute(amount), currency) as unknown as number)
  return amount < 0 ? `\u2212${text}` : text
}
const formats = new Map<string, Intl.NumberFormat>()

/** An amount without its sign. */
export function absolute(amount: Minor): Minor {
  return amount < 0 ? -amount : amount
}

/**
 * Parses a typed amount ("1,250.5", "₹ 1250") as minor units, or null for anything else. Too many decimals are
 * rejected, never rounded; so is a comma or a space that separates no thousands, since "50,00" means fifty, and the symbol
 * of another currency.
 */
export function parseMoney(text: string, currency: string): number | null {
  const plain = withoutSymbol(text.trim(), currency)
  const digits = exponentOf(currency)
  const match = /^(\d+|\d{1,3}([,\s])(?:\d{2,3}\2)*\d{3})(?:\.(\d*))?$/.exec(plain)
  const whole = match?.[1]?.replaceAll(/[,\s]/g, '') ?? ''
  if (!match || whole.length > 13) return null
  const fraction = match[3] ?? ''
  if (fraction.length > digits) return null
  const amount = Number(whole + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(amount) ? amount : null
}

/** An amount without the symbol or the code of its currency before or after it. */
function withoutSymbol(text: string, currency: string): string {
  const symbols = [currencySymbol(currency).replace('$', '\\$'), currency]
  if (currency === 'INR') symbols.push('Rs\\.?')
  const any = symbols.filter(Boolean).join('|')
  return text.replace(new RegExp(`^(?:${any})|(?:${any})$`, 'i'), '').trim()
}

/**
 * A share of an amount in basis points, rounded half up to the subunit: (1050, 200) is 21.
 * Exact for every safe integer: the product is taken as a bigint.
 */
export function shareOf(amount: number, basisPoints: number): number {
  return Number((BigInt(amount) * BigInt(basisPoints) + 5000n) / 10000n)
}

/** The symbol of a currency alone, for the edge of a field: '₹'. */
export function currencySymbol(currency: string): string {
  return formatMoney(0, currency).replace(/[\d.,\s]/g, '')
}

/** What amounts are counted in: paise, or the smallest unit of another currency. */
export function minorUnit(currency: string): string {
  return currency === 'INR' ? 'paise' : 'the smallest currency unit'
}

/** Repeats a typed amount: "₹12.50 is 1,250 paise". */
export function amountEcho(amount: number, currency: string, grouping: Grouping): string {
  const figures = new Intl.NumberFormat(grouping === 'indian' ? 'en-IN' : 'en-US').format(amount)
  return `${formatMoney(amount, currency, grouping)} is ${figures} ${currency === 'INR' ? '' : 'in '}${minorUnit(currency)}`
}
