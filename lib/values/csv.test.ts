import { parse as parseCsv } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, Figure, spreadsheetLine } from './csv.ts'

/** The rows of a file. */
const parse = (text: string): string[][] =>
  parseCsv(text, { relax_column_count: true, skip_empty_lines: false })

it('quotes what must be quoted, and disarms formulas in text only', () => {
  expect(csvLine(['plain', 'a,b', 'say "x"', null, -500])).toBe('plain,"a,b","say ""x""",,-500\r\n')
  expect(csvLine(['=1+1', '+91', '-2+3', '@x', '\tx'])).toBe("'=1+1,'+91,'-2+3,'@x,'\tx\r\n")
})

it('keeps what a spreadsheet would change, and leaves amounts and dates as such', () => {
  const amount = new Figure('-12.50')
  expect(spreadsheetLine([amount, new Figure('3 Nov 2026 12:03:07'), 'pay_1', '123', '-5', 7])).toBe(
    '-12.50,3 Nov 2026 12:03:07,pay_1,123,-5,7\r\n',
  )
  expect(csvLine([amount, '1.10', ' 007', '0012345'])).toBe('-12.50,1.10, 007,0012345\r\n')
  expect(JSON.stringify({ amount })).toBe('{"amount":"-12.50"}')
})

it.each([
  '1.10',
  ' 007',
  '007 ',
  '\u00a0007',
  '0012345',
  '1234567890123456',
  '12E5',
  '1.5e+3',
  '1 000',
  '1,000',
  '-1.10',
  '(5)',
  '5%',
  '₹500',
  '1/2',
  '1-2',
  '2026-11-20',
  '20.11.2026',
  '10:30',
  '9 am',
  '3 p',
  'Mar 5',
  'MARCH1',
  '5-Sept',
  '2 December 2026',
  'june 7',
  '१.५०',
  '=1+1',
  '-1+1',
  '+91',
  '@x',
  "'x",
])('has a quote in front of %j in a spreadsheet', (text) => {
  expect(parse(spreadsheetLine([text]))).toEqual([[`'${text}`]])
})

it.each([
  'Wooden box',
  '12 MG Road',
  'pay_NfLw3gQ81xRt0a',
  'BLR/26-27/000417',
  'A1',
  'रसीद, "A"',
  'May',
  '2 set',
  '0',
  '10',
  '123456789012345',
  '-7',
  'asha@example.com',
  '{"shop":"1.10"}',
  ' x ',
  '',
])('has %j as it is in a spreadsheet', (text) => {
  expect(parse(spreadsheetLine([text]))).toEqual([[text]])
})

describe('read back', () => {
  const tricky = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...`'"=+-@\t 019.,:/%e\n`) }),
  )

  it('every text of a spreadsheet is as it was, without the quote in front', () => {
    fc.assert(
      fc.property(fc.array(tricky, { minLength: 2 }), (texts) => {
        const [cells = []] = parse(spreadsheetLine(texts))
        expect(cells.map((cell) => cell.replace(/^'/, ''))).toEqual(texts)
      }),
    )
  })

  it('every text of a plain file is as it was, where it begins like no formula', () => {
    fc.assert(
      fc.property(fc.array(tricky, { minLength: 2 }), (texts) => {
        const [cells = []] = parse(csvLine(texts))
        for (const [at, text] of texts.entries())
          expect([text, `'${text}`].slice(0, /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? 2 : 1)).toContain(
            cells[at],
          )
      }),
    )
  })
})

describe.each([
  ['a file for programs', csvLine],
  ['a file for spreadsheets', spreadsheetLine],
])('in %s', (_, line) => {
  it('a negative amount is written as it is', () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.stringMatching(/^\d{1,4}$/)), (whole, decimals) => {
        const text = `-${whole}${decimals === null ? '' : `.${decimals}`}`
        expect(line([new Figure(text)])).toBe(`${text}\r\n`)
      }),
    )
  })

  it('other text that begins like a formula has a quote in front', () => {
    const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠')
    fc.assert(
      fc.property(start, fc.string(), (first, rest) => {
        const text = `${first}${rest}`
        fc.pre(!/^-\d+(\.\d+)?$/.test(text))
        const cell = line([text])
        expect(cell.startsWith("'") || cell.startsWith(`"'`)).toBe(true)
      }),
    )
  })
})
