import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Id, type Kind, newId, PREFIXES } from './id.ts'
import { randomText } from './random-text.ts'

const KINDS = Object.keys(PREFIXES) as Kind[]
const kind = fc.constantFrom(...KINDS)
/** From 2014 to 2039, in milliseconds: what ten base62 characters of nanoseconds can say. */
const moment = fc.integer({ min: Date.UTC(2014, 0, 2), max: Date.UTC(2039, 0, 1) })

describe('newId', () => {
  it('is the prefix, an underscore and 14 base62 characters, and its own schema takes it', () => {
    fc.assert(
      fc.property(kind, moment, (of, at) => {
        const id = newId(of, at)
        expect(id).toMatch(new RegExp(`^${PREFIXES[of]}_[0-9A-Za-z]{14}$`))
        expect(Id(of).safeParse(id).success).toBe(true)
      }),
    )
  })

  it('sorts by its creation time, in the order of bytes', () => {
    fc.assert(
      fc.property(kind, moment, fc.integer({ min: 2000, max: 1e10 }), (of, at, later) => {
        const [first, second] = [newId(of, at), newId(of, at + later)]
        expect(first < second).toBe(true)
      }),
    )
  })

  it('never makes the same clock part twice and always a later one, however many are made in one instant', () => {
    const at = Date.UTC(2030, 5, 1)
    const ids = Array.from({ length: 20_000 }, () => newId('payment', at))
    const clocks = ids.map((id) => id.slice(4, 14))
    expect(new Set(clocks).size).toBe(ids.length)
    expect([...clocks].sort()).toEqual(clocks)
  })

  it('keeps its order when the clock is set back a little', () => {
    const at = Date.UTC(2031, 5, 1)
    const ids = [0, -1, -500, -999, 3].map((shift) => newId('order', at + shift))
    expect([...ids].sort()).toEqual(ids)
  })

  it('sorts a time in the past at its place', () => {
    const now = newId('order', Date.UTC(2032, 0, 1))
    const then = newId('order', Date.UTC(2031, 0, 1))
    const next = newId('order', Date.UTC(2032, 0, 1, 0, 0, 1))
    expect([now, then, next].sort()).toEqual([then, now, next])
  })
})

describe('Id', () => {
  it.each([
    '',
    'pay_',
    'pay_NfLw3gQ81xRt0',
    'pay_NfLw3gQ81xRt0aa',
    'PAY_NfLw3gQ81xRt0a',
    'order_NfLw3gQ81xRt0a',
    'pay_NfLw3gQ81xRt0-',
    ' pay_NfLw3gQ81xRt0a',
    'pay_NfLw3gQ81xRt0a\n',
    'pay_NfLw3gQ81xRt0a ',
    'pay_NfLw3gQ81xRt0\u00e4',
    'pay_NfLw3gQ81xRt\u0000a',
    7,
    null,
  ])('rejects %j as the id of a payment', (text) => {
    expect(Id('payment').safeParse(text).success).toBe(false)
  })

  it('knows each kind by its own prefix', () => {
    expect(new Set(Object.values(PREFIXES)).size).toBe(KINDS.length)
    for (const of of KINDS) {
      for (const other of KINDS) {
        expect(Id(of).safeParse(`${PREFIXES[other]}_NfLw3gQ81xRt0a`).success).toBe(of === other)
      }
    }
  })
})

describe('randomText', () => {
  it('has the length that was asked for, in base62', () => {
    fc.assert(
      fc.property(fc.nat(300), (length) => {
        expect(randomText(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`))
      }),
    )
  })

  it('uses every character about as often as every other', () => {
    const counts = new Map<string, number>()
    for (const character of Array.from({ length: 31 }, () => randomText(2000)).join(''))
      counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(62)
    // 1000 are expected of each; seven standard deviations on either side are 220.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(220)
  })
})
