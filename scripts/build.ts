/** Builds the pages when there is no build or the sources have changed since: `npm run build`, and every `npm start`. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { derivedKey } from '#lib/auth/secrets.ts'
import { sentence } from '#lib/process/start-errors.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { currentEntries } from '#scripts/entry.ts'
import { buildPayerScript } from '#scripts/payer-script.ts'
import { step } from '#scripts/progress.ts'
import { isCurrent, stampOf } from '#scripts/sources.ts'

const FILE = 'tsconfig.json'

/** Next adds the types of each new build folder to tsconfig.json, and rewrites the file: undone, ours names those that count. */
export async function keepingTsconfig<Result>(run: () => Promise<Result>): Promise<Result> {
  const before = readFileSync(FILE, 'utf8')
  try {
    return await run()
  } finally {
    if (readFileSync(FILE, 'utf8') !== before) writeFileSync(FILE, before)
  }
}

/** The inputs of the pages, and files among them that are none. */
const FOLDERS = ['app', 'components', 'lib', 'public']

const NOT_SOURCES = /\.test\.tsx?$|^lib[\\/]testing\b|^next-env\.d\.ts$|^(playwright|vitest)\.config\.ts$/

/** @returns whether a build was made */
export async function ensureBuild(buildDir: string): Promise<boolean> {
  const isPagesCurrent = await ensurePages(buildDir)
  if (currentEntries(buildDir)) return !isPagesCurrent
  const { buildEntries } = await import('#scripts/entry-build.ts')
  await buildEntries(buildDir)
  return true
}

/** @returns whether they were current */
async function ensurePages(buildDir: string): Promise<boolean> {
  const stampFile = join(buildDir, 'sources.sha256')
  const sources = pageSources()
  if (isCurrent(stampFile, sources)) return true
  rmSync(stampFile, { force: true })
  const stamp = stampOf(sources)
  await keepingTsconfig(() => runNextBuild(buildDir))
  await buildPayerScript(buildDir)
  writeFileSync(stampFile, stamp)
  return false
}

function pageSources(): string[] {
  const inFolders = FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const beside = readdirSync('.').filter((name) => /\.(tsx?|mjs)$/.test(name))
  return [...inFolders, ...beside, 'package-lock.json', 'tsconfig.json']
    .filter((path) => !NOT_SOURCES.test(path))
    .sort()
}

/** In a process of its own, whose output is shown only when it fails. */
function runNextBuild(buildDir: string): Promise<void> {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const child = spawn(process.execPath, [next, 'build'], {
    env: {
      ...process.env,
      ...formKey(),
      NODE_ENV: 'production',
      BUILD_DIR: buildDir,
      NEXT_TELEMETRY_DISABLED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new CannotStart(`${sentence('build_failed', {})}\n${output}`)),
    )
  })
}

/**
 * One key for the forms of every build, so that a page which is open over a new build can still be sent. The package of npm is
 * built without SECRET_KEY; a server has the key of its own data either way.
 */
export function formKey(): Record<string, string> {
  const { SECRET_KEY } = process.env
  if (!SECRET_KEY) return {}
  return {
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(derivedKey(SECRET_KEY, 'forms')).toString('base64'),
  }
}

if (import.meta.main) {
  await step('Build', () => ensureBuild(process.env.BUILD_DIR || '.next'))
}
