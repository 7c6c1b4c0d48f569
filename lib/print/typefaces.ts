/** A face that bills are set in, and the letters that it has. Later ones stand in for what the ones before lack. */
export type Typeface = {
  /** The name of its files: "noto-sans-tamil-tamil". */
  name: string
  package: string
  /** Ranges of code points, both ends included. */
  ranges: [from: number, to: number][]
}

const span = (from: number, to = from): Typeface['ranges'][number] => [from, to]

const inter = (subset: string, ...ranges: Typeface['ranges']): Typeface => ({
  name: `inter-${subset}`,
  package: '@fontsource/inter',
  ranges,
})

const noto = (script: string, ...ranges: Typeface['ranges']): Typeface => ({
  name: `noto-sans-${script}-${script}`,
  package: `@fontsource/noto-sans-${script}`,
  ranges,
})

/**
 * Inter for the letters of Europe and the rupee sign, and a Noto face for each of the large scripts of India; that of
 * Urdu is the one for Arabic. A range has no letter that its face lacks.
 */
export const TYPEFACES: Typeface[] = [
  inter(
    'latin',
    span(0x20, 0xac),
    span(0xae, 0xff),
    span(0x131),
    span(0x152, 0x153),
    span(0x2bb, 0x2bc),
    span(0x2c6),
    span(0x2da),
    span(0x2dc),
    span(0x2002),
    span(0x2009),
    span(0x200b),
    span(0x2013, 0x2014),
    span(0x2018, 0x201a),
    span(0x201c, 0x201e),
    span(0x2022),
    span(0x2026),
    span(0x2032, 0x2033),
    span(0x2039, 0x203a),
    span(0x2044),
    span(0x20ac),
    span(0x2122),
    span(0x2212),
  ),
  inter(
    'latin-ext',
    span(0x100, 0x148),
    span(0x14a, 0x1c3),
    span(0x1c5, 0x254),
    span(0x256, 0x27b),
    span(0x27e, 0x284),
    span(0x286, 0x290),
    span(0x292, 0x2a4),
    span(0x2a6, 0x2ba),
    span(0x2bd, 0x2c5),
    span(0x1e00, 0x1e9b),
    span(0x1e9d, 0x1e9f),
    span(0x20a0, 0x20ab),
    span(0x20ad, 0x20af),
    span(0x20b1, 0x20b5),
    span(0x20b8, 0x20ba),
    span(0x20bc, 0x20bf),
    span(0x2113),
  ),
  inter(
    'greek',
    span(0x374, 0x376),
    span(0x37a, 0x3d7),
    span(0x3dc, 0x3dd),
    span(0x3f0, 0x3f6),
    span(0x3f9, 0x3fa),
    span(0x3fc, 0x3ff),
  ),
  inter('cyrillic', span(0x400, 0x45f), span(0x490, 0x491), span(0x4b0, 0x4b1), span(0x2116)),
  noto(
    'devanagari',
    span(0x900, 0x97f),
    span(0x1cd0, 0x1cf6),
    span(0x1cf8, 0x1cf9),
    span(0xa830, 0xa839),
    span(0xa8e0, 0xa8ff),
  ),
  noto('bengali', span(0x980, 0x9ff)),
  noto('gurmukhi', span(0xa00, 0xa7f)),
  noto('gujarati', span(0xa80, 0xaff)),
  noto('oriya', span(0xb00, 0xb7f)),
  noto('tamil', span(0xb80, 0xbff)),
  noto('telugu', span(0xc00, 0xc5b), span(0xc5d, 0xc7f)),
  noto('kannada', span(0xc80, 0xcdb), span(0xcdd, 0xcff)),
  noto('malayalam', span(0xd00, 0xd7f)),
  noto(
    'arabic',
    span(0x600, 0x6ff),
    span(0x750, 0x77f),
    span(0x8a0, 0x8e1),
    span(0x8e3, 0x8ff),
    span(0xfb50, 0xfbc2),
    span(0xfbd3, 0xfd8f),
    span(0xfd92, 0xfdc7),
    span(0xfdcf, 0xfdff),
    span(0xfe70, 0xfefc),
  ),
]

/** The face of digits and signs. */
export const LATIN = TYPEFACES[0] as Typeface

export const WEIGHTS = [400, 600] as const
export type FontWeight = (typeof WEIGHTS)[number]

/** Where its file lies below node_modules. Browsers take the smaller form; what embeds faces reads only the older one. */
export function typefaceFile(face: Typeface, weight: FontWeight, form: 'woff2' | 'woff' = 'woff2'): string {
  return `${face.package}/files/${face.name}-${weight}-normal.${form}`
}

/** The face that has a letter. */
export function typefaceFor(letter: string): Typeface | undefined {
  const code = letter.codePointAt(0) ?? 0
  return TYPEFACES.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))
}
