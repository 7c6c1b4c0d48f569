import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfSignedCertificate } from '#lib/testing/certificate.ts'
import { copyDataFolder } from '#scripts/copy-folder.ts'
import { type LocalDatabase, openLocalDatabase } from '#scripts/database.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'
import { faultFolder, type Killable, openKillable, TEMPLATE, until } from './instance.ts'

const HAPROXY = process.env.HAPROXY_PATH ?? 'haproxy'
const reason = spawnSync(HAPROXY, ['-v']).status === 0 ? '' : ' (skipped: HAProxy is not installed)'

/** Clients at once, half of which read. Each pauses, so that the machine has room for the server that starts again. */
const CLIENTS = 8
const PAUSE_MS = 20
/** How often each server ends, in each way. */
const ROUNDS = 2
/** How long requests flow before an end, in milliseconds. */
const FLOW_MS = 1500

type Response = { status: number; body: { id?: string; error?: unknown } }

describe.skipIf(reason)(`two servers behind HAProxy${reason}`, () => {
  let database: LocalDatabase
  let servers: [Killable, Killable]
  let haproxy: ChildProcess
  let folder: string | undefined
  let url: string
  let agent: Agent
  /** Orders that were acknowledged, by their receipt. */
  const acknowledged = new Map<string, string>()
  const failures: string[] = []

  beforeAll(async () => {
    const dataDir = faultFolder('two-servers')
    rmSync(dataDir, { recursive: true, force: true })
    copyDataFolder(TEMPLATE, dataDir)
    database = await openLocalDatabase({ dataDir })
    const [https, one, two] = [await freePort(), await freePort(), await freePort()]
    url = `https://localhost:${https}`
    const open = (port: number) =>
      openKillable(`server-${port}`, {
        PORT: String(port),
        DATABASE_URL: database.url,
        BASE_URL: url,
        TRUSTED_PROXIES: '127.0.0.1',
        SHUTDOWN_DELAY_SECONDS: '5',
      })
    servers = [await open(one), await open(two)]
    await Promise.all(servers.map(({ start }) => start()))

    const place = mkdtempSync(join(tmpdir(), 'counterfoil-haproxy-'))
    folder = place
    const { certificate, key } = selfSignedCertificate()
    writeFileSync(join(place, 'certificate.pem'), certificate + key, { mode: 0o600 })
    const configuration = readFileSync('deploy/haproxy.cfg', 'utf8')
      .replaceAll('/etc/haproxy/pay.example.com.pem', join(place, 'certificate.pem'))
      .replaceAll('pay.example.com', 'localhost')
      .replace('bind :80', `bind 127.0.0.1:${await freePort()}`)
      .replace('bind :443', `bind 127.0.0.1:${https}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${one}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${two}`)
    writeFileSync(join(place, 'haproxy.cfg'), configuration)
    haproxy = spawn(HAPROXY, ['-db', '-f', join(place, 'haproxy.cfg')], { stdio: 'ignore' })
    agent = new Agent({ connect: { ca: certificate } })
    await until('HAProxy responds', 10_000, async () => (await call('GET', '/orders?count=1')).status === 200)
  })

  afterAll(async () => {
    await agent?.close()
    if (haproxy?.exitCode === null) {
      haproxy.kill('SIGTERM')
      await once(haproxy, 'exit')
    }
    for (const server of servers ?? []) await server.stop()
    await database?.stop()
    if (folder) rmSync(folder, { recursive: true })
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('no request fails when one ends by %s', async (signal) => {
    failures.length = 0
    let isGoing = true
    const clients = Array.from({ length: CLIENTS }, async (_, number) => {
      for (let turn = 0; isGoing; turn += 1) {
        if (number % 2 === 0) await read()
        else await order(`${signal}-${number}-${turn}`, signal)
        await sleep(PAUSE_MS)
      }
    })
    for (let round = 0; round < ROUNDS; round += 1)
      for (const server of servers) {
        await sleep(FLOW_MS)
        const before = acknowledged.size
        await (signal === 'SIGTERM' ? server.stop() : server.kill())
        await server.start()
        expect(acknowledged.size).toBeGreaterThan(before)
      }
    await sleep(FLOW_MS)
    isGoing = false
    await Promise.all(clients)
    expect(failures).toEqual([])
  })

  it('nothing was lost or done twice', async () => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ id: string; receipt: string }>(
      "SELECT id, receipt FROM orders WHERE receipt ~ '^SIG' ORDER BY receipt",
    )
    await client.end()
    const sorted = [...acknowledged].toSorted(([left], [right]) => (left < right ? -1 : 1))
    expect(rows.map(({ receipt, id }) => [receipt, id])).toEqual(sorted)
    expect(await servers[0].doctor()).toMatchObject({ ok: true })
  })

  async function read(): Promise<void> {
    const { status } = await call('GET', '/orders?count=5')
    if (status !== 200) failures.push(`GET: ${status}`)
  }

  /** Keys are needed where a server ends in the middle of a request. */
  async function order(receipt: string, signal: string): Promise<void> {
    const key = signal === 'SIGKILL' ? receipt : undefined
    const { status, body } = await call('POST', '/orders', { amount: 100, currency: 'INR', receipt }, key)
    if (status === 201) acknowledged.set(receipt, String(body.id))
    else failures.push(`POST ${receipt}: ${status} ${JSON.stringify(body)}`)
  }

  async function call(method: string, path: string, body?: object, key?: string): Promise<Response> {
    try {
      const response = await fetch(`${url}/v1${path}`, {
        method,
        headers: {
          authorization: servers[0].credentials(),
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        dispatcher: agent,
        signal: AbortSignal.timeout(20_000),
      })
      // Errors of HAProxy are pages.
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, body: isJson ? ((await response.json()) as Response['body']) : {} }
    } catch (error) {
      return { status: 0, body: { error: String((error as Error).cause ?? error) } }
    }
  }
})
