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
