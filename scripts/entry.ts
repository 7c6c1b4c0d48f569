/**
 * The entry points as few files of JavaScript, beside the pages of a build: a start from some two thousand modules takes
 * twice as long. Node's own modules alone, since every start asks it first.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { packageFolder } from '#lib/process/application-files.ts'
import { isCurrent } from './sources.ts'

/** The server, and the commands, of which the worker is one: each a file of scripts/. */
export const ENTRIES = ['server', 'counterfoil'] as const

/** The entries of a build: their folder in it, and the sources that are in them. */
export type Entries = { folder: string; sources: string[] }

export const entriesFile = (buildDir: string) => join(buildDir, 'entries.json')
export const entriesStamp = (buildDir: string) => join(buildDir, 'entries.sha256')

/** @returns undefined where they are not those of the sources of now */
export function currentEntries(buildDir: string): Entries | undefined {
  const entries = builtEntries(buildDir)
  return entries && isCurrent(entriesStamp(buildDir), entries.sources) ? entries : undefined
}

/** @returns those that were built last, from whichever sources */
export function builtEntries(buildDir: string): Entries | undefined {
  const file = entriesFile(buildDir)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/**
 * Runs an entry point: as it was built, or from its sources where these have changed since, or were never built.
 * @param asBuilt false where it is to be run from its sources in any case
 */
export async function runEntry(name: (typeof ENTRIES)[number], asBuilt = true): Promise<void> {
  // Pages and entries of the package are in its folder, without the sources that they could be compared with.
  const folder = packageFolder()
  const buildDir = process.env.BUILD_DIR || fromEnvFile() || '.next'
  const built = folder === undefined ? currentEntries(buildDir) : builtEntries(join(folder, buildDir))
  // As a variable, so that the bundle of the command does not take in the entry.
  const source: string = `#scripts/${name}.ts`
  const module =
    built && asBuilt
      ? pathToFileURL(resolve(folder ?? '', buildDir, built.folder, `${name}.mjs`)).href
      : source
  await import(module)
}

/** What is wrong with the file is said by the entry point itself. */
function fromEnvFile(): string | undefined {
  try {
    return parseEnv(readFileSync('.env', 'utf8')).BUILD_DIR
  } catch {
    return undefined
  }
}
