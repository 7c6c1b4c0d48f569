import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchReconciliation } from '#lib/domain/settlements/fetch.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { DAY, secondsOf } from '#lib/values/time.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

it('a reconciliation is read from any place, with and without the counts of its settlements', async () => {
  const account = instance.merchant.accounts.live
  const as = { ...instance.actor, account: { ...instance.actor.account, id: account } }
  const start = secondsOf({ year: 2026, month: 3, day: 2, hour: 0, minute: 0, second: 0 }, 'Asia/Kolkata')
  // A settlement a day; most movements are part of the next one, every third of that after it.
  await instance.database.pool.query(
    `WITH moved AS (
       INSERT INTO balance_movements (account_id, id, kind, source, amount, currency, credit, debit, settlement_id, created_at)
       SELECT $1, 'ltx_' || lpad(n::text, 14, '0'), 'capture', 'pay_' || lpad(n::text, 14, '0'), 100, 'INR', 100, 0,
              'setl_' || lpad((n / 20 + CASE WHEN n % 3 = 0 THEN 1 ELSE 0 END)::text, 14, '0'), $2::bigint + n / 2 * 2 * ($3::bigint / 20)
       FROM generate_series(0, 199) AS n RETURNING settlement_id, created_at),
     counted AS (SELECT settlement_id, created_at - created_at % 1800 AS bucket, count(*) AS total FROM moved GROUP BY 1, 2)
     INSERT INTO settlements (account_id, id, amount, currency, status, fees, tax, run, captured_until, movements, created_at)
     SELECT $1, settlement_id, 100, 'INR', 'processed', 0, 0, settlement_id, 1, jsonb_object_agg(bucket, total),
            $2::bigint + $3::bigint * (right(settlement_id, 14)::int + 1)
     FROM counted GROUP BY settlement_id`,
    [account, start, DAY],
  )
  const request = fc.record({
    day: fc.option(fc.integer({ min: 2, max: 14 }), { nil: undefined }),
    count: fc.integer({ min: 1, max: 30 }),
    skip: fc.integer({ min: 0, max: 210 }),
  })
  const page = (of: object) =>
    instance.run(fetchReconciliation, { year: 2026, month: 3, ...of }, undefined, as)
  const samePages = () =>
    fc.assert(
      fc.asyncProperty(request, async ({ day, count, skip }) => {
        const { items } = await page({ day, count: 1000 })
        expect((await page({ day, count, skip })).items).toEqual(items.slice(skip, skip + count))
      }),
      { numRuns: 40 },
    )
  const { items } = await page({ count: 1000 })
  expect(items.map(({ entity_id }) => Number(entity_id.slice(4)))).toEqual(
    Array.from({ length: 200 }, (_, index) => 199 - index),
  )
  await samePages()
})
