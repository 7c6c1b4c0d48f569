import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { startHeartbeat } from '#lib/database/heartbeat.ts'
import { lookAtParts } from '#lib/database/readiness.ts'
import { type Env, loadEnv } from '#lib/process/env.ts'
import { readiness } from '#lib/surfaces/readiness.ts'
import { asSuperuser } from '#lib/testing/database.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let dataDir: string
const globals = globalThis as {
  counterfoilEnv?: Env | undefined
  counterfoilRuntime?: unknown
  counterfoilReadiness?: unknown
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'ready-'))
  instance = await openInstance()
  globals.counterfoilRuntime = instance.runtime
  globals.counterfoilEnv = loadEnv({ DATABASE_URL: instance.url, DATA_DIR: dataDir })
  globals.counterfoilReadiness = undefined
  await worker(0)
})
afterEach(async () => {
  globals.counterfoilEnv = undefined
  await instance.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const query = (text: string) => instance.runtime.query(text, [])
const worker = (ago: number) =>
  query(
    `INSERT INTO processes (id, works, started_at, beat_at) VALUES ('worker', true, now(), now() - interval '${ago} seconds')
     ON CONFLICT (id) DO UPDATE SET beat_at = EXCLUDED.beat_at`,
  )
const GOOD = { database: 'ok', schema: 'ok', disk: 'ok', worker: 'ok' }

async function request() {
  globals.counterfoilReadiness = undefined
  const response = await readiness()
  const { status, parts } = (await response.json()) as { status: string; parts: object }
  expect(response.headers.get('retry-after')).toBe(response.status === 200 ? null : '1')
  expect(status).toBe(response.status === 200 ? 'ready' : 'not_ready')
  return { status: response.status, parts }
}

describe('GET /readyz', () => {
  it('is 200 with every part', async () => {
    expect(await request()).toEqual({ status: 200, parts: GOOD })
  })

  it('responds within its time when the database hangs, and names the database', async () => {
    const never = () => new Promise<never>(() => {})
    const parts = await lookAtParts({ query: never, dataDir, timeoutMs: 50 })
    expect(parts).toEqual({
      database: 'no response within 2 seconds',
      schema: null,
      worker: null,
      disk: 'ok',
    })
    globals.counterfoilRuntime = { ...instance.runtime, query: never }
    expect((await request()).status).toBe(503)
  })

  it('is 503 with a database that cannot be reached, or only reads', async () => {
    const refusing = async () => {
      throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
    }
    globals.counterfoilRuntime = { ...instance.runtime, query: refusing }
    expect(await request()).toMatchObject({ status: 503, parts: { database: 'unavailable' } })
    globals.counterfoilRuntime = instance.runtime
    const name = new URL(instance.url).pathname.slice(1)
    const { adminUrl } = inject('cluster')
    await asSuperuser(
      adminUrl,
      `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    )
    await expect.poll(() => instance.database.pool.idleCount).toBe(0)
    expect(await request()).toMatchObject({ status: 503, parts: { database: 'read-only' } })
    await asSuperuser(adminUrl, `ALTER DATABASE ${name} RESET default_transaction_read_only`)
    expect((await request()).status).toBe(200)
  })

  it('is 503 with a disk of the database that is full', async () => {
    const name = new URL(instance.url).pathname.slice(1)
    const { adminUrl } = inject('cluster')
    // The same error path as a full disk: rows that are spilled find no room.
    await asSuperuser(
      adminUrl,
      `ALTER DATABASE ${name} SET temp_file_limit = '64kB'`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    )
    await expect.poll(() => instance.database.pool.idleCount).toBe(0)
    expect(await request()).toMatchObject({ status: 503, parts: { database: 'disk full' } })
  })

  it('is 503 with a folder of the data that takes no file', async () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    globals.counterfoilEnv = loadEnv({ DATABASE_URL: instance.url, DATA_DIR: join(file, 'data') })
    expect(await request()).toMatchObject({ status: 503, parts: { ...GOOD, disk: 'not writable' } })
  })

  it('is 503 without a living worker, wherever workers run, and 200 once one lives', async () => {
    await worker(11)
    expect(await request()).toMatchObject({ status: 503, parts: { ...GOOD, worker: 'no living worker' } })
    const server = await startHeartbeat(instance.url, false)
    expect((await request()).status).toBe(503)
    await server.stop()
    const apart = await startHeartbeat(instance.url, true)
    expect((await request()).status).toBe(200)
    await apart.stop()
    expect((await request()).status).toBe(503)
  })

  it('is 503 with a database that is older, and goes on with one that is newer', async () => {
    await query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ('newer', 'x', '29990101000000_newer', now(), now(), 1)`,
    )
    expect((await request()).status).toBe(200)
    await query(
      `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations WHERE id <> 'newer')`,
    )
    expect(await request()).toMatchObject({ status: 503, parts: { ...GOOD, schema: '1 migrations missing' } })
  })

  it('costs one look a second, however many ask', async () => {
    let looks = 0
    globals.counterfoilRuntime = {
      ...instance.runtime,
      query: (text: string, values: unknown[]) => {
        looks += 1
        return instance.runtime.query(text, values)
      },
    }
    await Promise.all(Array.from({ length: 200 }, () => readiness()))
    await readiness()
    expect(looks).toBe(1)
  })
})
