import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachment, distinctNames, fileName } from './file-name.ts'

describe('the name of a file', () => {
  it('is never empty, too long, or more than a name, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (sent) => {
        const name = fileName(sent, 'document.pdf')
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(255)
        expect(name.isWellFormed()).toBe(true)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
        expect(name).not.toMatch(/[\\/\u0000-\u001f\u007f]/)
        expect(name).not.toMatch(/^\.*$/)
        // What is fit already stays as it is.
        expect(fileName(name.replaceAll('%', ''), 'x')).toBe(name.replaceAll('%', '').trim() || 'x')
      }),
    )
  })

  it('is cut in front of its extension, and never through a character', () => {
    expect(fileName(`${'a'.repeat(300)}.jpeg`, '')).toBe(`${'a'.repeat(250)}.jpeg`)
    expect(fileName(`a${'😀'.repeat(200)}.png`, '')).toBe(`a${'😀'.repeat(125)}.png`)
    expect(fileName('x'.repeat(300), '')).toBe('x'.repeat(255))
  })
})

describe('the header of a download', () => {
  it('holds any name whole, in ASCII only, and nothing besides', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (text) => {
        const name = fileName(text, 'x')
        const header = attachment(name)
        expect(header).toMatch(/^[\x20-\x7e]+$/)
        const [, plain = '', encoded] =
          /^attachment; filename="([^"\\]*)"(?:; filename\*=UTF-8''([\w.!#$&+^`|~%-]+))?$/.exec(header) ?? []
        expect(encoded === undefined ? plain : decodeURIComponent(encoded)).toBe(name)
      }),
    )
  })
})

describe('the names of an archive', () => {
  it('differ, however they are compared', () => {
    expect(distinctNames(['a.pdf', 'A.pdf', 'a.pdf', 'a (2).pdf', 'b'])).toEqual([
      'a.pdf',
      'A (2).pdf',
      'a (3).pdf',
      'a (2) (2).pdf',
      'b',
    ])
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'A', 'a.b', 'a (2)', 'a (2).b', 'a.B')), (names) => {
        const given = distinctNames(names).map((name) => name.toLowerCase())
        expect(new Set(given).size).toBe(names.length)
      }),
    )
  })
})
