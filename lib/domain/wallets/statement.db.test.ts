import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Body } from '#lib/testing/shop.ts'
import { ok, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'

let instance: WalletInstance['instance']
let rest: WalletInstance['rest']
let customer: WalletInstance['customer']
let give: WalletInstance['give']
let statementOf: WalletInstance['statementOf']
beforeAll(async () => {
  ;({ instance, rest, customer, give, statementOf } = await openWalletInstance())
})
afterAll(() => instance.close())
afterEach(async () => expect(await instance.violations()).toEqual([]))

describe('a statement', () => {
  it('has the same page however it is skipped to, within any bounds', async () => {
    const who = await customer()
    const starts = instance.now()
    // Some entries are of one second.
    for (let count = 1; count <= 12; count += 1) {
      ok(await give(who.id, count))
      if (count % 3 !== 0) await instance.pass(10)
    }
    const all: Body[] = (await statementOf(who.id, '?count=100')).items
    const time = fc.option(fc.integer({ min: starts - 10, max: starts + 100 }), { nil: undefined })
    const cursor = fc.option(fc.integer({ min: 0, max: 11 }), { nil: undefined })
    const request = fc.record({
      count: fc.integer({ min: 1, max: 5 }),
      skip: fc.integer({ min: 0, max: 14 }),
      from: time,
      to: time,
      after: cursor,
      before: cursor,
    })
    await fc.assert(
      fc.asyncProperty(request, async ({ count, skip, from, to, after, before }) => {
        const params = { count, skip, from, to }
        const cursors = {
          starting_after: after === undefined ? undefined : all[after].id,
          ending_before: before === undefined ? undefined : all[before].id,
        }
        const set = Object.entries({ ...params, ...cursors }).filter(([, value]) => value !== undefined)
        const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]))
        const within = all.filter(
          ({ created_at }, index) =>
            created_at >= (from ?? 0) &&
            created_at <= (to ?? Number.MAX_SAFE_INTEGER) &&
            index > (after ?? -1) &&
            index < (before ?? all.length),
        )
        const upwards = before !== undefined && after === undefined
        const expected = upwards
          ? within
              .toReversed()
              .slice(skip, skip + count)
              .reverse()
          : within.slice(skip, skip + count)
        expect((await statementOf(who.id, `?${query}`)).items).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('is paged by count, skip and cursors, and bounded by time', async () => {
    const who = await customer()
    const starts = instance.now()
    for (let count = 1; count <= 6; count += 1) {
      ok(await give(who.id, count))
      await instance.pass(10)
    }
    const amounts = async (query: string) =>
      (await statementOf(who.id, query)).items.map(({ amount }: Body) => amount)
    expect(await amounts('')).toEqual([6, 5, 4, 3, 2, 1])
    expect(await amounts('?count=2&skip=1')).toEqual([5, 4])
    expect(await amounts(`?from=${starts + 10}&to=${starts + 30}`)).toEqual([4, 3, 2])
    const [, second] = (await statementOf(who.id)).items
    expect(await amounts(`?starting_after=${second.id}&count=2`)).toEqual([4, 3])
    expect(await amounts(`?ending_before=${second.id}`)).toEqual([6])
    for (const query of ['?count=0', '?count=101', '?skip=-1', '?starting_after=ctxn_NfLw3gQ81xRt0a'])
      expect((await rest.get(`/v1/customers/${who.id}/statement${query}`)).status).toBeGreaterThanOrEqual(400)
  })
})
