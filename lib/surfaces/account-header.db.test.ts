import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REASONS } from '#lib/pipeline/error-reasons.ts'
import { apiRoutes } from '#lib/surfaces/api-routes.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { handleToolEndpoint } from '#lib/surfaces/tools/endpoint.ts'
import { type Authorization, ISSUER, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'
import { sendToolMessage } from '#lib/testing/tool-message.ts'

let instance: Instance
let rest: Rest
let server: Authorization
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  server = await openAuthorization(instance)
  shop = shopOf(rest, instance)
})
afterAll(async () => {
  await flushRequestLog(instance.runtime.query)
  await instance.close()
})

const ORDER = { amount: 4300, currency: 'INR' }
const naming = (account: string) => ({ headers: { 'x-razorpay-account': account } })
const OTHER = 'acc_NfLw3gQ81xRt0a'

describe('X-Razorpay-Account', () => {
  it('of another account is rejected on every route, without effect', async () => {
    const before = await shop.count('orders')
    let requested = 0
    for (const path of [...apiRoutes.keys(), '/v1/nothing'])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const address = path.replace(/:\w+/g, 'order_NfLw3gQ81xRt0a')
        const options = { ...naming(OTHER), ...(method === 'GET' ? {} : { json: ORDER }) }
        const { status, error } = await rest.call(method, address, options)
        expect([status, error.reason], `${method} ${address}`).toEqual([400, 'account_mismatch'])
        requested += 1
      }
    expect(requested).toBeGreaterThan(100)
    expect(await shop.count('orders')).toBe(before)
  })

  it('of the other mode of the same merchant is rejected, and with a token, too', async () => {
    const { token } = await server.tokenOf('read_only orders:write')
    const before = await shop.count('orders')
    const live = instance.merchant.accounts.live
    const bearer = { as: null, headers: { ...naming(live).headers, authorization: `Bearer ${token}` } }
    for (const request of [naming(live), bearer]) {
      const { status, error } = await rest.post('/v1/orders', ORDER, request)
      expect([status, error.description]).toEqual([400, REASONS.account_mismatch.description])
    }
    expect(await shop.count('orders')).toBe(before)
  })

  it('of the own account is accepted, by its id and that of its merchant', async () => {
    const { account } = instance.actor
    for (const own of [account.id, account.merchant_id, ` ${account.id} `, ''])
      expect((await rest.post('/v1/orders', ORDER, naming(own))).status, own).toBe(201)
  })

  it('of another account is rejected for tools', async () => {
    const { token } = await server.tokenOf('read_only')
    const headers = (account: string) => ({ 'x-razorpay-account': account })
    const endpoint = (account: string) =>
      handleToolEndpoint(
        new Request(`${ISSUER}/api/tool-endpoint`, {
          headers: { authorization: `Bearer ${token}`, ...headers(account) },
        }),
      )
    const mcp = (account: string) =>
      sendToolMessage(token, 'tools/list', undefined, { headers: headers(account) })
    for (const ask of [endpoint, mcp]) {
      const refused = await ask(OTHER)
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { error: 'invalid_request', error_description: REASONS.account_mismatch.description },
      ])
      expect((await ask(instance.actor.account.id)).status).toBe(200)
    }
  })

  it('says nothing to callers without credentials', async () => {
    expect((await rest.get('/v1/orders', { as: null, ...naming(OTHER) })).status).toBe(401)
  })
})
