import devanagari from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2'
import boldDevanagari from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-600-normal.woff2'
import rupee from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import { preload } from 'react-dom'

/** Asks for the text face with the page, instead of when the styles have been read. */
export function preloadText() {
  preload(inter, FONT)
}

/** The file that the rupee sign lives in: for pages that show amounts. */
export function preloadRupee() {
  preload(rupee, FONT)
}

/** The text face of pages in Hindi, in both of its weights: a heading in another face than its text would look wrong. */
export function preloadDevanagari() {
  preload(devanagari, FONT)
  preload(boldDevanagari, FONT)
}

const FONT = { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const
