import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { deleteJob, listJobs, requeueJob } from './manage.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance({ queue: 'database' })
})
afterAll(() => instance.close())
beforeEach(() => rows('DELETE FROM pgboss.job'))

const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await instance.runtime.query<Row>(text, values)).rows
const list = (state: 'failed' | 'ready' | 'deferred' | 'active', queue: 'send-mail' | null = null) =>
  listJobs(instance.runtime.query, { state, queue })

async function insert(state: string, name = 'process-refund', after = '0 seconds'): Promise<string> {
  const id = randomUUID()
  await rows(
    `INSERT INTO pgboss.job (id, name, data, state, start_after, retry_count, retry_limit, completed_on, output)
     VALUES ($1, $2, '{"account_id": "acc_1", "refund_id": "rfnd_1"}', $3::pgboss.job_state, now() + $4::interval, 20, 20,
       CASE WHEN $3 = 'failed' THEN now() END, '{"message": "It failed with key_live_AbCdEfGhIjKlMn:SecretSecretSecretSecret123456"}')`,
    [id, name, state, after],
  )
  return id
}

it('lists jobs by state and queue, with what they are about', async () => {
  const failed = await insert('failed')
  const mail = await insert('created', 'send-mail')
  const later = await insert('created', 'send-mail', '1 hour')
  const active = await insert('active')
  expect(await list('failed')).toEqual([
    expect.objectContaining({
      id: failed,
      queue: 'process-refund',
      state: 'failed',
      account_id: 'acc_1',
      object_id: 'rfnd_1',
      retries: 20,
      failed_at: expect.any(String),
      error: expect.stringContaining('It failed'),
    }),
  ])
  expect((await list('ready')).map(({ id }) => id)).toEqual([mail])
  expect((await list('deferred')).map(({ id }) => id)).toEqual([later])
  expect((await list('active')).map(({ id }) => id)).toEqual([active])
  expect(await list('failed', 'send-mail')).toEqual([])
})

it('queues a failed job again, once, and the queue gives it to a worker', async () => {
  const id = await insert('failed')
  expect(await requeueJob(rows, id)).toMatchObject({ id, object_id: 'rfnd_1' })
  expect(await requeueJob(rows, id)).toBeNull()
  await instance.runtime.queue.boss.start()
  const [fetched] = await instance.runtime.queue.boss.fetch('process-refund')
  expect(fetched?.id).toBe(id)
  const [row] = await rows('SELECT retry_limit FROM pgboss.job')
  expect(row).toEqual({ retry_limit: 21 })
})

it('drops a failed job, and no other', async () => {
  const [failed, active] = [await insert('failed'), await insert('active')]
  expect(await deleteJob(rows, active)).toBeNull()
  expect(await requeueJob(rows, active)).toBeNull()
  expect(await deleteJob(rows, failed)).toMatchObject({ id: failed })
  expect(await deleteJob(rows, failed)).toBeNull()
  expect(await rows('SELECT id::text FROM pgboss.job')).toEqual([{ id: active }])
})
