import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { copyDataFolder } from '#scripts/copy-folder.ts'
import { openLocalDatabase } from '#scripts/database.ts'
import { takeLock } from '#scripts/postgres/lock.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { processIdentity } from '#scripts/postgres/processes.ts'
import { run } from '#scripts/steps.ts'
import { freeMemory, testFolder } from '#scripts/test-folder.ts'

export const TEST_BUILD = '.test/next'
const DATA_DIR = testFolder('server')
const LOG = '.test/server.log'

/** Delays that people wait for become short enough for tests. */
const SETTINGS = {
  DATA_DIR,
  BUILD_DIR: TEST_BUILD,
  LOG_LEVEL: 'warn',
  SIMULATOR_REFUND_DELAY_SECONDS: '1',
  SIMULATOR_LATE_REPLY_SECONDS: '2',
  SETTLE_AFTER_SECONDS: '1',
  SETTLE_EVERY_SECONDS: '1',
  JOB_POLL_SECONDS: '0.5',
  // Tests call from many addresses, as through a proxy on this machine.
  TRUSTED_PROXIES: '127.0.0.0/8,::1',
  NETWORK_LIMIT_FACTOR: '100',
  // The bank of live mode is a process of the tests.
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
}

export type TestServer = { url: string; demoFile: string; stop: () => Promise<void> }

/**
 * Starts a server with the code of `npm start`, on a free port and an empty data folder.
 * @param merchants how many demo merchants there are to be: demo.json opens the first, demo-1.json the second
 * @param copy where to keep a copy of the data folder as the first start leaves it, from which other servers can start
 */
export async function startTestServer(merchants = 1, copy?: string): Promise<TestServer> {
  await clearRemains()
  const [port, providerPort] = [await freePort(), await freePort()]
  const provider = startIdentityProvider(providerPort, `http://localhost:${port}`)
  const settings = {
    ...blankSettings(),
    ...SETTINGS,
    PORT: String(port),
    OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
    OIDC_CLIENT_ID: 'counterfoil',
    OIDC_CLIENT_SECRET: 'a secret of the client',
    OIDC_NAME: 'Company',
  }
  let stopServer: (() => Promise<void>) | undefined
  const stop = async () => {
    provider.kill('SIGTERM')
    await stopServer?.()
    freeMemory(DATA_DIR)
  }
  try {
    stopServer = await start(settings)
    if (copy) {
      await stopServer()
      copyDataFolder(DATA_DIR, copy)
      stopServer = await start(settings)
    }
    await addMerchants(merchants - 1, settings)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: urlOf(settings), demoFile: resolve(DATA_DIR, 'demo.json'), stop }
}

/** The provider that staff may sign in with, as a process of its own. It ends with this one. */
function startIdentityProvider(port: number, url: string): ChildProcess {
  const log = openSync(LOG, 'w')
  const provider = spawn(process.execPath, ['e2e/identity-provider.ts', String(port), url], {
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  process.once('exit', () => provider.kill('SIGTERM'))
  return provider
}

type Settings = typeof SETTINGS & { PORT: string }

const urlOf = ({ PORT }: Settings) => `http://localhost:${PORT}`

/** @returns what stops it */
async function start(settings: Settings): Promise<() => Promise<void>> {
  const log = openSync(LOG, 'a')
  const child = spawn(process.execPath, ['--import', './e2e/mcp/fixtures/install.ts', 'scripts/start.mjs'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const stopOnExit = () => child.kill('SIGTERM')
  process.once('exit', stopOnExit)
  await untilReady(child, urlOf(settings))
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    process.off('exit', stopOnExit)
  }
}

async function addMerchants(count: number, env: Settings): Promise<void> {
  const files = Array.from({ length: count }, (_, index) => join(DATA_DIR, `demo-${index + 1}.json`))
  if (files.length === 0) return
  const { code, output } = await run(['node', 'scripts/another-demo.ts', ...files], { env, quiet: true })
  if (code !== 0) throw new CannotStart(`There are no demo merchants ${files.join(', ')}.\n${output}`)
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  for (let waited = 0; waited < 180_000; waited += 50) {
    if (child.exitCode !== null) break
    const ready = await fetch(`${url}/readyz`)
      .then((response) => response.ok)
      .catch(() => false)
    if (ready) return
    await sleep(50)
  }
  child.kill('SIGTERM')
  throw new CannotStart(`The server under test did not start.\n${readFileSync(LOG, 'utf8')}`)
}

/** The remains of a killed run: a server, a PostgreSQL, files. */
async function clearRemains(): Promise<void> {
  rmSync(LOG, { force: true })
  if (!existsSync(DATA_DIR)) return
  const lock = takeLock(join(DATA_DIR, 'postgres.lock'))
  if ('lockedBy' in lock) {
    process.kill(lock.lockedBy, 'SIGTERM')
    while (processIdentity(lock.lockedBy)) await sleep(50)
  } else {
    lock.release()
  }
  if (existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid')))
    await (await openLocalDatabase({ dataDir: DATA_DIR })).stop()
  rmSync(DATA_DIR, { recursive: true, force: true })
}

/** Blank, not absent: a setting in a developer's .env then does not reach the tests. */
function blankSettings(): Record<string, string> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
}
