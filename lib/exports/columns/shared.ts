import { creatorText } from '#lib/values/creator-text.ts'
import { type CsvCell, Figure } from '#lib/values/csv.ts'
import { decimalOf, type Minor } from '#lib/values/money-text.ts'
import { clockText, dateText } from '#lib/values/time-text.ts'

type Column<Item> = [name: string, cell: (item: Item) => CsvCell]

/** An amount, twice: formatted for people, and in minor units for code. It may be left out. */
export function amountColumns<Item extends { currency: string }>(
  name: string,
  of: (item: Item) => number | null,
): Column<Item>[] {
  return [
    [name, (item) => amountCell(of(item), item.currency)],
    [`${name}_minor`, of],
  ]
}

/** An amount, formatted for people; none as nothing. */
export function amountCell(amount: Minor | null, currency: string): CsvCell {
  return amount === null ? null : new Figure(decimalOf(amount, currency))
}

/** A sum in minor units, as text where a number would not be exact. */
export function minorCell(sum: Minor): CsvCell {
  const number = Number(sum)
  return Number.isSafeInteger(number) ? number : String(sum)
}

/** A timestamp, twice: in the reader's zone, which the header names, and in Unix seconds. */
export function timestampColumns<Item>(
  name: string,
  zone: string,
  of: (item: Item) => number | null,
): Column<Item>[] {
  return [
    [
      `${name} (${zone})`,
      (item) => {
        const at = of(item)
        return at === null ? null : new Figure(`${dateText(at, zone)} ${clockText(at, zone, true)}`)
      },
    ],
    [`${name}_at`, of],
  ]
}

/** An amount that may be left out, in the currency of the account. */
export function limitColumns<Item>(
  name: string,
  currency: string,
  of: (item: Item) => number | null,
): Column<Item>[] {
  return [
    [name, (item) => amountCell(of(item), currency)],
    [`${name}_minor`, of],
  ]
}

/** The person, key or app that did something; no one as nothing. */
export function creatorCell(by: string | null): CsvCell {
  return by === null ? null : creatorText(by)
}

/** Notes; none as nothing. */
export function notesCell(notes: Record<string, string> | never[]): CsvCell {
  return Array.isArray(notes) ? null : notes
}
