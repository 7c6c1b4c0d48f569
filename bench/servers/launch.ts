import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DATA_DIR } from '#bench/cluster.ts'
import { settings } from '#bench/instance.ts'
import { SETTING_NAMES } from '#lib/env.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

/**
 * `baseline`: node:http and pg by hand. `front`: the product's handlers without Next. `next`: the same through Next.
 * `oidc`, `oidc-postgres`: the authorization engine by itself, in memory and on a plain table.
 */
export type Kind = 'baseline' | 'router' | 'next' | 'oidc' | 'oidc-postgres'

export type Server = { kind: Kind; pid: number; url: string; stop(): Promise<void> }

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

/** Starts a server on a free port of this machine, working on a database. It ends when this process does. */
export async function launch(kind: Kind, databaseUrl: string): Promise<Server> {
  const port = await freePort()
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  const own = {
    ...settings(databaseUrl),
    PORT: String(port),
    HOST: '127.0.0.1',
    BUILD_DIR: buildFolder() ?? '',
  }
  // When a stretch ends, requests that are under way lose their connection, which servers write about.
  const log = openSync(join(DATA_DIR, `${kind}.log`), 'w')
  const options = { env: { ...process.env, ...blank, ...own }, stdio: ['ignore', log, log, 'ipc'] } as const
  const child = fork(join(import.meta.dirname, `${kind}.ts`), { ...options, stdio: [...options.stdio] })
  closeSync(log)
  const ended = once(child, 'exit')
  const ready = once(child, 'message')
  await Promise.race([
    ready,
    ended.then(([code]) => Promise.reject(new Error(`The server ${kind} ended with ${code}.`))),
  ])
  const { pid = 0 } = child
  const server = {
    kind,
    pid,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      running.delete(pid)
      child.kill('SIGKILL')
      await ended
    },
  }
  running.set(pid, server)
  return server
}
