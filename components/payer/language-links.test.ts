import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { unpackWoff } from '#lib/print/pdf/typesetter.ts'
import { LANGUAGES } from '#lib/values/language.ts'
import { HINDI_OUTLINE } from './language-links.tsx'

const FONT =
  'node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-500-normal.woff'

/** What is used here of fontkit, with which pdfkit reads fonts. */
type Path = { scale(x: number, y: number): Path; translate(x: number, y: number): Path; toSVG(): string }
type Position = { xAdvance: number; xOffset: number; yOffset: number }
type Font = { layout(text: string): { glyphs: { path: Path }[]; positions: Position[] } }

const pdfkit = createRequire(import.meta.url).resolve('pdfkit')
const fontkit: { create(file: Buffer): Font } = createRequire(pdfkit)('fontkit')

it('is the word as the font draws it', () => {
  const font = fontkit.create(unpackWoff(readFileSync(FONT)))
  const { glyphs, positions } = font.layout(LANGUAGES.hi)
  let at = 0
  const drawn = glyphs.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const path = glyph.path.scale(0.1, -0.1).translate((at + xOffset) * 0.1, -yOffset * 0.1)
    at += xAdvance
    return path.toSVG().replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))))
  })
  expect(HINDI_OUTLINE).toBe(drawn.join(''))
})
