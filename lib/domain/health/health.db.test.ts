import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHeartbeat } from '#lib/database/heartbeat.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { dropJob, retryJob } from './change-job.ts'
import { getHealth } from './get.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance({ queue: 'database' })
})
afterAll(() => instance.close())

const rows = (text: string, values: unknown[] = []) => instance.runtime.query(text, values)
const health = () => instance.run(getHealth, {}, undefined, instance.system)

it('shows processes by their kind and version, without their IDs', async () => {
  const heartbeat = await startHeartbeat(instance.url, false)
  const { processes } = await health()
  expect(processes).toEqual([
    {
      kind: 'server',
      runs_jobs: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      started_at: expect.any(Number),
      beat_at: expect.any(Number),
    },
  ])
  await heartbeat.stop()
  expect((await health()).processes).toEqual([])
})

async function insertJob(account: string, state = 'failed'): Promise<string> {
  const id = randomUUID()
  await rows(
    `INSERT INTO pgboss.job (id, name, data, state, completed_on, retry_limit)
     VALUES ($1, 'process-refund', $2, $3::pgboss.job_state, now(), 20)`,
    [id, { account_id: account, refund_id: 'rfnd_NfLw3gQ81xRt0a' }, state],
  )
  return id
}

it('shows failed jobs of the account alone', async () => {
  await insertJob(instance.system.account.id)
  await insertJob('acc_ofAnother00001')
  await rows(`UPDATE pgboss.queue SET failed_count = 2 WHERE name = 'process-refund'`)
  expect((await health()).failed_jobs).toEqual([
    expect.objectContaining({ queue: 'process-refund', object_id: 'rfnd_NfLw3gQ81xRt0a' }),
  ])
})

it('retries and drops failed jobs of the account, each with its audit line, and no others', async () => {
  const account = instance.system.account.id
  const stateOf = async (id: string) =>
    (await rows('SELECT state, retry_limit FROM pgboss.job WHERE id = $1::uuid', [id])).rows[0]
  const change = (operation: typeof retryJob, id: string) =>
    instance.run(operation, { id }, undefined, instance.system)
  const [retried, dropped] = [await insertJob(account), await insertJob(account)]
  expect(await change(retryJob, retried)).toEqual({
    id: retried,
    queue: 'process-refund',
    object_id: 'rfnd_NfLw3gQ81xRt0a',
  })
  expect(await stateOf(retried)).toEqual({ state: 'retry', retry_limit: 21 })
  await change(dropJob, dropped)
  expect(await stateOf(dropped)).toBeUndefined()
  const { rows: lines } = await rows(
    `SELECT action, details FROM audit_lines WHERE object_id = 'rfnd_NfLw3gQ81xRt0a' ORDER BY id`,
  )
  expect(lines).toEqual([
    { action: 'retry_job', details: { job: retried, queue: 'process-refund' } },
    { action: 'drop_job', details: { job: dropped, queue: 'process-refund' } },
  ])
  for (const other of [await insertJob('acc_ofAnother00001'), await insertJob(account, 'active'), retried])
    for (const operation of [retryJob, dropJob])
      await expect(change(operation, other)).rejects.toMatchObject({ reason: 'record_not_found' })
  await rows(`DELETE FROM pgboss.job WHERE state <> 'failed'`)
})

it('counts deliveries that are due and webhooks that fail', async () => {
  const account = instance.system.account.id
  expect((await health()).deliveries).toEqual({
    due: 0,
    oldest_due_at: null,
    failing_webhooks: 0,
    disabled_webhooks: 0,
  })
  const deliver = (account_id: string, event: string, due: number) =>
    rows(
      `INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, state, round_at, due_at, created_at)
       VALUES ($1, 'whk_1', $2, 'payment.captured', 'pending', 1, $3, 1)`,
      [account_id, event, due],
    )
  await deliver(account, 'evt_1', instance.now() - 60)
  await deliver(account, 'evt_2', instance.now() + 60)
  await deliver('acc_ofAnother00001', 'evt_3', instance.now() - 90)
  expect((await health()).deliveries).toMatchObject({ due: 1, oldest_due_at: instance.now() - 60 })
})

it('shows queues, database and alerts to the only merchant of a server, and to none of several', async () => {
  await rows(
    `INSERT INTO alerts (id, name, summary, began_at, looked_at) VALUES ('alt_1', 'acquirer_silent', 'Another Bank.', 1, 1)`,
  )
  const { instance: whole } = await health()
  expect(whole?.database_bytes).toBeGreaterThan(1_000_000)
  expect(whole?.queues).toContainEqual({ queue: 'process-refund', waiting: 0, active: 0, failed: 2 })
  expect(whole?.alerts).toEqual([expect.objectContaining({ name: 'acquirer_silent', ended_at: null })])
  expect(whole?.books).toEqual({ checked_at: null, violated: 0 })
  await instance.database.prisma.$transaction((tables) =>
    createMerchant(tables, { name: 'Another', country: 'IN' }, instance.runtime.clock(), {
      authorization_window_seconds: 259_200,
      capabilities: [],
    }),
  )
  const failed = await insertJob(instance.system.account.id)
  for (const operation of [retryJob, dropJob])
    await expect(instance.run(operation, { id: failed }, undefined, instance.system)).rejects.toMatchObject({
      reason: 'permission_denied',
    })
  const after = await health()
  expect(after.instance).toBeNull()
  expect(JSON.stringify(after)).not.toMatch(/Another/)
})
