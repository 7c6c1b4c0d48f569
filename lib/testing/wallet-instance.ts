import { expect } from 'vitest'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Reply } from '#lib/testing/rest.ts'
import { type Body, shopOf } from '#lib/testing/shop.ts'

/** The body of a response that must be a success. */
export const ok = (response: Reply, status = 201): Body => {
  expect(response.status, response.text).toBe(status)
  return response.body
}
/** The error of a response: status, reason and field. */
export const errorOf = ({ status, error }: Reply) => [status, error?.reason, error?.field]

/** An instance whose merchant has money to give, and what people do with wallets over the REST interface. */
export async function openWalletInstance(options: Parameters<typeof openInstance>[0] = {}) {
  const instance: Instance = await openInstance(options)
  const rest = await openRest(instance)
  const shop = shopOf(rest, instance)
  for (let count = 0; count < 5; count += 1) await shop.captured(10_000_000)
  let made = 0

  async function customer(contact = `+9198765${String(10_000 + made).padStart(5, '0')}`): Promise<Body> {
    made += 1
    const body = { name: 'Wallet Holder', email: `w${made}@example.com`, contact }
    return ok(await rest.post('/v1/customers', body))
  }
  const give = (id: string, amount: number, more: object = {}, request = {}) =>
    rest.post('/v1/transfers', { customer_id: id, amount, currency: 'INR', ...more }, request)

  return {
    instance,
    rest,
    shop,
    customer,
    give,
    balanceOf: async (id: string) => ok(await rest.get(`/v1/customers/${id}/balance`), 200),
    statementOf: async (id: string, query = '') =>
      ok(await rest.get(`/v1/customers/${id}/statement${query}`), 200),
    /** A customer whose wallet holds this much. */
    async holder(amount: number): Promise<Body> {
      const one = await customer()
      ok(await give(one.id, amount))
      return one
    },
    payFrom: async (who: Body, order: Body, more: object = {}, request = {}) =>
      rest.post(
        '/v1/payments/create/openwallet',
        {
          method: 'wallet',
          wallet: 'openwallet',
          customer_id: who.id,
          order_id: order.id,
          amount: order.amount,
          currency: 'INR',
          contact: who.contact,
          email: who.email,
          ...more,
        },
        request,
      ),
    fundAccount: async (who: Body, account_number = '123456789012') =>
      ok(
        await rest.post('/v1/fund_accounts', {
          customer_id: who.id,
          account_type: 'bank_account',
          bank_account: { name: 'Wallet Holder', ifsc: 'hdfc0000001', account_number },
        }),
      ),
    payOut: (who: Body, account: Body, more: object = {}) =>
      rest.post(`/v1/customers/${who.id}/payouts`, {
        fund_account_id: account.id,
        purpose: 'refund',
        amount: 10_000,
        currency: 'INR',
        ...more,
      }),
  }
}

export type WalletInstance = Awaited<ReturnType<typeof openWalletInstance>>
