import { expect, it } from 'vitest'
import { csvLine, spreadsheetLine } from './csv.ts'

it('quotes what must be quoted, and disarms formulas in text only', () => {
  expect(csvLine(['plain', 'a,b', 'say "x"', null, -500])).toBe('plain,"a,b","say ""x""",,-500\r\n')
  expect(csvLine(['=1+1', '+91', '-2', '@x', '\tx'])).toBe("'=1+1,'+91,'-2,'@x,'\tx\r\n")
})

it('keeps what a spreadsheet would change, and negative amounts as numbers', () => {
  expect(spreadsheetLine(['0012345', '1234567890123456', '12E5', '-12.50', 'pay_1', 7])).toBe(
    "'0012345,'1234567890123456,'12E5,-12.50,pay_1,7\r\n",
  )
  expect(spreadsheetLine(['=1+1', '-1+1', '+91', '@x', '123', 'रसीद, "A"'])).toBe(
    `'=1+1,'-1+1,'+91,'@x,123,"रसीद, ""A"""\r\n`,
  )
})
