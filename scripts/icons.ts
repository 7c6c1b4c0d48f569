/**
 * Writes public/icons.svg, the drawings of all icons: `node scripts/icons.ts`, after a name was added to
 * components/ui/icons.tsx. With `--check` it only says whether the file is what it would write.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAMES = 'components/ui/icons.tsx'
const SPRITE = 'public/icons.svg'

/** Our own, of twelve pixels unless they say more; each state has an outline of its own, so that it is known without its colour. */
const GLYPHS: Record<string, [weight: number, shapes: string, size?: string]> = {
  check: [2, '<path d="M2 6.5 4.8 9 10 3.5"/>'],
  clock: [1.8, '<circle cx="6" cy="6" r="4.2"/><path d="M6 3.8V6l1.6 1"/>'],
  cross: [2, '<path d="m3 3 6 6M9 3 3 9"/>'],
  back: [1.8, '<path d="M4.5 2.5 2 5l2.5 2.5M2 5h5.5a2.5 2.5 0 0 1 0 5H6"/>'],
  part: [1.8, '<path d="M5 3 2 6l3 3M2 6h8"/>'],
  ring: [1.8, '<circle cx="6" cy="6" r="4.2" stroke-dasharray="2 1.5"/>'],
  half: [
    1.8,
    '<circle cx="6" cy="6" r="4.2"/><path d="M6 1.8a4.2 4.2 0 0 1 0 8.4Z" fill="currentColor" stroke="none"/>',
  ],
  sand: [1.5, '<path d="M3 1.5h6M3 10.5h6M3.7 1.5v1.7L6 6l2.3-2.8V1.5M3.7 10.5V8.8L6 6l2.3 2.8v1.7"/>'],
  // A slip whose stub is torn off.
  slip: [
    1.5,
    '<path d="M46 2H6a4 4 0 0 0-4 4v32a4 4 0 0 0 4 4h40"/><path d="M46 2v40" stroke-dasharray="3 3"/><path d="M10 14h20M10 21h13" stroke="var(--accent)"/><g transform="rotate(7 60 22)"><path d="M52 3h12a4 4 0 0 1 4 4v30a4 4 0 0 1-4 4H52"/><path d="M52 3v38" stroke-dasharray="3 3"/></g>',
    '72 44',
  ],
}

type Drawing = { __iconData: { node: [tag: string, attributes: Record<string, string>][] } }

export async function spriteOf(source: string): Promise<{ sprite: string; version: string }> {
  const names = [...source.matchAll(/\bicon\('([^']+)'\)/g)].map(([, name = '']) => name)
  const symbols = await Promise.all(names.sort().map(lucideSymbol))
  const glyphs = Object.entries(GLYPHS).map(
    ([name, [weight, shapes, size = '12 12']]) =>
      `<symbol id="glyph-${name}" viewBox="0 0 ${size}" stroke-width="${weight}" stroke-linecap="butt" stroke-linejoin="miter">${shapes}</symbol>`,
  )
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${[...symbols, ...glyphs].join('\n')}\n</svg>\n`
  return { sprite, version: createHash('sha256').update(sprite).digest('hex').slice(0, 8) }
}

async function lucideSymbol(name: string): Promise<string> {
  const file = join(import.meta.dirname, '../node_modules/lucide-react/dist/esm/icons', `${name}.mjs`)
  const { __iconData: data } = (await import(file)) as Drawing
  const shapes = data.node.map(([tag, { key: _, ...attributes }]) => {
    const text = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
    return `<${tag}${text.join('')}/>`
  })
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
}

if (import.meta.main) {
  const source = readFileSync(NAMES, 'utf8')
  const { sprite, version } = await spriteOf(source)
  const named = source.replace(/icons\.svg\?v=\w*/, `icons.svg?v=${version}`)
  if (process.argv.includes('--check')) {
    if (named !== source || readFileSync(SPRITE, 'utf8') !== sprite)
      throw new Error('The icons have changed: run `node scripts/icons.ts`.')
  } else {
    writeFileSync(NAMES, named)
    writeFileSync(SPRITE, sprite)
  }
}
