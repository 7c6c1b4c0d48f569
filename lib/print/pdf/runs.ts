import bidiFactory from 'bidi-js'
import { LATIN, type Typeface, typefaceFor } from '#lib/print/typefaces.ts'

/** Text in one face and one direction, as the library for PDFs is given it. */
export type Run = {
  face: Typeface
  text: string
  /** What readers are told, where the letters that are drawn are others, or stand in another order. */
  actual?: string
}

/** A letter that is drawn; `actual` is the one that no face has. */
type Letter = { text: string; face: Typeface; actual?: string }

/** Text in as many runs as it needs faces and directions, from left to right. */
export function runsOf(text: string): Run[] {
  if (/^[ -~]+$/.test(text)) return [{ face: LATIN, text }]
  const letters = lettersOf(text)
  if (!RIGHT_TO_LEFT.test(text)) return join(letters, () => 0)
  const drawn = letters.map((letter) => letter.text).join('')
  const levels = bidi.getEmbeddingLevels(drawn, 'ltr')
  const levelAt = new Map(letters.map((letter, at) => [letter, levels.levels[at] ?? 0]))
  const visual = bidi.getReorderedIndices(drawn, levels).flatMap((at) => letters[at] ?? [])
  return join(visual, (letter) => levelAt.get(letter) ?? 0)
}
const bidi = bidiFactory()

/** Letters and marks that do not go from left to right. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/

const JOINER = /[\u200c\u200d]/

/** Every letter with its face: spaces, joiners and other marks without a shape go with what stands before them. */
function lettersOf(text: string): Letter[] {
  const letters: Letter[] = []
  const add = (text: string, actual?: string) => {
    const before = letters.at(-1)?.face ?? LATIN
    // What an emoji leaves between two spaces, and marks beyond the first plane, which stand only in emoji.
    if ((text === ' ' && letters.at(-1)?.text === ' ') || text.length > 1) return
    const face = /[\s\p{Cf}]/u.test(text) ? before : (typefaceFor(text) ?? LATIN)
    letters.push({ text, face, ...(actual === undefined ? {} : { actual }) })
  }
  if ([...text].every(isDrawable)) for (const letter of text) add(letter)
  else
    for (const { segment } of GRAPHEMES.segment(text)) {
      const found = substituteOf(segment)
      if (found === undefined) add(REPLACEMENT, segment)
      else for (const letter of found) add(letter)
    }
  return letters
}

export const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

function isDrawable(letter: string): boolean {
  return /[ \p{Cf}]/u.test(letter) || typefaceFor(letter) !== undefined
}

/** What is drawn for a letter that no face has. */
const REPLACEMENT = '?'

/** Signs that have no plain form in Unicode. */
const PLAIN: Record<string, string> = { '\u2010': '-', '\u2011': '-', '\u2012': '\u2013', '\u2015': '\u2014' }

/**
 * How a letter is written with those that faces have: a composed or plain form, or nothing for an emoji.
 * @returns undefined where there is none
 */
function substituteOf(segment: string): string | undefined {
  const forms = [
    segment,
    segment.replaceAll('\ufe0f', ''),
    segment.normalize('NFC'),
    PLAIN[segment] ?? segment.normalize('NFKC'),
  ]
  const found = forms.find((form) => [...form].every(isDrawable))
  return found ?? (EMOJI.test(segment) ? '' : undefined)
}

const EMOJI =
  /\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** Joins letters that stand side by side in one face and one direction. Odd levels go from right to left. */
function join(letters: Letter[], levelOf: (letter: Letter) => number): Run[] {
  const groups: { letters: Letter[]; level: number }[] = []
  for (const letter of letters) {
    const level = levelOf(letter)
    const [first, last] = [groups.at(-1)?.letters[0], groups.at(-1)]
    if (/\p{Cf}/u.test(letter.text) && !(JOINER.test(letter.text) && isShaped(letter.face))) continue
    const joins =
      last?.level === level && first?.face === letter.face && !first.actual && letter.actual === undefined
    if (joins) last.letters.push(letter)
    else groups.push({ letters: [letter], level })
  }
  return groups.map(({ letters, level }) => runOf(letters, level % 2 === 1))
}

/** Whether a run stands for a letter that no face has. */
export function isReplaced({ face, actual }: Run): boolean {
  return face === LATIN && actual !== undefined
}

function isShaped(face: Typeface): boolean {
  return face.package.includes('noto')
}

/** @param letters from left to right */
function runOf(letters: Letter[], leftward: boolean): Run {
  const { face, actual } = letters[0] as Letter
  const visual = letters.map(({ text }) => text)
  if (face.name.includes('arabic')) return arabicRun(face, visual.join(''))
  const text = (leftward && isShaped(face) ? visual.toReversed() : visual).join('')
  if (isShaped(face)) return { face, text, actual: text }
  const drawn = leftward ? visual.map((letter) => bidi.getMirroredCharacter(letter) ?? letter) : visual
  return { face, text: drawn.join(''), ...(actual === undefined ? {} : { actual }) }
}

/**
 * The library turns over what has letters of Arabic, as it must for words. Digits of Urdu are such letters, too, but go
 * from left to right. Readers put letters in order by their directions, so they are told them as they stand.
 */
function arabicRun(face: Typeface, visual: string): Run {
  const turned = /\p{Script=Arabic}/u.test(visual)
  return { face, text: turned ? [...visual].reverse().join('') : visual, actual: visual }
}
