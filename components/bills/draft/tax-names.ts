import type { BillTaxes } from '#lib/values/bill-sums.ts'
import { GST_RATES } from '#lib/values/bill-sums.ts'
import type { Supply } from '#lib/values/gstin.ts'
import { percentInput, percentNumber } from './read-text.ts'

/** The rates that the builder offers, in basis points. */
function ratesOf(country: string): readonly number[] {
  return { MY: [0, 500, 600, 800, 1000], SG: [0, 900], US: [0] }[country] ?? GST_RATES
}

/** The same to choose from, as they are typed: "18", and "free" last. */
export function rateOptions(country: string): [value: string, words: string][] {
  const rates = ratesOf(country).map((rate): [string, string] => [
    percentInput(rate),
    `${percentInput(rate)}%`,
  ])
  return [...rates, ['free', 'No tax']]
}

/** The name of the one tax where there are no states. */
export function taxName(country: string): string {
  return { IN: 'GST', SG: 'GST', MY: 'SST' }[country] ?? 'Tax'
}

type NamedTax = { name: string; percentage: number; amount: number }

/** The taxes of a line or of all lines of a rate, by the names that a bill gives them. */
export function namedTaxes(taxes: BillTaxes, rate: number, supply: Supply, country: string): NamedTax[] {
  const percentage = percentNumber(rate)
  if (country !== 'IN' || rate === 0) return [{ name: taxName(country), percentage, amount: taxes.tax }]
  if (supply === 'between') return [{ name: 'IGST', percentage, amount: taxes.igst }]
  // Half of 0.25 % has three decimals: 0.125.
  const half = rate / 200
  return [
    { name: 'CGST', percentage: half, amount: taxes.cgst },
    { name: supply === 'territory' ? 'UTGST' : 'SGST', percentage: half, amount: taxes.sgst },
  ]
}
