import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#lib/database/client.ts'
import { asSuperuser, createTestDatabase } from '#lib/testing/database.ts'
import { openNumberChanger, openPgBouncer, PGBOUNCER_VERSION } from '#lib/testing/pooler.ts'
import { withConnection } from './start-lock.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  made = await createTestDatabase()
  // As in an own PostgreSQL.
  const name = new URL(made.url).pathname.slice(1)
  await asSuperuser(inject('cluster').adminUrl, `ALTER DATABASE ${name} SET jit = on`)
})
afterAll(() => made.drop())

const starts = (url: string) =>
  withConnection(url, async (query) => (await query('SELECT 1 AS one', [])).rows)

/** How joined reads are planned, with the settings that a connection was left with. */
async function planning(url: string): Promise<string[]> {
  const database = openDatabase(url)
  try {
    const found: string[] = []
    for (const name of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'plan_cache_mode', 'jit']) {
      const { rows } = await database.joined<{ value: string }>('SELECT current_setting($1) AS value', [name])
      found.push(String(rows[0]?.value))
    }
    return found
  } finally {
    await database.close()
  }
}

const OWN = ['off', 'off', 'off', 'force_generic_plan', 'off']
const UNTOUCHED = ['on', 'on', 'on', 'auto', 'on']

it('a connection of its own is set up for joined reads', async () => {
  expect(await planning(made.url)).toEqual(OWN)
})

it('nothing is set on a connection that a pooler may give to others', async () => {
  const pooled = await openNumberChanger(made.url)
  try {
    expect(await planning(pooled.url)).toEqual(UNTOUCHED)
    expect(await starts(pooled.url)).toEqual([{ one: 1 }])
  } finally {
    await pooled.stop()
  }
})

const reason = PGBOUNCER_VERSION === undefined ? ' (skipped: PgBouncer is not installed)' : ''
describe.skipIf(reason)(`behind PgBouncer${reason}`, () => {
  it.each(['session', 'transaction'] as const)('with %s pooling', async (mode) => {
    const pooled = await openPgBouncer(made.url, mode)
    try {
      if (mode === 'transaction' && (PGBOUNCER_VERSION ?? 0) < 121) {
        await expect(starts(pooled.url)).rejects.toThrow(
          /^The pooler at 127\.0\.0\.1:\d+\/\w+ loses prepared statements\. Use PgBouncer 1\.21 or newer/,
        )
        return
      }
      expect(await starts(pooled.url)).toEqual([{ one: 1 }])
      expect(await planning(pooled.url)).toEqual(UNTOUCHED)
      expect(await planning(made.url)).toEqual(OWN)
    } finally {
      await pooled.stop()
    }
  })
})
