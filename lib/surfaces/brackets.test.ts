import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitsOf } from '#lib/testing/work.ts'
import { readBrackets, readForm } from './brackets.ts'

const read = (text: string) => readBrackets(new URLSearchParams(text))

describe('bracketed names', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=', { a: '' }],
    ['a', { a: '' }],
    ['notes[k]=v', { notes: { k: 'v' } }],
    ['notes[a]=1&notes[b]=2', { notes: { a: '1', b: '2' } }],
    [
      'transfers[0][amount]=1&transfers[0][notes][k]=v&transfers[1][amount]=2',
      { transfers: [{ amount: '1', notes: { k: 'v' } }, { amount: '2' }] },
    ],
    ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
    ['expand[1]=b&expand[0]=a', { expand: ['a', 'b'] }],
    ['expand[expand]=card', { expand: { expand: 'card' } }],
    ['expand[expand][0]=card', { expand: { expand: ['card'] } }],
    // A list with a hole is not a list.
    ['a[1]=x', { a: { 1: 'x' } }],
    ['notes%5Bk%5D=a+b%26c', { notes: { k: 'a b&c' } }],
    ['notes[constructor]=a&toString=b', { notes: { constructor: 'a' }, toString: 'b' }],
  ])('reads %j', (text, fields) => {
    expect(read(text)).toEqual(fields)
  })

  it.each([
    ['a=1&a=2', 'a'],
    ['a[b]=1&a[b]=2', 'a[b]'],
    ['a=1&a[b]=2', 'a[b]'],
    ['a[b]=1&a=2', 'a'],
    ['a[b][c]=1&a[b]=2', 'a[b]'],
    ['a[0]=1&a[]=2&a[1]=3', 'a[1]'],
    ['[a]=1', '[a]'],
    ['a[b=1', 'a[b'],
    ['a]b=1', 'a]b'],
    ['a[b]c=1', 'a[b]c'],
    ['a[[b]]=1', 'a[[b]]'],
    ['=1', ''],
    ['__proto__=1', '__proto__'],
    ['__proto__[x]=1', '__proto__'],
    ['a[__proto__][x]=1', '__proto__'],
    ['a[b][c][d][e][f][g]=1', 'deep'],
  ])('rejects %j and names it', (text, named) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ reason: 'malformed_body', message: expect.stringContaining(named) }),
    )
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('reads a thousand fields and no more', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => `m${index}=1`).join('&')
    expect(Object.keys(read(fields(1000)))).toHaveLength(1000)
    expect(() => read(fields(1001))).toThrow(expect.objectContaining({ reason: 'malformed_body' }))
  })

  it('returns exactly what was encoded', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 8 })
      .filter((text) => !/[[\]]/.test(text) && text !== '__proto__' && !/^\d+$/.test(text))
    const { tree } = fc.letrec<{ tree: Record<string, unknown>; value: unknown }>((tie) => ({
      tree: fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
      value: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'nesting' },
        fc.string(),
        fc.array(tie('value'), { minLength: 1, maxLength: 3, depthIdentifier: 'nesting' }),
        tie('tree'),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.infiniteStream(fc.nat()), (fields, shuffle) => {
        const pairs = written('', fields)
        fc.pre(pairs.every(([path]) => path.split('[').length <= 6))
        const shuffled = pairs
          .map((pair) => [pair, shuffle.next().value] as const)
          .sort(([, a], [, b]) => a - b)
        const text = new URLSearchParams(shuffled.map(([[path, value]]) => [path, value])).toString()
        expect(read(text)).toEqual(fields)
      }),
      { numRuns: 500 },
    )
  })

  it('reads any text or rejects it, and never fails otherwise', () => {
    const noise = fc.string({
      unit: fc.constantFrom(
        'a',
        'b',
        '0',
        '1',
        '[',
        ']',
        '=',
        '&',
        '%',
        '5B',
        '+',
        '_',
        '\u0000',
        '\ud800',
        'é',
      ),
    })
    fc.assert(
      fc.property(noise, (text) => {
        try {
          expect(typeof read(text)).toBe('object')
        } catch (thrown) {
          expect(thrown).toMatchObject({ reason: 'malformed_body' })
        }
      }),
      { numRuns: 2000 },
    )
  })
})

function written(path: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([name, property]) =>
    written(path === '' ? name : `${path}[${name}]`, property),
  )
}

it('a form is counted before it is taken apart', () => {
  expect(readForm('a[b]=1&c=2')).toEqual({ a: { b: '1' }, c: '2' })
  expect(readForm(Array.from({ length: 1000 }, (_, at) => `k${at}=1`).join('&'))).toMatchObject({ k999: '1' })
  for (const form of ['&'.repeat(1_000_000), '%5C&'.repeat(250_000)])
    expect(unitsOf(() => expect(() => readForm(form)).toThrow('more than 1000 fields'))).toBeLessThan(10)
})
