import type { Cell } from '#lib/values/csv.ts'
import { decimalOf } from '#lib/values/money-text.ts'
import { clockText, dateText } from '#lib/values/time-text.ts'

type Column<Item> = [name: string, cell: (item: Item) => Cell]

/** An amount, twice: as people read it, and in minor units as programs count it. */
export function amountColumns<Item extends { currency: string }>(
  name: string,
  of: (item: Item) => number,
): Column<Item>[] {
  return [
    [name, (item) => decimalOf(of(item), item.currency)],
    [`${name}_minor`, of],
  ]
}

/** A moment, twice: in the reader's zone, whose name is in the head, and in Unix seconds. */
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
        return at === null ? null : `${dateText(at, zone)} ${clockText(at, zone, true)}`
      },
    ],
    [`${name}_at`, of],
  ]
}

/** Notes as JSON; none as nothing. */
export function notesCell(notes: Record<string, string> | never[]): Cell {
  return Array.isArray(notes) ? null : JSON.stringify(notes)
}
