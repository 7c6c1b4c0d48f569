import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('quotes what must be quoted, and disarms formulas in text only', () => {
  expect(csvLine(['plain', 'a,b', 'say "x"', null, -500])).toBe('plain,"a,b","say ""x""",,-500\r\n')
  expect(csvLine(['=1+1', '+91', '-2', '@x', '\tx'])).toBe("'=1+1,'+91,'-2,'@x,'\tx\r\n")
})
