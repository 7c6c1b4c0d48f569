import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demo } from '#e2e/fixtures.ts'
import { databaseUrl, readAccess } from '#scripts/postgres/cluster.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { TEST_BUILD } from '#scripts/test-server.ts'

const DATA_DIR = dirname(process.env.DEMO_FILE ?? '.data/demo.json')

/** The longest turn of the event loop since the last call, in milliseconds of CPU, and the memory, in bytes. */
type Reading = { blocked: number; rss: number }

export type WatchedServer = {
  url: URL
  read: () => Promise<Reading>
  /** The processor time of work of a fixed size in this server now, in milliseconds (lib/testing/work.ts). */
  unit: () => Promise<number>
  stop: () => Promise<void>
}

/**
 * A second server on the database of the one under test, with the same build, whose event loop and memory are measured
 * from inside (watch-loop.ts). Limits by caller are off, so that every request reaches its handler.
 */
export async function startWatchedServer(): Promise<WatchedServer> {
  const port = await freePort()
  const { base_url, mcp_url } = demo()
  const child = spawn(process.execPath, ['--import', './e2e/api/watch-loop.ts', 'scripts/server.ts'], {
    env: {
      ...process.env,
      DATA_DIR,
      BUILD_DIR: process.env.BUILD_DIR ?? TEST_BUILD,
      WORKER: 'apart',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: databaseUrl(readAccess(join(DATA_DIR, 'postgres.json')), 'application'),
      BASE_URL: base_url,
      MCP_URL: mcp_url,
      PORT: String(port),
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '100000',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-20_000)
    })
  for (let waited = 0; !printed.includes('is ready at'); waited += 100) {
    if (child.exitCode !== null || waited > 150_000) {
      child.kill('SIGTERM')
      throw new Error(`It did not start.\n${printed}`)
    }
    await sleep(100)
  }
  return {
    url: new URL(`http://localhost:${port}`),
    read: () => reply<Reading>(child, 'read'),
    unit: () => reply<number>(child, 'unit'),
    stop: () => stop(child),
  }
}

async function reply<T>(child: ChildProcess, question: 'read' | 'unit'): Promise<T> {
  child.send(question)
  const [message] = (await once(child, 'message')) as [T]
  return message
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
