import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { unpackWoff } from './pdf/typesetter.ts'
import { TYPEFACES, typefaceFile, typefaceFor, WEIGHTS } from './typefaces.ts'

/** What is used here of fontkit, with which pdfkit reads fonts. */
type Fontkit = { create(file: Buffer): { hasGlyphForCodePoint(code: number): boolean } }
const fontkit: Fontkit = createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit')

it('finds a face for the rupee and for each script, and none for what none has', () => {
  const names = [...'A₹कতਗગଓதఅಕമچ日🎁'].map((letter) => typefaceFor(letter)?.name.replace(/^noto-sans-/, ''))
  expect(names).toEqual([
    'inter-latin',
    'inter-latin-ext',
    'devanagari-devanagari',
    'bengali-bengali',
    'gurmukhi-gurmukhi',
    'gujarati-gujarati',
    'oriya-oriya',
    'tamil-tamil',
    'telugu-telugu',
    'kannada-kannada',
    'malayalam-malayalam',
    'arabic-arabic',
    undefined,
    undefined,
  ])
})

it.each(TYPEFACES.flatMap((face) => WEIGHTS.map((weight) => [face.name, weight, face] as const)))(
  '%s in %i has every letter of its ranges, and a space',
  (_, weight, face) => {
    const font = fontkit.create(
      unpackWoff(readFileSync(`node_modules/${typefaceFile(face, weight, 'woff')}`)),
    )
    const codes = face.ranges.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => from + at),
    )
    const letters = codes.filter((code) => {
      const letter = String.fromCodePoint(code)
      return !/[\p{Cn}\p{Cc}]/u.test(letter) && typefaceFor(letter) === face
    })
    expect([0x20, ...letters].filter((code) => !font.hasGlyphForCodePoint(code))).toEqual([])
  },
)
