import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitsOf } from '#lib/testing/work.ts'
import { assertPlainJson } from './json.ts'

const error = (message: RegExp) =>
  expect.objectContaining({ reason: 'malformed_body', message: expect.stringMatching(message) })

describe('JSON that means one thing only', () => {
  it.each([
    '{}',
    '[]',
    '{"a":1,"b":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":"a"}',
    '{"a":"b\\":1,\\"a"}',
    '{"a":["a","a"],"b":"a"}',
    '{"a":"__proto__"}',
    '{"a" : 1 ,\n"b"\t: "x:y" }',
    '{"A":1,"a":2}',
    '{"":1}',
    '{"a\\\\":1,"a":2}',
  ])('passes: %s', (text) => {
    expect(() => assertPlainJson(text)).not.toThrow()
  })

  it.each([
    ['{"a":1,"a":2}', /property a /],
    ['{"a":1,"\\u0061":2}', /property a /],
    ['{"x":{"a":1,"b":2,"a":3}}', /property a /],
    ['[{"a":1 , "a" \n : 2}]', /property a /],
    ['{"":1,"":2}', /twice/],
    ['{"__proto__":1}', /__proto__/],
    ['{"a":{"\\u005f_proto__":{}}}', /__proto__/],
    ['{"a":[{"__proto__":null}]}', /__proto__/],
  ])('is rejected: %s', (text, message) => {
    expect(() => assertPlainJson(text)).toThrow(error(message))
  })

  it('passes for whatever JSON.stringify writes', () => {
    const value = fc
      .jsonValue({ maxDepth: 6 })
      .filter((json) => !JSON.stringify(json).includes('"__proto__":'))
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (json, indent) => {
        expect(() => assertPlainJson(JSON.stringify(json, null, indent))).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  it('finds a repeated property at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.string(), fc.nat(5), (json, name, depth) => {
        fc.pre(!JSON.stringify(json).includes('"__proto__":'))
        const property = `${JSON.stringify(name)}:${JSON.stringify(json)}`
        const text = `${'{"n":['.repeat(depth)}{${property},${property}}${']}'.repeat(depth)}`
        expect(() => assertPlainJson(text)).toThrow(error(/twice|__proto__/))
      }),
    )
  })

  it('takes a megabyte in the time of parsing it', () => {
    const object = `{${Array.from({ length: 1000 }, (_, index) => `"m${index}":"${index}"`).join(',')}}`
    const wide = `[${Array.from({ length: 60 }, () => object).join(',')}]`
    expect(unitsOf(() => assertPlainJson(wide))).toBeLessThan(100)
  })

  it('rejects nesting beyond fifty', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(() => assertPlainJson(nested(50))).not.toThrow()
    for (const depth of [51, 400_000]) expect(() => assertPlainJson(nested(depth))).toThrow(/deeper than 50/)
  })
})

it('rejects an object with more properties than any body has, after reading no more of them', () => {
  const many = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])))
  expect(() => assertPlainJson(many(1000))).not.toThrow()
  expect(() => assertPlainJson(`{"a":{"b":${many(1001)}}}`)).toThrow('more than 1000 properties')
  expect(() => assertPlainJson(many(60_000))).toThrow('more than 1000 properties')
  // A long bill has many small objects.
  expect(() =>
    assertPlainJson(JSON.stringify(Array.from({ length: 5000 }, () => ({ a: 1, b: 2 })))),
  ).not.toThrow()
})

it('rejects lists with more elements than any body has, at any depth', () => {
  const empty = (count: number) => `[${Array.from({ length: count }, () => '{}').join(',')}]`
  const lines = { length: 500 }
  const largest = JSON.stringify({
    line_items: Array.from(lines, () => ({ sub_items: Array.from({ length: 50 }, () => ({ name: 'a' })) })),
  })
  expect(() => assertPlainJson(largest)).not.toThrow()
  expect(() => assertPlainJson(empty(30_000))).not.toThrow()
  expect(() => assertPlainJson(`{"line_items":${empty(30_001)}}`)).toThrow('more than 30,000 elements')
  expect(() => assertPlainJson(`[${Array.from({ length: 40 }, () => empty(1000)).join(',')}]`)).toThrow(
    'more than 30,000 elements',
  )
  expect(() => assertPlainJson(`{"a":"${','.repeat(40_000)}"}`)).not.toThrow()
})
