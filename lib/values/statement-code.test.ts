import { expect, it } from 'vitest'
import { codeOfDigest, codeText, readCode } from './statement-code.ts'

it('writes a digest as a code, and reads it back however it was typed', () => {
  const code = codeOfDigest(Uint8Array.from({ length: 32 }, (_, index) => index * 9))
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
  const text = codeText(code)
  expect(text).toMatch(/^(\w{4}-){3}\w{4}$/)
  expect(readCode(text)).toBe(code)
  expect(
    readCode(` ${text.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `),
  ).toBe(code)
})

it('reads nothing else', () => {
  for (const typed of ['', 'K7QM-3XPD-9RTV', 'K7QM-3XPD-9RTV-2H4NN', 'K7QM-3XPD-9RTV-2H4U'])
    expect(readCode(typed)).toBeNull()
})
