/**
 * `node scripts/bare-folder.ts FOLDER`: the steps of the Dockerfile in an empty folder, for machines without Docker, and their
 * check: the server runs from it as another user who cannot write there, on a database of its own, serves, passes its health
 * check and stops by SIGTERM. Run as root; asks the registry of npm. FOLDER stays, ready to be run.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { complain } from '#scripts/complain.ts'
import { openLocalDatabase } from '#scripts/database.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { duration, step } from '#scripts/progress.ts'

/** The user of the image, who exists on no other machine and owns nothing there. */
const USER = 10_001

/** Pages and files of each kind: a page of Next, one of payers, the API, a script of the payer's pages, a guide, a font. */
const PATHS = [
  '/readyz',
  '/login',
  '/docs',
  '/docs/guides/webhooks',
  '/openapi.json',
  '/icons.svg',
  '/healthz',
]

/** The files that an image is built from, which .dockerignore lists. */
export function sourcesOf(dockerignore: string): string[] {
  return [...dockerignore.matchAll(/^!(.+)$/gm)].map(([, name = '']) => name)
}

function copySources(folder: string): void {
  if (existsSync(folder)) throw new CannotStart(`${folder} exists. Name an empty place.`)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const name of sourcesOf(readFileSync('.dockerignore', 'utf8')))
    cpSync(name, join(folder, name), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$|^lib\/generated/.test(path),
    })
}

/** In the folder, with nothing of this checkout: neither its Node nor its settings. */
function runIn(folder: string, program: string, ...args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, CI: '1' } as unknown as NodeJS.ProcessEnv
  execFileSync(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

const sizeOf = (...paths: string[]) =>
  paths.length === 0
    ? 0
    : Number(/^\d+/.exec(execFileSync('du', ['-sm', ...paths], { encoding: 'utf8' }))?.[0])

async function startIn(
  folder: string,
  data: string,
  database: string,
): Promise<{ child: ChildProcess; url: string }> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const [, ...args] = scripts.start.split(' ')
  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    DATA_DIR: data,
    DATABASE_URL: database,
    SECRET_KEY: randomBytes(32).toString('base64'),
    PORT: String(port),
    DEMO: 'off',
  } as const
  const child = spawn('node_modules/.bin/node', args, {
    cwd: folder,
    env: env as unknown as NodeJS.ProcessEnv,
    uid: USER,
    gid: USER,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  while (!printed.includes('is ready at')) {
    if (child.exitCode !== null) throw new CannotStart(`The server did not start.\n${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { child, url: `http://127.0.0.1:${port}` }
}

/** The health check as the Dockerfile has it, run by the Node of the folder. */
function healthCheck(folder: string, url: string): void {
  const [, script = ''] = /"--eval", "(.+)"\]/.exec(readFileSync('Dockerfile', 'utf8')) ?? []
  const env = { PORT: new URL(url).port } as unknown as NodeJS.ProcessEnv
  execFileSync('node_modules/.bin/node', ['--eval', script], { cwd: folder, env })
}

async function check(folder: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'counterfoil-bare-'))
  const own = join(data, 'own')
  mkdirSync(own)
  for (const path of [data, own]) chownSync(path, USER, USER)
  const place = mkdtempSync(join(tmpdir(), 'counterfoil-database-'))
  const database = await openLocalDatabase({ dataDir: place })
  try {
    const { child, url } = await startIn(folder, own, database.url)
    for (const path of PATHS) {
      const { status } = await fetch(`${url}${path}`)
      if (status !== 200) throw new CannotStart(`${path} responded with ${status}.`)
    }
    healthCheck(folder, url)
    const began = performance.now()
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new CannotStart(`SIGTERM ended the server with ${code}.`)
    console.log(`  ${PATHS.length} paths, health check; stopped in ${duration(began)}`)
  } finally {
    await database.stop()
    for (const path of [data, place]) rmSync(path, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? '')
  if (!process.argv[2]) throw new CannotStart('Name a folder: node scripts/bare-folder.ts FOLDER')
  if (process.getuid?.() !== 0)
    throw new CannotStart('This needs root, since the server runs as another user.')
  await step('Copy', async () => copySources(folder))
  await step('npm ci --omit=dev', async () =>
    runIn(folder, 'npm', 'ci', '--omit=dev', '--no-audit', '--no-fund'),
  )
  const installed = sizeOf(join(folder, 'node_modules'))
  await step('Build', async () => runIn(folder, 'npm', 'run', 'build'))
  await step('Prune', async () =>
    runIn(folder, 'node_modules/.bin/node', 'scripts/prune.ts', '--without-database'),
  )
  console.log(
    `  node_modules ${installed} MB, then ${sizeOf(join(folder, 'node_modules'))} MB; all ${sizeOf(folder)} MB`,
  )
  await step('Check', () => check(folder))
}

if (import.meta.main) {
  try {
    await main()
  } catch (error) {
    complain(error)
    process.exit(1)
  }
}
