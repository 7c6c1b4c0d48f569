import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHeartbeat } from '#lib/database/heartbeat.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { HOUR } from '#lib/values/time.ts'
import { getTableRetention } from './get.ts'
import { TABLES } from './schema.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const retention = () => instance.run(getTableRetention, {}, undefined, instance.system)
const tableOf = async (wanted: string) => (await retention()).tables.find(({ name }) => name === wanted)

it('has every table with its rule, its rows, its size and its oldest row', async () => {
  const first = instance.now()
  await instance.run(createOrder, { amount: 100, currency: 'INR' })
  await instance.pass(500)
  await instance.run(createOrder, { amount: 100, currency: 'INR' })
  await instance.runtime.query('ANALYZE orders', [])
  const { tables } = await retention()
  expect(tables.map(({ name }) => name)).toEqual(TABLES.map(([name]) => name))
  expect(tables.find(({ name }) => name === 'orders')).toEqual({
    name: 'orders',
    deleted: null,
    why: expect.stringContaining('Money records'),
    rows: 2,
    bytes: expect.any(Number),
    oldest_at: first,
    next_at: null,
  })
  for (const { name, rows, bytes } of tables) {
    expect(rows, name).toBeGreaterThanOrEqual(0)
    expect(bytes, name).toBeGreaterThan(0)
  }
  // Without an index by time: to find the oldest would read the whole table.
  expect(await tableOf('webhook_deliveries')).toMatchObject({ oldest_at: null })
})

it('says about when a worker looks next, and that none does', async () => {
  expect(await retention()).toMatchObject({ has_worker: false })
  expect((await tableOf('audit_lines'))?.next_at).toBeNull()
  const heartbeat = await startHeartbeat(instance.url, true, { kind: 'worker' })
  // By the clock of the test, which is not that of the database.
  await instance.runtime.query('UPDATE processes SET started_at = to_timestamp($1)', [
    instance.now() - 7 * HOUR,
  ])
  const next = async (name: string) => ((await tableOf(name))?.next_at ?? 0) - instance.now()
  expect(await next('audit_lines')).toBe(5 * HOUR)
  expect(await next('mails')).toBe(5 * HOUR)
  expect(await next('sessions')).toBe(HOUR)
  expect(await retention()).toMatchObject({ has_worker: true })
  await heartbeat.stop()
})

it('shows neither rows nor sizes where several merchants share the server', async () => {
  await instance.database.prisma.$transaction((tables) =>
    createMerchant(tables, { name: 'Another', country: 'IN' }, instance.runtime.clock(), {
      authorization_window_seconds: 259_200,
      capabilities: [],
    }),
  )
  for (const { rows, bytes, oldest_at } of (await retention()).tables)
    expect([rows, bytes, oldest_at]).toEqual([null, null, null])
})
