import type { ReactNode } from 'react'

/** Twelve-pixel drawings; each state has an outline of its own, so that it is known without its colour. */
function Glyph({ children, weight = 1.8 }: { children: ReactNode; weight?: number }) {
  return (
    <svg viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth={weight} aria-hidden="true">
      {children}
    </svg>
  )
}

export const glyphs = {
  check: (
    <Glyph weight={2}>
      <path d="M2 6.5 4.8 9 10 3.5" />
    </Glyph>
  ),
  clock: (
    <Glyph>
      <circle cx="6" cy="6" r="4.2" />
      <path d="M6 3.8V6l1.6 1" />
    </Glyph>
  ),
  cross: (
    <Glyph weight={2}>
      <path d="m3 3 6 6M9 3 3 9" />
    </Glyph>
  ),
  back: (
    <Glyph>
      <path d="M4.5 2.5 2 5l2.5 2.5M2 5h5.5a2.5 2.5 0 0 1 0 5H6" />
    </Glyph>
  ),
  partBack: (
    <Glyph>
      <path d="M5 3 2 6l3 3M2 6h8" />
    </Glyph>
  ),
  ring: (
    <Glyph>
      <circle cx="6" cy="6" r="4.2" strokeDasharray="2 1.5" />
    </Glyph>
  ),
  half: (
    <Glyph>
      <circle cx="6" cy="6" r="4.2" />
      <path d="M6 1.8a4.2 4.2 0 0 1 0 8.4Z" fill="currentColor" stroke="none" />
    </Glyph>
  ),
  sand: (
    <Glyph weight={1.5}>
      <path d="M3 1.5h6M3 10.5h6M3.7 1.5v1.7L6 6l2.3-2.8V1.5M3.7 10.5V8.8L6 6l2.3 2.8v1.7" />
    </Glyph>
  ),
} as const
