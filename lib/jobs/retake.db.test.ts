import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Heartbeat, startHeartbeat } from '#lib/database/heartbeat.ts'
import { retakeAbandonedJobs, retakeJobs } from '#lib/jobs/retake.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let own: Heartbeat
beforeEach(async () => {
  instance = await openInstance()
  own = await startHeartbeat(instance.url, true)
})
afterEach(async () => {
  await own.stop()
  await instance.close()
})

const rows = async (text: string, ...values: unknown[]) => (await instance.runtime.query(text, values)).rows

/** A job that a worker has taken. */
async function taken(): Promise<string> {
  const id = randomUUID()
  await rows(
    `INSERT INTO pgboss.job (id, name, data, state, started_on, start_after) VALUES ($1, 'send-mail', '{}', 'active', now(), now())`,
    id,
  )
  return id
}
const stateOf = async (id: string) =>
  (await rows('SELECT state::text FROM pgboss.job WHERE id = $1', id))[0]?.state

describe('a job in the hands of a process', () => {
  it('goes back to the queue when the process is dead, once', async () => {
    const [lost, stored] = [await taken(), await taken()]
    await rows(
      `INSERT INTO processes (id, works, jobs, started_at, beat_at) VALUES ('dead', true, $1, now(), now() - interval '4 seconds')`,
      [lost],
    )
    await own.holding([stored])
    const counts = await Promise.all([retakeJobs(instance.runtime), retakeJobs(instance.runtime)])
    expect(counts.sort()).toEqual([0, 1])
    expect([await stateOf(lost), await stateOf(stored)]).toEqual(['retry', 'active'])
    expect(await rows('SELECT id FROM processes')).toEqual([{ id: own.id }])
  })

  it('stays with a process that is alive, and is let go of when it is done', async () => {
    const id = await taken()
    await own.holding([id])
    expect(await rows('SELECT jobs FROM processes')).toEqual([{ jobs: [id] }])
    expect(await retakeJobs(instance.runtime)).toBe(0)
    own.released([id])
    await own.holding([])
    expect(await rows('SELECT jobs FROM processes')).toEqual([{ jobs: [] }])
  })

  it('that was finished meanwhile is left alone', async () => {
    const id = await taken()
    await rows("UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE id = $1", id)
    await rows(
      `INSERT INTO processes (id, works, jobs, started_at, beat_at) VALUES ('dead', true, $1, now(), now() - interval '4 seconds')`,
      [id],
    )
    expect(await retakeJobs(instance.runtime)).toBe(0)
    expect(await stateOf(id)).toBe('completed')
  })
})

it('a job that no living process has in hand goes back to the queue', async () => {
  const [abandoned, stored, fresh] = [await taken(), await taken(), await taken()]
  await rows("UPDATE pgboss.job SET started_on = now() - interval '4 seconds' WHERE id <> $1", fresh)
  await own.holding([stored])
  expect(await retakeAbandonedJobs(instance.runtime)).toBe(1)
  expect([await stateOf(abandoned), await stateOf(stored), await stateOf(fresh)]).toEqual([
    'retry',
    'active',
    'active',
  ])
})

it('a heartbeat goes on after its connection was ended, and its row ends with the process', async () => {
  const before = (await rows('SELECT beat_at FROM processes'))[0]?.beat_at as Date
  await rows(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'counterfoil heartbeat' AND datname = current_database()",
  )
  await expect
    .poll(async () => ((await rows('SELECT beat_at FROM processes'))[0]?.beat_at as Date) > before, {
      timeout: 5000,
    })
    .toBe(true)
  await own.stop()
  expect(await rows('SELECT 1 FROM processes')).toEqual([])
})
