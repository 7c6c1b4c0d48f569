import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DATA_DIR } from '#bench/cluster.ts'
import { settings } from '#bench/instance.ts'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

/**
 * `baseline`: plain node:http and pg. `router`: the product's handlers without Next. `next`: the same through Next.
 * `start`: the process of `npm start`. `start-alone`: the same with joining off. `oidc`, `oidc-postgres`: the authorization engine alone, in memory and on a
 * plain table. `prisma`, `postgraphile`: common alternatives, see bench/peers.
 */
export type Kind =
  | 'baseline'
  | 'router'
  | 'next'
  | 'start'
  | 'start-alone'
  | 'oidc'
  | 'oidc-postgres'
  | 'prisma'
  | 'postgraphile'

export type Server = {
  kind: Kind
  pid: number
  url: string
  /** Milliseconds from the launch to the first response. */
  readyAfter: number
  stop(): Promise<void>
}

/** The folder of a finished build of the pages (BUILD_DIR, or where builds usually are), or undefined. */
export function buildFolder(): string | undefined {
  const folders = process.env.BUILD_DIR ? [process.env.BUILD_DIR] : ['.next', '.test/next']
  return folders.find((folder) => existsSync(join(folder, 'BUILD_ID')))
}

const running = new Map<number, Server>()

/** The process ids of the servers that run now. */
export function serverPids(): number[] {
  return [...running.keys()]
}

/**
 * Starts a server on a free port of this machine, working on a database. It ends when this process does.
 * @param folder another checkout with a build, of which `npm start` runs
 */
export async function launch(
  kind: Kind,
  databaseUrl: string,
  more: Record<string, string> = {},
  folder?: string,
): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  const env = {
    ...process.env,
    ...blank,
    ...settings(databaseUrl),
    PORT: String(port),
    HOST: '127.0.0.1',
    BUILD_DIR: folder === undefined ? (buildFolder() ?? '') : '',
    ...more,
  }
  mkdirSync(DATA_DIR, { recursive: true })
  // When a stretch ends, requests that are under way lose their connection, which servers write about.
  const log = openSync(logOf(kind), 'w')
  const begun = performance.now()
  const isStart = kind === 'start' || kind === 'start-alone'
  const joining = kind === 'start-alone' ? { JOIN_WRITES: 'off' } : {}
  const child = isStart ? startScript({ ...env, ...joining }, log, folder) : ownProgram(kind, env, log)
  closeSync(log)
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await Promise.race([
    isStart ? untilReady(url) : once(child, 'message'),
    ended.then(([code]) => Promise.reject(new Error(`The server ${kind} ended with ${code}.`))),
  ])
  const { pid = 0 } = child
  const server = {
    kind,
    pid,
    url,
    readyAfter: performance.now() - begun,
    async stop() {
      running.delete(pid)
      process.off('exit', kill)
      // The start script has a PostgreSQL of its own to stop, unless it was given one; the others end with the connection.
      if (isStart) child.kill('SIGTERM')
      else child.disconnect()
      await ended
    },
  }
  running.set(pid, server)
  return server
}

/** What the last server of a kind has written. */
export function logOf(kind: Kind): string {
  return join(DATA_DIR, `${kind}.log`)
}

/** As in `npm start`: worker and router before Next in one process, the log on. No demo merchant is made. */
function startScript(env: NodeJS.ProcessEnv, log: number, cwd = process.cwd()): ChildProcess {
  return spawn(process.execPath, startArguments(), {
    cwd,
    env: { ...env, DEMO: 'off', LOG_LEVEL: 'info' },
    stdio: ['ignore', log, log],
  })
}

let startFlags: string[] | undefined

/** Other flags of Node than those of `npm start`, to compare what they cost; without an argument those again. */
export function setStartFlags(flags?: string): void {
  startFlags = flags?.split(' ').filter(Boolean)
}

/** The arguments of Node in `npm start`: its flags, and the script. */
function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  const given = scripts.start.split(' ').slice(1)
  return startFlags ? [...startFlags, ...given.slice(-1)] : given
}

function ownProgram(kind: Kind, env: NodeJS.ProcessEnv, log: number): ChildProcess {
  // The product's handlers alone have the same heap as the whole of it.
  const execArgv = kind === 'router' || kind === 'next' ? startArguments().slice(0, -1) : []
  return fork(join(import.meta.dirname, `${kind}.ts`), {
    env,
    execArgv,
    stdio: ['ignore', log, log, 'ipc'],
  })
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    // Without a worker, which lists are measured without, it never says that it is ready.
    const ready = await fetch(`${url}/healthz`).catch(() => undefined)
    if (ready?.ok) return
    await sleep(10)
  }
}
