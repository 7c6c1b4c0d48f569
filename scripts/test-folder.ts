import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'

/** More than the data folders of all tests, in bytes. */
const NEEDED = 4 * 2 ** 30

/**
 * The parent of the data folders of tests, the same for every process of this clone: in memory where there is enough,
 * otherwise `.test`. Each test database is 830 files, and a file system that keeps a journal looks for free inodes
 * among all those that were deleted in the last minutes: creating the databases of 38 test files took 23 s of processor
 * time on a disk, and 1 s in memory.
 */
export const TEST_FOLDER =
  process.env.COUNTERFOIL_TEST_FOLDER ?? (hasMemory() ? inMemory() : resolve('.test'))
process.env.COUNTERFOIL_TEST_FOLDER = TEST_FOLDER

/** A folder among them, which need not exist. */
export function testFolder(name: string): string {
  mkdirSync(TEST_FOLDER, { recursive: true, mode: 0o711 })
  return join(TEST_FOLDER, name)
}

/** Gives the memory back: what is kept there is of no use to a later run. */
export function freeMemory(folder: string): void {
  if (folder.startsWith(MEMORY)) rmSync(folder, { recursive: true, force: true })
}

function inMemory(): string {
  return join(MEMORY, `counterfoil-${createHash('sha256').update(resolve('.')).digest('hex').slice(0, 12)}`)
}

function hasMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) > NEEDED
}
