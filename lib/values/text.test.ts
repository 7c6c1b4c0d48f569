import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shown, unstorableText } from './text.ts'

it.each([
  ['a\u0000', ''],
  [{ a: '\u0000' }, 'a'],
  [{ a: { b: ['x', '\ud800'] } }, 'a.b.1'],
  [{ notes: { 'k\u0000': 'v' } }, 'notes'],
  [{ '\udc00': 1 }, ''],
])('finds what cannot be kept in %j', (value, path) => {
  expect(unstorableText(value)).toBe(path)
})

it.each([
  null,
  undefined,
  1,
  true,
  '',
  'ä 💰',
  { a: ['x', { b: null }] },
  [],
  new Uint8Array(3),
  new Date(0),
])('finds nothing in %j', (value) => {
  expect(unstorableText(value)).toBeNull()
})

it('finds it wherever it stands, and nothing where all is well', () => {
  const well = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })
  const without = well.filter((value) => !/\\u0000|[\u202a-\u202e\u2066-\u2069]/.test(JSON.stringify(value)))
  fc.assert(
    fc.property(
      without,
      fc.constantFrom('\u0000', '\ud800', 'x\udc00y', 'gnp\u202eexe', '\u2067'),
      (value, bad) => {
        expect(unstorableText(value)).toBeNull()
        expect(unstorableText([value, { in: [value, { here: bad }] }])).toBe('1.in.1.here')
      },
    ),
  )
})

describe('what is said of a value that was sent', () => {
  it.each([
    ['a text', 'a text'],
    ['x'.repeat(100), 'x'.repeat(60)],
    [12, '12'],
    [null, 'null'],
    [true, 'true'],
    [[1], 'a list'],
    [{ toString: 1 }, 'an object'],
  ])('%j', (value, words) => {
    expect(shown(value)).toBe(words)
  })
})
