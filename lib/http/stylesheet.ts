import { readFileSync } from 'node:fs'
import { applicationFile } from '#lib/process/application-files.ts'

const cached = new Map<string, string>()

type SheetPath = `components/${string}.css`

/** The styles of a page that carries them in itself: the tokens, what all such pages begin with, and its own. */
export function pageStyles(...own: SheetPath[]): string {
  const all: SheetPath[] = [TOKENS, 'components/ui/css/bare-page.css', 'components/ui/css/rupee.css', ...own]
  return all.map(stylesheet).join('')
}

export function tokenStyles(): string {
  return stylesheet(TOKENS)
}

const TOKENS = 'components/ui/css/tokens.css'

/**
 * A stylesheet of the sources as text, for pages that carry their styles in themselves. It has no imports and needs no
 * build. Read once; while developing at every call.
 */
function stylesheet(path: SheetPath): string {
  const known = cached.get(path)
  if (known !== undefined && process.env.NODE_ENV === 'production') return known
  // Comments are for readers of the source.
  const text = readFileSync(applicationFile(path), 'utf8').replace(/\/\*.*?\*\//gs, '')
  cached.set(path, text)
  return text
}
