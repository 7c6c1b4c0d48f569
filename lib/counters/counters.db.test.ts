import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'
import { HOUR } from '#lib/values/time.ts'
import { foldCountChanges } from './fold.ts'
import { repairCounts } from './repair.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(() => instance.close())

const rows = async (sql: string) => (await instance.runtime.query(sql, [])).rows
const repair = () => instance.database.prisma.$transaction(repairCounts)

async function sales(): Promise<void> {
  const payment = await shop.captured(100_000)
  await shop.authorized(5000)
  await shop.refund(payment, { amount: 1000 })
  await rest.post('/v1/orders', { amount: 7000, currency: 'INR' })
}

describe('the counters', () => {
  it('equal the rows before and after the changes are folded, and nothing waits then', async () => {
    await sales()
    await instance.pass(HOUR)
    expect(await rows('SELECT FROM record_count_changes')).not.toHaveLength(0)
    expect(await instance.violations()).toEqual([])
    await foldCountChanges(instance.runtime)
    expect(await rows('SELECT FROM record_count_changes')).toHaveLength(0)
    expect(await instance.violations()).toEqual([])
    expect(
      await rows(`SELECT status, sum(count)::int AS count, sum(amount)::int AS amount FROM record_counts
                  WHERE kind = 'payments' AND span = 86400 AND count <> 0 GROUP BY status ORDER BY status`),
    ).toEqual([
      { status: 'authorized', count: 1, amount: 5000 },
      { status: 'captured', count: 1, amount: 100_000 },
    ])
  })

  it('are folded by several workers at once while records are written', async () => {
    await Promise.all([
      ...Array.from({ length: 4 }, sales),
      ...Array.from({ length: 8 }, () => foldCountChanges(instance.runtime)),
    ])
    expect(await instance.violations()).toEqual([])
    await Promise.all(Array.from({ length: 4 }, () => foldCountChanges(instance.runtime)))
    expect(await instance.violations()).toEqual([])
  })
})

describe('a repair', () => {
  it('finds nothing to correct where all is right', async () => {
    expect(await repair()).toBe(0)
  })

  it('corrects what is wrong while records are written, in all spans', async () => {
    await foldCountChanges(instance.runtime)
    await rows("UPDATE record_counts SET count = count + 3, amount = amount - 5 WHERE kind = 'payments'")
    await rows("DELETE FROM record_counts WHERE kind = 'refunds' AND span = 1800")
    await rows("UPDATE record_counts SET amount = 1 WHERE kind = 'orders' AND span = 86400")
    expect(await instance.violations()).toHaveLength(2)
    const [one, other] = await Promise.all([repair(), repair(), sales(), foldCountChanges(instance.runtime)])
    expect(one + other).toBeGreaterThan(0)
    await foldCountChanges(instance.runtime)
    expect(await instance.violations()).toEqual([])
    expect(await repair()).toBe(0)
  })

  it('counts all records again when the counters are lost', async () => {
    await rows('DELETE FROM record_counts')
    expect(await repair()).toBeGreaterThan(0)
    await foldCountChanges(instance.runtime)
    expect(await instance.violations()).toEqual([])
    expect(await repair()).toBe(0)
  })
})
