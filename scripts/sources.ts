/** Which sources a build was made from. Node's own modules alone: every start asks it first. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'

/** Beside a build: its sources by content, and as the file system showed them when they last were the same. */
type Stamp = { content: string; found: string }

/**
 * Whether a build was made from these files as they are now: by content, so that a fresh checkout of the same sources needs
 * no new build. Where no file has changed in size and time since the last look, nothing is read.
 */
export function isCurrent(stampFile: string, paths: string[]): boolean {
  const stamp = readStamp(stampFile)
  if (stamp === undefined) return false
  const found = foundIn(paths)
  if (stamp.found === found) return true
  if (stamp.content !== contentOf(paths)) return false
  storeFound(stampFile, { ...stamp, found })
  return true
}

/** The text of the file that a finished build has beside it. */
export function stampOf(paths: string[]): string {
  return JSON.stringify({ content: contentOf(paths), found: foundIn(paths) } satisfies Stamp)
}

/** @returns undefined where there is none, or one that another version wrote in another form */
function readStamp(stampFile: string): Stamp | undefined {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return undefined
  }
}

/** Where nothing can be written, as in an image, each start compares contents. */
function storeFound(stampFile: string, stamp: Stamp): void {
  try {
    writeFileSync(stampFile, JSON.stringify(stamp))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error
  }
}

function foundIn(paths: string[]): string {
  return hashOf(paths, (path) => {
    const { size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { size: -1, mtimeMs: 0 }
    // What copies a build to another file system, as an image does, may keep whole seconds alone.
    return `${size} ${Math.floor(mtimeMs / 1000)}`
  })
}

function contentOf(paths: string[]): string {
  return hashOf(paths, (path) => (existsSync(path) ? readFileSync(path) : 'no file'))
}

function hashOf(paths: string[], read: (path: string) => string | Buffer): string {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path).update('\0').update(read(path)).update('\0')
  return hash.digest('hex')
}
