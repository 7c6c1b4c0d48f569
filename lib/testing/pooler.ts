import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#scripts/postgres/postmaster.ts'

const PGBOUNCER = process.env.PGBOUNCER_PATH ?? 'pgbouncer'
const [, MAJOR, MINOR] =
  /^PgBouncer (\d+)\.(\d+)/.exec(spawnSync(PGBOUNCER, ['-V']).stdout?.toString() ?? '') ?? []

/** Its version as a number, 1.21 as 121; undefined where it is not installed. */
export const PGBOUNCER_VERSION = MAJOR === undefined ? undefined : Number(MAJOR) * 100 + Number(MINOR)

export type Pooled = { url: string; stop(): Promise<void> }

/** PgBouncer in front of one database. It runs as no superuser of the machine, as it insists. */
export async function openPgBouncer(databaseUrl: string, mode: 'session' | 'transaction'): Promise<Pooled> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-pgbouncer-'))
  chmodSync(folder, 0o755)
  const listening = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: listening,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    ...((PGBOUNCER_VERSION ?? 0) >= 121 ? { max_prepared_statements: 200 } : {}),
  }
  writeFileSync(
    file,
    `[databases]\n${name} = host=${hostname} port=${port} dbname=${name} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]\n${Object.entries(settings)
      .map(([key, value]) => `${key} = ${value}`)
      .join('\n')}\n`,
  )
  chmodSync(file, 0o644)
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child = spawn(PGBOUNCER, [file], { ...user, stdio: 'ignore' })
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${listening}` }).href
  await responding(url, child)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function responding(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start.')
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isUp) return
    await sleep(50)
  }
}

/** Passes everything on, and tells each client another process than the one that serves it, as a pooler does. */
export async function openNumberChanger(databaseUrl: string): Promise<Pooled> {
  const { hostname, port } = new URL(databaseUrl)
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    client.pipe(database)
    let isChanged = false
    database.on('data', (chunk: Buffer) => {
      const at = isChanged ? -1 : chunk.indexOf(KEY_DATA)
      if (at >= 0) {
        chunk.writeInt32BE(chunk.readInt32BE(at + 5) + 1, at + 5)
        isChanged = true
      }
      client.write(chunk)
    })
    for (const side of [client, database]) side.on('error', () => undefined)
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const listening = (server.address() as AddressInfo).port
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${listening}` }).href,
    async stop() {
      server.close()
    },
  }
}
/** The message with the process and its secret. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12])
