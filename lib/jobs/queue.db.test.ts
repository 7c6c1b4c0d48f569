import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '#lib/db.ts'
import { addressOf, asSuperuser, createTestDatabase } from '#lib/testing/database.ts'
import { openQueue, type Queue } from './queue.ts'

const job = { account_id: 'acc_NfLw3gQ81xRt0a', refund_id: 'rfnd_NfLw3gQ81xRt0a' }

describe('the queue', () => {
  let database: Database
  let queue: Queue
  let drop: () => Promise<void>
  beforeAll(async () => {
    const created = await createTestDatabase()
    drop = created.drop
    database = openDatabase(created.url)
    queue = openQueue(created.url, { works: false })
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
        await queue.enqueue(tables, 'process-refund', job)
        throw new Error('The change failed.')
      }),
    ).rejects.toThrow('The change failed.')
    expect(await jobs()).toEqual([])
    await database.prisma.$transaction((tables) => queue.enqueue(tables, 'process-refund', job))
    expect(await jobs()).toEqual([{ name: 'process-refund', data: job }])
  })

  it('is seen by others only after the change', async () => {
    const before = (await jobs()).length
    await database.prisma.$transaction(async (tables) => {
      await queue.enqueue(tables, 'process-refund', job)
      expect(await jobs()).toHaveLength(before)
    })
    expect(await jobs()).toHaveLength(before + 1)
  })

  it('does not give a job out before its time', async () => {
    await database.prisma.$transaction((tables) =>
      queue.enqueue(
        tables,
        'ask-late-reply',
        { account_id: job.account_id, payment_id: 'pay_NfLw3gQ81xRt0a', attempt: 1 },
        { after: 3600 },
      ),
    )
    expect(await queue.boss.fetch('ask-late-reply')).toEqual([])
    const { rows } = await database.pool.query(
      "SELECT extract(epoch FROM start_after - now()) AS wait FROM pgboss.job WHERE name = 'ask-late-reply'",
    )
    expect(Math.abs(Number(rows[0].wait) - 3600)).toBeLessThan(30)
  })
})

it('a queue whose database was away at first works once it is back', async () => {
  const { adminUrl, url, template } = inject('cluster')
  const name = `test_${randomBytes(6).toString('hex')}`
  const address = addressOf(url, name)
  const queue = openQueue(address, { works: false })
  const elsewhere = await createTestDatabase()
  const there = openDatabase(elsewhere.url, 2)
  await expect(queue.enqueue(there.prisma, 'process-refund', job)).rejects.toThrow()
  await there.close()
  await elsewhere.drop()

  await asSuperuser(
    adminUrl,
    `CREATE DATABASE ${name} TEMPLATE ${template} OWNER counterfoil STRATEGY FILE_COPY`,
  )
  const database = openDatabase(address, 2)
  try {
    await database.prisma.$transaction((tables) => queue.enqueue(tables, 'process-refund', job))
    expect((await database.pool.query('SELECT data FROM pgboss.job')).rows).toEqual([{ data: job }])
  } finally {
    await queue.boss.stop({ graceful: false })
    await database.close()
    await asSuperuser(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  }
})
