import { currencySymbol, formatMoney, type Minor } from '#lib/values/money-text.ts'

/** How amounts stand on one bill: in one currency, grouped as its readers expect. */
export type Figures = {
  /** With the symbol: "₹1,250.00". */
  money(amount: Minor): string
  /** Without, for columns whose head names the currency: "1,250.00". */
  plain(amount: Minor): string
  /** The symbol alone, "₹", or the code where there is none. */
  symbol: string
}

/** Rupees are grouped in lakhs, everything else in thousands. */
export function figuresOf(currency: string): Figures {
  const grouping = currency === 'INR' ? 'indian' : 'western'
  const money = (amount: Minor) => formatMoney(amount, currency, grouping)
  const symbol = currencySymbol(currency)
  return {
    money,
    plain: (amount) => money(amount).replace(symbol, '').trim(),
    symbol: symbol === '' ? currency : symbol,
  }
}

/** A share: 9 is "9%", 2.5 is "2.5%". */
export function percentLabel(percent: number): string {
  return `${percent}%`
}
