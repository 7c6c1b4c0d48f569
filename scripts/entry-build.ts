/** Builds what scripts/entry.ts runs. */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { builtEntries, ENTRIES, type Entries, entriesFile, entriesStamp } from '#scripts/entry.ts'
import { OUTSIDE } from '#scripts/outside.ts'
import { stampOf } from '#scripts/sources.ts'

/** Beside those that Next leaves where they are, too. */
export const ALL_OUTSIDE = [
  ...OUTSIDE,
  'next',
  'react',
  'react-dom',
  'sharp',
  'prisma',
  'rolldown',
  '@hyzyla/pdfium',
  '@prisma/schema-engine-wasm',
]

/** Each build has a folder of its own: a server that runs from the one before still loads parts of it when they are first used. */
const FOLDER = 'entries-'

/** Builds the entries of now beside those of the build before. */
export async function buildEntries(buildDir: string): Promise<void> {
  const began = Date.now()
  const folder = `${FOLDER}${began}`
  const input = Object.fromEntries(ENTRIES.map((name) => [name, `scripts/${name}.ts`]))
  const modules = await bundle(input, join(buildDir, folder))
  const sources = modules
    .map((path) => relative('.', path))
    .filter((path) => !/^\0|^\.\.|^node_modules\b/.test(path))
    .concat('package-lock.json', 'package.json')
    .sort()
  const former = builtEntries(buildDir)
  writeFileSync(entriesFile(buildDir), JSON.stringify({ folder, sources } satisfies Entries))
  // A file that was changed meanwhile may have been read before: without a stamp the next start builds again.
  const isChanged = sources.some((path) => statSync(path).mtimeMs >= began)
  writeFileSync(entriesStamp(buildDir), isChanged ? '' : stampOf(sources))
  for (const name of readdirSync(buildDir))
    if (name.startsWith(FOLDER) && name !== folder && name !== former?.folder)
      rmSync(join(buildDir, name), { recursive: true, force: true })
}

/**
 * Writes modules of ours, with what they load, as JavaScript.
 * @param input the source of each file, by its name without an ending
 * @returns the paths of what is in them
 */
export async function bundle(input: Record<string, string>, dir: string): Promise<string[]> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => ALL_OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [{ name: 'our-imports', resolveId: ourImport }],
    // Either would drop a call whose value is not used, such as decodeURIComponent, though it may throw.
    treeshake: false,
    onLog: () => undefined,
  })
  const { output } = await bundle.write({
    dir,
    format: 'esm',
    minify: false,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

/** `#lib/…` of ours is a path from here; packages have such imports of their own. */
function ourImport(id: string, importer?: string): string | undefined {
  if (!id.startsWith('#') || importer?.includes('node_modules')) return undefined
  return resolve(id.slice(1))
}
