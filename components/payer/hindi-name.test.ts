import { readFileSync } from 'node:fs'
import * as fontkit from 'fontkit'
import { expect, it } from 'vitest'
import { unpackWoff } from '#lib/print/pdf/woff.ts'
import { LANGUAGES } from '#lib/values/language.ts'
import { HINDI_OUTLINE } from './hindi-name.tsx'

const FONT =
  'node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-500-normal.woff'

it('is the word as the font draws it', () => {
  const font = fontkit.create(unpackWoff(readFileSync(FONT))) as fontkit.Font
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
