import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Notes, NotesInput } from './notes.ts'

const pairs = (count: number, length = 3) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v'.repeat(length)]))

describe('notes that a caller sends', () => {
  it.each([
    ['none', {}],
    ['an empty list, as PHP writes an empty object', []],
    ['15 pairs', pairs(15)],
    ['a value of 256 characters', { k: 'v'.repeat(256) }],
    ['a key of 256 characters', { ['k'.repeat(256)]: 'v' }],
    ['an empty value', { k: '' }],
    ['names that objects have by themselves', { constructor: 'a', toString: 'b', hasOwnProperty: 'c' }],
  ])('are taken: %s', (_, notes) => {
    expect(NotesInput.parse(notes)).toEqual(Array.isArray(notes) ? {} : notes)
  })

  it('take numbers and truth values as their text', () => {
    expect(NotesInput.parse({ a: 1, b: -2.5, c: true, d: false, e: 0 })).toEqual({
      a: '1',
      b: '-2.5',
      c: 'true',
      d: 'false',
      e: '0',
    })
  })

  it('without a value are an empty text', () => {
    expect(NotesInput.parse({ k: null })).toEqual({ k: '' })
  })

  it.each([
    ['16 pairs', pairs(16)],
    ['a value of 257 characters', { k: 'v'.repeat(257) }],
    ['a key of 257 characters', { ['k'.repeat(257)]: 'v' }],
    ['an empty key', { '': 'v' }],
    ['an object as value', { k: {} }],
    ['a list as value', { k: [] }],
    ['a list', ['a']],
    ['text', 'a'],
    ['null', null],
    ['a number that JSON cannot hold', { k: Number.POSITIVE_INFINITY }],
    ['an integer that was rounded when it was read', { k: Number('12345678901234567890') }],
  ])('are rejected: %s', (_, notes) => {
    expect(NotesInput.safeParse(notes).success).toBe(false)
  })

  it('count characters as the specification does, not bytes', () => {
    expect(NotesInput.safeParse({ k: 'ü'.repeat(256) }).success).toBe(true)
  })

  it('leave as they came', () => {
    const key = fc.string({ minLength: 1, maxLength: 256 }).filter((text) => text !== '__proto__')
    const notes = fc.dictionary(key, fc.string({ maxLength: 256 }), { maxKeys: 15 })
    fc.assert(
      fc.property(notes, (given) => {
        const left = Notes.parse(NotesInput.parse({ ...given }))
        expect(left).toEqual(Object.keys(given).length === 0 ? [] : { ...given })
      }),
    )
  })
})

describe('notes that leave', () => {
  it.each([[{}], [[]], [null], [undefined]])('are an empty list when there are none: %j', (stored) => {
    expect(Notes.parse(stored)).toEqual([])
  })

  it('are an object otherwise', () => {
    expect(Notes.parse({ a: 'b' })).toEqual({ a: 'b' })
  })
})
