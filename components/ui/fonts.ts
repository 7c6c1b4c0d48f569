import devanagari from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2'
import boldDevanagari from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-600-normal.woff2'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import mono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'
import { preload } from 'react-dom'

/** Asks for the text face with the page, instead of when the styles have been read. */
export function preloadText() {
  preload(inter, FONT)
}

/** The face of IDs, which each of them asks for, and so does a field of filters: pages without any do not load it. */
export function preloadMono() {
  preload(mono, FONT)
}

/** The text face of pages in Hindi, in both of its weights: a heading in another face than its text would look wrong. */
export function preloadDevanagari() {
  preload(devanagari, FONT)
  preload(boldDevanagari, FONT)
}

const FONT = { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const
