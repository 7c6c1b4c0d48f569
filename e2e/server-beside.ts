import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demo } from '#e2e/fixtures.ts'
import { databaseUrl, readAccess } from '#scripts/postgres/cluster.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { TEST_BUILD } from '#scripts/test-server.ts'

const DATA_DIR = dirname(process.env.DEMO_FILE ?? '.data/demo.json')

/** The address of the database of the server under test. */
export function databaseUnderTest(): string {
  return databaseUrl(readAccess(join(DATA_DIR, 'postgres.json')), 'application')
}

/** The key of that database, for a server with a data folder of its own. */
export function secretKeyUnderTest(): string {
  return readFileSync(join(DATA_DIR, 'secret.key'), 'utf8').trim()
}

/** A second server on the database of the server under test, with the build of the tests. */
export type ServerBeside = { url: URL; child: ChildProcess; stop(): Promise<void> }

/** @param own settings of this server alone */
export async function startServerBeside({
  options = [],
  own = {},
}: {
  options?: string[]
  own?: Record<string, string>
} = {}): Promise<ServerBeside> {
  const port = own.PORT ?? (await freePort())
  const { base_url, mcp_url } = demo()
  const settings = {
    DATABASE_URL: databaseUnderTest(),
    BASE_URL: base_url,
    MCP_URL: mcp_url,
    ...own,
    PORT: String(port),
  }
  const child = spawn(process.execPath, ['scripts/server.ts', ...options], {
    env: {
      ...process.env,
      DATA_DIR,
      BUILD_DIR: TEST_BUILD,
      WORKER: 'apart',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
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
    child,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
