import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { errorOf, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'

let instance: WalletInstance['instance']
beforeAll(async () => {
  ;({ instance } = await openWalletInstance())
})
afterAll(() => instance.close())
afterEach(async () => expect(await instance.violations()).toEqual([]))

describe('an account without the product', () => {
  it('gets an error at every route of it, and every response says that it is discontinued', async () => {
    const plain = await openInstance({ capabilities: [] })
    try {
      const other = await openRest(plain)
      const who = (await other.post('/v1/customers', { name: 'Holder', contact: '+919876543210' })).body
      const responses = [
        await other.post('/v1/transfers', { customer: who.id, amount: 1, currency: 'INR' }),
        await other.get('/v1/transfers'),
        await other.get(`/v1/customers/${who.id}/balance`),
        await other.get(`/v1/customers/${who.id}/statement`),
        await other.get('/v1/payouts'),
        await other.get('/v1/fund_accounts'),
      ]
      for (const response of responses) {
        expect(errorOf(response).slice(0, 2)).toEqual([400, 'product_discontinued'])
        expect(response.headers.get('deprecation')).toBe('@1680307200')
        expect(response.headers.get('sunset')).toMatch(/GMT$/)
        expect(response.headers.get('link')).toContain('rel="deprecation"')
      }
      expect((await other.get('/v1/orders')).headers.get('deprecation')).toBeNull()
    } finally {
      await plain.close()
      await openRest(instance)
    }
  })
})
