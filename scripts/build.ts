/** Builds the pages when there is no build or the sources have changed since: `npm run build`, and every `npm start`. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { derivedKey } from '#lib/auth/secrets.ts'
import { sentence } from '#lib/process/start-errors.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { buildPayerScript } from '#scripts/payer-script.ts'
import { step } from '#scripts/progress.ts'

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

/** The inputs of a build, and files among them that are no part of it. */
const SOURCES = ['{app,components,lib,public}/**/*', '*.{ts,tsx,mjs}', 'package-lock.json', 'tsconfig.json']

const NOT_SOURCES = /\.test\.tsx?$|^lib[\\/]testing\b|^next-env\.d\.ts$|^(playwright|vitest)\.config\.ts$/

/** @returns whether a build was made */
export async function ensureBuild(buildDir: string): Promise<boolean> {
  const stampFile = join(buildDir, 'sources.sha256')
  const stamp = sourcesStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false
  rmSync(stampFile, { force: true })
  await keepingTsconfig(() => runNextBuild(buildDir))
  await buildPayerScript(buildDir)
  writeFileSync(stampFile, stamp)
  return true
}

/** By content, not by date: a fresh checkout of the same sources needs no new build. */
function sourcesStamp(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !NOT_SOURCES.test(file))
  for (const file of files.sort()) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
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

/** One key for the forms of every build, so that a page which is open over a new build can still be sent. */
function formKey(): Record<string, string> {
  const { SECRET_KEY } = process.env
  if (!SECRET_KEY) return {}
  return {
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(derivedKey(SECRET_KEY, 'forms')).toString('base64'),
  }
}

if (import.meta.main) {
  await step('Build', () => ensureBuild(process.env.BUILD_DIR || '.next'))
}
