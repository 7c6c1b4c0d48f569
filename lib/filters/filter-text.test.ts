import { describe, expect, it } from 'vitest'
import { nearest, tokensOf, tokenText } from './filter-text.ts'

const token = (name: string | null, value: string, negated = false) => ({ name, value, negated })

describe('a text of filters', () => {
  it('is split at its spaces, outside of quotes', () => {
    expect(tokensOf('status:captured  -method:wallet "a b" c')).toEqual([
      token('status', 'captured'),
      token('method', 'wallet', true),
      { ...token(null, 'a b'), quoted: true },
      token(null, 'c'),
    ])
    expect(tokensOf('notes:"shop=\\"M\\" 2"')).toEqual([token('notes', 'shop="M" 2')])
    expect(tokensOf('status: x')).toEqual([token('status', ''), token(null, 'x')])
    expect(tokensOf(' - -5 ')).toEqual([token(null, '-'), token(null, '-5')])
    expect(tokensOf('')).toEqual([])
  })

  it('quotes what would be read as something else', () => {
    expect(tokenText(token('order', 'KS 204'))).toBe('order:"KS 204"')
    expect(tokenText(token(null, 'a:b'))).toBe('"a:b"')
    expect(tokenText(token('method', 'upi', true))).toBe('-method:upi')
  })

  it('ends, whatever is typed', () => {
    for (const text of ['"', '""', ':::', '-"', 'a:"', '\\', 'a:"b\\"'])
      expect(() => tokensOf(text)).not.toThrow()
  })
})

it('finds the word that was meant', () => {
  expect(nearest('statsu', ['status', 'amount'])).toBe('status')
  expect(nearest('weather', ['status', 'amount'])).toBeNull()
  expect(nearest('x'.repeat(5000), ['status'])).toBeNull()
})
