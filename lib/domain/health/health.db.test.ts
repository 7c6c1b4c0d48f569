import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHeartbeat } from '#lib/database/heartbeat.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { getHealth } from './get.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance({ queue: 'database' })
})
afterAll(() => instance.close())

const rows = (text: string, values: unknown[] = []) => instance.runtime.query(text, values)
const health = () => instance.run(getHealth, {}, undefined, instance.system)

it('shows processes by their kind and version, without their IDs', async () => {
  const heartbeat = await startHeartbeat(instance.url, false, 'server')
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

it('shows failed jobs of the account alone', async () => {
  const insert = (account: string) =>
    rows(
      `INSERT INTO pgboss.job (id, name, data, state, completed_on) VALUES ($1, 'process-refund', $2, 'failed', now())`,
      [randomUUID(), { account_id: account, refund_id: 'rfnd_NfLw3gQ81xRt0a' }],
    )
  await insert(instance.system.account.id)
  await insert('acc_ofAnother00001')
  await rows(`UPDATE pgboss.queue SET failed_count = 2 WHERE name = 'process-refund'`)
  expect((await health()).failed_jobs).toEqual([
    expect.objectContaining({ queue: 'process-refund', object_id: 'rfnd_NfLw3gQ81xRt0a' }),
  ])
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
  const after = await health()
  expect(after.instance).toBeNull()
  expect(JSON.stringify(after)).not.toMatch(/Another/)
})
