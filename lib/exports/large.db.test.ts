import { afterAll, beforeAll, expect, it } from 'vitest'
import { createExportSchedule } from '#lib/domain/exports/schedule.ts'
import { queueDueExports } from '#lib/exports/queue-due.ts'
import { type ApprovalInstance, openApprovalInstance } from '#lib/testing/approvals.ts'

const ROWS = 25_000

let shop: ApprovalInstance
beforeAll(async () => {
  shop = await openApprovalInstance()
})
afterAll(() => shop.instance.close())

it('has every row once in order, and holds one page of them at a time', async () => {
  const { runtime } = shop.instance
  const owner = await shop.person('owner')
  const { id, next_at } = await shop.instance.run(
    createExportSchedule,
    {
      list: 'customers',
      query: '',
      frequency: 'daily',
      hour: 7,
      format: 'ndjson',
      head: false,
      columns: ['customer_id', 'email'],
      recipients: [owner.id],
    },
    undefined,
    owner,
  )
  const midnight = Number(next_at) - 7 * 3600
  await runtime.query(
    `INSERT INTO customers (account_id, id, email, identity, notes, created_at)
     SELECT $1, 'cust_' || lpad(n::text, 14, '0'), n || '@example.com', n || '@example.com', '{}', $2 - 1 - n % 80000 FROM generate_series(1, $3) n`,
    [owner.account.id, midnight, ROWS],
  )
  let pages = 0
  const { query } = runtime
  runtime.query = ((text: string, values: unknown[]) => {
    if (/^SELECT \* FROM customers/.test(text)) pages += 1
    return query(text, values)
  }) as typeof query
  const ids: string[] = []
  let chunks = 0
  let ahead = 0
  let longest = 0
  const { storage } = runtime
  runtime.storage = {
    ...storage,
    async put(_, bytes) {
      for await (const chunk of bytes) {
        chunks += 1
        ahead = Math.max(ahead, pages - chunks)
        longest = Math.max(longest, chunk.length)
        for (const line of Buffer.from(chunk).toString().split('\n'))
          if (line) ids.push(JSON.parse(line).customer_id)
      }
    },
  }
  await shop.instance.pass(Number(next_at) - shop.instance.now())
  await queueDueExports(runtime)
  await shop.instance.pass(1)
  expect(new Set(ids).size).toBe(ROWS)
  expect(ids).toHaveLength(ROWS)
  expect(ahead).toBeLessThanOrEqual(1)
  expect(longest).toBeLessThan(200_000)
  expect(pages).toBe(ROWS / 1000 + 1)
  const { rows } = await runtime.query('SELECT row_count FROM scheduled_exports WHERE schedule_id = $1', [id])
  expect(Number(rows[0]?.row_count)).toBe(ROWS)
}, 600_000)
