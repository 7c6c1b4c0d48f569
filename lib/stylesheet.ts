import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const kept = new Map<string, string>()

/**
 * A stylesheet of the sources as text, for pages that carry their styles in themselves. It has no imports and needs no
 * build. Read once; while developing at every call.
 */
export function stylesheet(path: `components/${string}.css`): string {
  const known = kept.get(path)
  if (known !== undefined && process.env.NODE_ENV === 'production') return known
  // Comments are for whoever reads the source.
  const text = readFileSync(resolve(path), 'utf8').replace(/\/\*.*?\*\//gs, '')
  kept.set(path, text)
  return text
}
