import type { BillLayout } from './bill-layout.ts'

/** Letters that fit on one line of a roll, and the height of that line in millimetres. */
const LETTERS = 38
const LINE = 4.1

/**
 * How long a bill is on a roll of 80 mm, in millimetres: a little more than it takes, so that a printer cuts below it
 * and never through it. Nothing here can measure text, so lines are counted.
 */
export function rollLength(layout: BillLayout): number {
  const head = [
    layout.seller.name,
    ...layout.seller.lines,
    layout.seller.help ?? '',
    layout.title,
    layout.number,
    layout.date,
  ]
  const people = layout.people.flatMap(({ title, name, lines }) => ['', title, name, ...lines])
  const facts = [
    ...layout.facts,
    ...(layout.event?.facts ?? []),
    ...layout.registers.flatMap((register) => register.facts),
  ]
  const lines = layout.lines.flatMap((line) => [line, ...line.parts])
  const rows =
    rowsOf(head) +
    rowsOf(people) +
    facts.reduce((sum, { value }) => sum + Math.ceil(value.length / (LETTERS - 14)), 0) +
    lines.reduce((sum, { name, notes }) => sum + 1.9 + Math.ceil(name.length / 26) + rowsOf(notes, 26), 0) +
    layout.sums.length * 1.4 +
    layout.payments.length * 2.4 +
    rowsOf([layout.words])
  const gaps = 98 + (layout.seller.logo ? 16 : 0) + (layout.event ? 30 : 0) + layout.registers.length * 8
  return Math.ceil(gaps + rows * LINE)
}

function rowsOf(texts: string[], letters = LETTERS): number {
  return texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(text.length / letters)), 0)
}
