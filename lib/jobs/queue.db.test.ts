import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#lib/database/client.ts'
import { queueNewEvents } from '#lib/domain/webhooks/queue-deliveries.ts'
import { Changes } from '#lib/pipeline/changes.ts'
import { statementOf } from '#lib/pipeline/changes-statement.ts'
import type { Tables } from '#lib/pipeline/operation.ts'
import type { JobName } from '#lib/ports/jobs.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { openQueue, type Queue } from './queue.ts'

const job = { account_id: 'acc_NfLw3gQ81xRt0a', refund_id: 'rfnd_NfLw3gQ81xRt0a' }

/** Queues a job with the changes of a transaction. */
async function enqueue(tables: Tables, queue: Queue, name: JobName, data: object, after = 0) {
  const changes = new Changes()
  changes.enqueue({ name, data, after, key: null })
  const { text, values } = statementOf([{ changes }], { jobs: queue.statement, deliveries: queueNewEvents })
  await tables.$queryRawUnsafe(text, ...values)
}

describe('the queue', () => {
  let database: Database
  let queue: Queue
  let drop: () => Promise<void>
  beforeAll(async () => {
    const created = await createTestDatabase()
    drop = created.drop
    database = openDatabase(created.url)
    queue = openQueue(created.url, { works: false })
    await queue.boss.start()
  })
  afterAll(async () => {
    await queue.boss.stop({ graceful: false })
    await database.close()
    await drop()
  })

  const jobs = async () =>
    (await database.pool.query('SELECT name, data FROM pgboss.job ORDER BY created_on')).rows

  it('has a job if its change is committed, and only then', async () => {
    await expect(
      database.prisma.$transaction(async (tables) => {
        await enqueue(tables, queue, 'process-refund', job)
        throw new Error('The change failed.')
      }),
    ).rejects.toThrow('The change failed.')
    expect(await jobs()).toEqual([])
    await database.prisma.$transaction((tables) => enqueue(tables, queue, 'process-refund', job))
    expect(await jobs()).toEqual([{ name: 'process-refund', data: job }])
  })

  it('is seen by others only after the change', async () => {
    const before = (await jobs()).length
    await database.prisma.$transaction(async (tables) => {
      await enqueue(tables, queue, 'process-refund', job)
      expect(await jobs()).toHaveLength(before)
    })
    expect(await jobs()).toHaveLength(before + 1)
  })

  it('keeps one job of a key, also after it has run', async () => {
    const send = async () => {
      const changes = new Changes()
      changes.enqueue({ name: 'ask-acquirer', data: job, after: 0, key: 'msg_1' })
      const { text, values } = statementOf([{ changes }], {
        jobs: queue.statement,
        deliveries: queueNewEvents,
      })
      await database.pool.query(text, values)
    }
    const ids = async () =>
      (await database.pool.query("SELECT id FROM pgboss.job WHERE singleton_key = 'msg_1'")).rows.map(
        ({ id }) => id,
      )
    await send()
    await send()
    const [id, ...more] = await ids()
    expect(more).toEqual([])
    await queue.boss.fetch('ask-acquirer')
    await queue.boss.complete('ask-acquirer', id)
    await send()
    expect(await ids()).toEqual([id])
  })

  it('gives out a job that is behind after all others that are due', async () => {
    await database.pool.query('DELETE FROM pgboss.job')
    const changes = new Changes()
    for (const behind of [true, false])
      changes.enqueue({ name: 'process-refund', data: { ...job, behind }, after: 0, key: null, behind })
    const { text, values } = statementOf([{ changes }], { jobs: queue.statement, deliveries: queueNewEvents })
    await database.pool.query(text, values)
    const fetched = async () =>
      (await queue.boss.fetch<{ behind: boolean }>('process-refund'))?.[0]?.data.behind
    expect([await fetched(), await fetched()]).toEqual([false, true])
  })

  it('does not give a job out before its time', async () => {
    await database.prisma.$transaction((tables) =>
      enqueue(
        tables,
        queue,
        'ask-late-reply',
        { account_id: job.account_id, payment_id: 'pay_NfLw3gQ81xRt0a', attempt: 1 },
        3600,
      ),
    )
    expect(await queue.boss.fetch('ask-late-reply')).toEqual([])
    const { rows } = await database.pool.query(
      "SELECT extract(epoch FROM start_after - now()) AS wait FROM pgboss.job WHERE name = 'ask-late-reply'",
    )
    expect(Math.abs(Number(rows[0].wait) - 3600)).toBeLessThan(30)
  })
})

it('queues the very rows that the library queues', async () => {
  const { url, drop } = await createTestDatabase()
  const database = openDatabase(url, 2)
  const queue = openQueue(url, { works: false })
  try {
    await queue.boss.start()
    await queue.boss.send('process-refund', job, { startAfter: 60, singletonKey: 'one' })
    const send = { name: 'process-refund', data: job, after: 60, key: 'two' }
    const changes = new Changes()
    changes.enqueue(send)
    const { text, values } = statementOf([{ changes }], { jobs: queue.statement, deliveries: queueNewEvents })
    await database.pool.query(text, values)
    const { rows } = await database.pool.query(
      `SELECT to_jsonb(job) - ARRAY['id', 'start_after', 'created_on', 'keep_until', 'singleton_key', 'singleton_on'] AS row,
              singleton_key, round(extract(epoch FROM start_after - created_on)) AS wait,
              round(extract(epoch FROM keep_until - start_after)) AS kept
       FROM pgboss.job ORDER BY singleton_key`,
    )
    const [theirs, ours] = rows
    expect([theirs?.singleton_key, ours?.singleton_key]).toEqual(['one', 'two'])
    expect(ours?.row).toEqual(theirs?.row)
    expect([Number(ours?.wait), ours?.kept]).toEqual([60, theirs?.kept])
  } finally {
    await queue.boss.stop({ graceful: false })
    await database.close()
    await drop()
  }
})

it('a job without a queue fails with the change', async () => {
  const { url, drop } = await createTestDatabase()
  const database = openDatabase(url, 2)
  const queue = openQueue(url, { works: false })
  try {
    const unknown = 'unknown' as JobName
    await expect(
      database.prisma.$transaction((tables) => enqueue(tables, queue, unknown, job)),
    ).rejects.toThrow()
  } finally {
    await database.close()
    await drop()
  }
})
