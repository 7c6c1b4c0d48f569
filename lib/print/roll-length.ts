import type { BillSheet } from './bill-sheet.ts'

/** Letters that fit on one line of a roll, and the height of that line in millimetres. */
const LETTERS = 38
const LINE = 4.1

/**
 * How long a bill is on a roll of 80 mm, in millimetres: a little more than it takes, so that a printer cuts below it
 * and never through it. Nothing here can measure text, so lines are counted.
 */
export function rollLength(sheet: BillSheet): number {
  const head = [sheet.seller.name, ...sheet.seller.lines, sheet.title, sheet.number, sheet.date]
  const people = sheet.people.flatMap(({ title, name, lines }) => ['', title, name, ...lines])
  const facts = [
    ...sheet.facts,
    ...(sheet.event?.facts ?? []),
    ...sheet.registers.flatMap((register) => register.facts),
  ]
  const lines = sheet.lines.flatMap((line) => [line, ...line.parts])
  const rows =
    rowsOf(head) +
    rowsOf(people) +
    facts.reduce((sum, { value }) => sum + Math.ceil(value.length / (LETTERS - 14)), 0) +
    lines.reduce((sum, { name, notes }) => sum + 1.9 + Math.ceil(name.length / 26) + rowsOf(notes, 26), 0) +
    sheet.sums.length * 1.4 +
    sheet.payments.length * 2.4 +
    rowsOf([sheet.words])
  const gaps = 98 + (sheet.event ? 30 : 0) + sheet.registers.length * 8
  return Math.ceil(gaps + rows * LINE)
}

function rowsOf(texts: string[], letters = LETTERS): number {
  return texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(text.length / letters)), 0)
}
