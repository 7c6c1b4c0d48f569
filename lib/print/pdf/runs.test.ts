import fc from 'fast-check'
import { expect, it } from 'vitest'
import { typefaceFor } from '#lib/print/typefaces.ts'
import { runsOf } from './runs.ts'

const drawn = (text: string) => runsOf(text).map((run) => run.text)
const read = (text: string) =>
  runsOf(text)
    .map((run) => run.actual ?? run.text)
    .join('')

it.each([
  ['Gift 🎁 wrap', ['Gift wrap']],
  ['🇮🇳 flag 👨‍👩‍👧 1️⃣ ❤️ ©️', [' flag ©']],
  ['e\u0301 5\u201110 1\u202f000 Ａ ﬁ …', ['é 5-10 1 000 A fi …']],
  ['soft\u00adhyphen \u200dx', ['softhyphen x']],
  ['दूध 1 लीटर', ['दूध ', '1 ', 'लीटर']],
  ['क्\u200dष', ['क्\u200dष']],
])('of %j draws %j', (text, runs) => {
  expect(drawn(text)).toEqual(runs)
})

it('draws a question mark for each letter that no face has, and tells readers the letter', () => {
  expect(drawn('A 日本')).toEqual(['A ', '?', '?'])
  expect(read('A 日本')).toBe('A 日本')
})

it('sets Urdu from right to left, with its digits and what it stands in from left to right', () => {
  // From left to right: "A", the words as the library turns them over, the digits that it turns back, the word before.
  expect(drawn('A چاول ۵۰ کلو B')).toEqual(['A ', ' کلو', '۰۵', 'چاول ', ' ', 'B'])
  expect(drawn('(چاول)')).toEqual(['(', 'چاول', ')'])
  expect(drawn('چاول (عمدہ) چائے')).toEqual(['چائے', ' (', 'عمدہ', ')', 'چاول '])
})

it('tells readers every letter of a text, in one order or the other', () => {
  const scripts = ['A', 'é', ' ', '5', '(', ')', '-', 'क', '्', 'ष', 'ଚ', 'ା', 'چ', 'ا', 'ل', '۵', '،', '₹']
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...scripts) }), (text) => {
      const letters = (text: string) => [...text.replaceAll(/[\s()]/g, '')].sort().join('')
      expect(letters(read(text))).toBe(letters(text))
    }),
  )
})

it('draws nothing that its face lacks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const run of runsOf(text.replaceAll(/\p{Cc}/gu, ' ')))
        for (const letter of run.text)
          expect(/[\s\u200c\u200d]/.test(letter) || typefaceFor(letter) === run.face, letter).toBe(true)
    }),
  )
})
