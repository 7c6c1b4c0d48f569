import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { type FontWeight, type Typeface, typefaceFile } from '#lib/print/typefaces.ts'
import { applicationFile } from '#lib/process/application-files.ts'
import { GRAPHEMES, isReplaced, type Run, runsOf } from './runs.ts'

const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const HEADER = 12
const ENTRY = 16

/**
 * Unpacks a WOFF file (W3C, version 1) into the plain font that it wraps. The library for PDFs reads WOFF too, but
 * unpacks it in JavaScript and again for every document, which took most of its time.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file.')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = WOFF_HEADER + index * WOFF_ENTRY
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.subarray(entry + 16, entry + 20),
      // What would not get smaller is kept as it is.
      bytes: packed === length ? bytes : inflateSync(bytes),
    }
  })
  const head = Buffer.alloc(HEADER + count * ENTRY)
  const power = Math.floor(Math.log2(count))
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE((count - 2 ** power) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = HEADER + index * ENTRY
    tag.copy(head, entry)
    checksum.copy(head, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
    const padding = (4 - (bytes.length % 4)) % 4
    parts.push(bytes, Buffer.alloc(padding))
    offset += bytes.length + padding
  }
  return Buffer.concat(parts)
}

type Document = PDFKit.PDFDocument

export type Style = { size: number; weight?: FontWeight; color?: string }

/** One line of text as it is set: its runs from left to right. */
export type SetLine = { runs: (Run & { width: number })[]; width: number; style: Style }

export const INK = '#1d1c18'
export const INK_2 = '#55524a'
export const INK_3 = '#6d695e'

/** How far apart lines are set, in parts of the size. */
export const LEADING = 1.42

/** Sets text in the typefaces of the product: a word may need several, since no face has all letters. */
export function createTypesetter(document: Document) {
  const widths = new Map<string, number>()

  function use(face: Typeface, { weight = 400, size }: Style): void {
    const name = `${face.name}-${weight}`
    if (!registered.has(name)) {
      registered.add(name)
      document.registerFont(name, fontFile(face, weight))
    }
    document.font(name).fontSize(size)
  }
  const registered = new Set<string>()

  function widthOf(face: Typeface, text: string, style: Style): number {
    const key = `${face.name} ${style.weight ?? 400} ${style.size} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      use(face, style)
      width = document.widthOfString(text, featuresOf(face, text))
      widths.set(key, width)
    }
    return width
  }

  function set(text: string, style: Style): SetLine {
    const runs = runsOf(text).map((run) => ({ ...run, width: widthOf(run.face, run.text, style) }))
    isWhole &&= !runs.some(isReplaced)
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), style }
  }
  let isWhole = true

  const measure = (text: string, style: Style) => set(text, style).width

  /**
   * Breaks a text into lines of a width: between words and after hyphens and slashes, and inside of a part only when
   * it is longer than a line. Words are measured once and added up, so that the cost grows with the text alone.
   */
  function wrap(text: string, style: Style, width: number): SetLine[] {
    const space = measure(' ', style)
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const part of partsOf(text).flatMap((part) => cut(part, style, width))) {
      const own = measure(part.text, style)
      const gap = part.glued ? 0 : space
      if (line !== '' && used + gap + own <= width) {
        line += `${part.glued ? '' : ' '}${part.text}`
        used += gap + own
      } else {
        if (line !== '') lines.push(line)
        line = part.text
        used = own
      }
    }
    return [...lines, line].map((text) => set(text, style))
  }

  function cut(part: Part, style: Style, width: number): Part[] {
    if (part.text.length < MANY && measure(part.text, style) <= width) return [part]
    const parts: Part[] = []
    let text = ''
    let used = 0
    for (const { segment } of GRAPHEMES.segment(part.text)) {
      const own = measure(segment, style)
      if (text !== '' && used + own > width) {
        parts.push({ text, glued: parts.length > 0 || part.glued })
        text = ''
        used = 0
      }
      text += segment
      used += own
    }
    return [...parts, { text, glued: parts.length > 0 || part.glued }]
  }

  /** Draws a line with its top at `y`, to the right of `x`, or to the left of `x + width` when that is given. */
  function draw(line: SetLine, x: number, y: number, width?: number): void {
    let at = width === undefined ? x : x + width - line.width
    const baseline = y + line.style.size * (LEADING / 2 + 0.36)
    for (const { face, text, actual, width } of line.runs) {
      use(face, line.style)
      document.fillColor(line.style.color ?? INK)
      if (actual !== undefined) beginActual(document, actual, line.style.size)
      document.text(text, at, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...featuresOf(face, text),
      })
      if (actual !== undefined) endActual(document)
      at += width
    }
  }

  /** Whether everything that was set is drawn with its own letters. */
  return { set, wrap, draw, isWhole: () => isWhole }
}

export type Typesetter = ReturnType<typeof createTypesetter>

/** The height of some lines. */
export function heightOf(lines: SetLine[]): number {
  return lines.reduce((sum, { style }) => sum + style.size * LEADING, 0)
}

/** A piece of text that stays whole on its line; `glued` when no space stands before it. */
type Part = { text: string; glued: boolean }

function partsOf(text: string): Part[] {
  return plain(text)
    .split(' ')
    .flatMap((word) => word.split(/(?<=[-/])(?=.)/).map((text, index) => ({ text, glued: index > 0 })))
}

/** Letters of which no line of a page holds as many. */
const MANY = 400

/** Line ends and other characters that are no letters are spaces on paper. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

type Features = { features?: PDFKit.Mixins.OpenTypeFeatures[] }

/**
 * Amounts have figures of one width; and Gurmukhi does without the placing of marks above, which the library cannot
 * do. Text with features is shaped again each time, while words without are cached: so only amounts have features,
 * without the contextual ones that change nothing in them, and Arabic, whose words the library would put from left to
 * right.
 */
function featuresOf(face: Typeface, text: string): Features {
  const isAmount = face.name.startsWith('inter') && /^[\d.,+\u2212\s]+$/.test(text)
  const features = isAmount
    ? { tnum: true, calt: false }
    : face.name.includes('gurmukhi')
      ? { abvm: false }
      : face.name.includes('arabic')
        ? {}
        : undefined
  // The library takes an object too, which alone can turn a feature off.
  return features === undefined ? {} : { features: features as unknown as PDFKit.Mixins.OpenTypeFeatures[] }
}

const files = new Map<string, Buffer>()

function fontFile(face: Typeface, weight: FontWeight): Buffer {
  const path = typefaceFile(face, weight, 'woff')
  const known = files.get(path)
  if (known) return known
  const bytes = unpackWoff(readFileSync(applicationFile(`node_modules/${path}`)))
  files.set(path, bytes)
  return bytes
}

/**
 * Begins a span that is read as another text than is drawn. Some readers place that text by what holds where the span
 * ends: so the page is turned over and the font chosen before it, as the library does for the letters themselves, and
 * the page is turned back within it.
 */
function beginActual(document: Document, actual: string, size: number): void {
  turnOver(document.save())
  // The library chooses fonts only around the letters; its own name of the font is in no type.
  const { id } = (document as Document & { _font: { id: string } })._font
  document.addContent(`/${id} ${size} Tf`)
  document.markContent('Span', { actual })
  turnOver(document.save())
}

function endActual(document: Document): void {
  document.restore().endMarkedContent().restore()
}

function turnOver(document: Document): void {
  document.transform(1, 0, 0, -1, 0, document.page.height)
}
