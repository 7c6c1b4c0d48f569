import { z } from 'zod'

/** A colour as six hexadecimal digits in small letters; it may be sent with a `#` and in capitals. */
export const BrandColor = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().replace(/^#/, '').toLowerCase() : value),
  z
    .string({ error: 'The colour must be a string.' })
    .regex(/^[0-9a-f]{6}$/, 'Enter a colour as six hexadecimal digits, such as #1f7a4d.'),
)

/** The relative luminance of a colour, from 0 for black to 1 for white, as WCAG 2.2 defines it. */
function luminanceOf(color: string): number {
  const channel = (at: number) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4)
}

/** The contrast between two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Black or white: the one that is easier to read on this colour. Its contrast is at least 4.58 on any. */
export function inkOn(color: string): string {
  return contrastOf(color, 'ffffff') >= contrastOf(color, '000000') ? 'ffffff' : '000000'
}

/** The lightest and the darkest surface of the pages, and the edges of controls on them (components/ui/css/tokens.css). */
const LIGHT = { surface: 'ffffff', edge: '8f897a' }
const DARK = { surface: '1c1b16', edge: '757063' }

/** The edge of a button in this colour, on light and on dark: the colour itself where it stands out at 3 or more. */
export function edgesOf(color: string): { light: string; dark: string } {
  const edge = (on: typeof LIGHT) => (contrastOf(color, on.surface) >= 3 ? color : on.edge)
  return { light: edge(LIGHT), dark: edge(DARK) }
}

/** The stylesheet that gives a page this colour: of its main buttons and of the edge of its card. */
export function brandStyles(color: string): string {
  const ink = inkOn(color)
  const pressed = ink === 'ffffff' ? 'black' : 'white'
  const { light, dark } = edgesOf(color)
  return `:root{--brand:#${color};--brand-ink:#${ink};--brand-strong:color-mix(in srgb,#${color} 88%,${pressed});--brand-edge:light-dark(#${light},#${dark})}`
}
