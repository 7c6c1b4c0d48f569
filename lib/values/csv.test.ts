import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine, spreadsheetLine } from './csv.ts'

it('quotes what must be quoted, and disarms formulas in text only', () => {
  expect(csvLine(['plain', 'a,b', 'say "x"', null, -500])).toBe('plain,"a,b","say ""x""",,-500\r\n')
  expect(csvLine(['=1+1', '+91', '-2+3', '@x', '\tx'])).toBe("'=1+1,'+91,'-2+3,'@x,'\tx\r\n")
})

it('keeps what a spreadsheet would change, and negative amounts as numbers', () => {
  expect(spreadsheetLine(['0012345', '1234567890123456', '12E5', '-12.50', 'pay_1', 7])).toBe(
    "'0012345,'1234567890123456,'12E5,-12.50,pay_1,7\r\n",
  )
  expect(spreadsheetLine(['=1+1', '-1+1', '+91', '@x', '123', 'रसीद, "A"'])).toBe(
    `'=1+1,'-1+1,'+91,'@x,123,"रसीद, ""A"""\r\n`,
  )
})

describe.each([
  ['a file for programs', csvLine],
  ['a file for spreadsheets', spreadsheetLine],
])('in %s', (_, line) => {
  it('a negative number is written as it is', () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.stringMatching(/^\d{1,4}$/)), (whole, decimals) => {
        const text = `-${whole}${decimals === null ? '' : `.${decimals}`}`
        expect(line([text])).toBe(`${text}\r\n`)
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
