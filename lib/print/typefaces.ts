/** A face that bills are set in, and the letters that it has. Later ones stand in for what the ones before lack. */
export type Typeface = {
  /** The name of its files: "noto-sans-tamil-tamil". */
  name: string
  package: string
  /** Ranges of code points, both ends included. */
  ranges: [from: number, to: number][]
}

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

/** Inter for the letters of Europe and the rupee sign, and a Noto face for each of the large scripts of India. */
export const TYPEFACES: Typeface[] = [
  inter(
    'latin',
    [0x20, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2bb, 0x2bc],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x2000, 0x206f],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2212, 0x2212],
  ),
  inter('latin-ext', [0x100, 0x2ba], [0x2bd, 0x2c5], [0x1e00, 0x1e9f], [0x20a0, 0x20c0], [0x2113, 0x2113]),
  inter('greek', [0x370, 0x3ff]),
  inter('cyrillic', [0x400, 0x45f], [0x490, 0x491], [0x4b0, 0x4b1], [0x2116, 0x2116]),
  noto('devanagari', [0x900, 0x97f], [0x1cd0, 0x1cf9], [0xa830, 0xa839], [0xa8e0, 0xa8ff]),
  noto('bengali', [0x980, 0x9ff]),
  noto('gurmukhi', [0xa00, 0xa7f]),
  noto('gujarati', [0xa80, 0xaff]),
  noto('tamil', [0xb80, 0xbff]),
  noto('telugu', [0xc00, 0xc7f]),
  noto('kannada', [0xc80, 0xcff]),
  noto('malayalam', [0xd00, 0xd7f]),
]

const LATIN = TYPEFACES[0] as Typeface

export const WEIGHTS = [400, 600] as const
export type Weight = (typeof WEIGHTS)[number]

/** Where its file lies below node_modules. Browsers take the smaller form; what embeds faces reads only the older one. */
export function typefaceFile(face: Typeface, weight: Weight, form: 'woff2' | 'woff' = 'woff2'): string {
  return `${face.package}/files/${face.name}-${weight}-normal.${form}`
}

/** The face that has a letter, or the first one where none has it. */
export function typefaceFor(letter: string): Typeface {
  const code = letter.codePointAt(0) ?? 0
  const found = TYPEFACES.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))
  return found ?? LATIN
}
