import { icon } from './icons.tsx'

/** Twelve-pixel drawings; each state has an outline of its own, so that it is known without its colour. */
function glyph(name: string) {
  const Glyph = icon(`glyph-${name}`)
  return <Glyph />
}

export const glyphs = {
  check: glyph('check'),
  clock: glyph('clock'),
  cross: glyph('cross'),
  back: glyph('back'),
  partBack: glyph('part'),
  ring: glyph('ring'),
  half: glyph('half'),
  sand: glyph('sand'),
} as const
