import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOrder } from '#lib/domain/orders/create.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { handleToolEndpoint } from '#lib/surfaces/tools/endpoint.ts'
import { type Authorization, ISSUER, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

const get = (query: string, token?: string, more: Record<string, string> = {}) =>
  handleToolEndpoint(
    new Request(`${ISSUER}/api/tool-endpoint${query}`, {
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...more },
    }),
  )

describe('GET /api/tool-endpoint', () => {
  it('refers a caller without a token, or with a wrong one, to the authorization server', async () => {
    for (const token of [undefined, 'x'.repeat(43)]) {
      const response = await get('', token)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Bearer .*resource_metadata="http:\/\/desk\.test\/\.well-known\/oauth-protected-resource\/mcp"/,
      )
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  it('does not call it a mistake to bring no token, and names the scope to ask for', async () => {
    const challenge = (await get('')).headers.get('www-authenticate')
    expect(challenge).toMatch(/scope="read_only"/)
    expect(challenge).not.toMatch(/error=/)
    const wrong = (await get('', 'x'.repeat(43))).headers.get('www-authenticate')
    expect(wrong).toMatch(/error="invalid_token"/)
  })

  it('lists payments, or runs the tool that is named with the arguments of the query', async () => {
    const { token } = await server.tokenOf('read_only')
    const payments = await get('?count=3', token)
    expect([payments.status, await payments.json()]).toMatchObject([200, { entity: 'collection' }])
    expect(payments.headers.get('cache-control')).toBe('no-store')
    const order = await instance.run(createOrder, { amount: 4300, currency: 'INR' })
    const read = await get(`?tool=fetch_order&id=${order.id}`, token)
    expect([read.status, await read.json()]).toMatchObject([200, { id: order.id, amount: 4300 }])
  })

  it('returns an error with its status and its reason, and leaves a line in the log', async () => {
    const { token, client_id } = await server.tokenOf('read_only')
    const missing = await get('?tool=fetch_order&id=order_NfLw3gQ81xRt0a', token)
    expect([missing.status, (await missing.json()).error.reason]).toEqual([404, 'record_not_found'])
    const wrong = await get('?count=1000', token)
    expect([wrong.status, (await wrong.json()).error]).toMatchObject([400, { field: 'count' }])
    await flushRequestLog(instance.runtime.query)
    const { rows } = await instance.runtime.query(
      `SELECT path, status FROM request_logs WHERE request_headers->>'client_id' = $1 ORDER BY created_at, id`,
      [client_id],
    )
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(expect.arrayContaining([{ path: 'fetch_order', status: 404 }]))
  })

  it('describes the error of an invalid query', async () => {
    const { token } = await server.tokenOf('read_only')
    for (const query of ['?count=1&count=2', '?tool=a&tool=b', '?__proto__[x]=1', '?a[b][c][d][e][f][g]=1']) {
      const response = await get(query, token)
      expect([query, response.status, (await response.json()).error.reason]).toEqual([
        query,
        400,
        'malformed_body',
      ])
    }
  })

  it('runs nothing that writes, and nothing for a token that may not read', async () => {
    const { token } = await server.tokenOf('read_only orders:write')
    expect((await get('?tool=create_order&amount=100&currency=INR', token)).status).toBe(404)
    const { token: writer } = await server.tokenOf('orders:write')
    const refused = await get('', writer)
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toMatch(
      /error="insufficient_scope".*scope="orders:write read_only"/,
    )
  })

  it('rejects pages of a plain http origin, and tells browsers the allowed headers', async () => {
    const { token } = await server.tokenOf('read_only')
    expect((await get('', token, { origin: 'http://evil.example' })).status).toBe(403)
    const preflight = await handleToolEndpoint(
      new Request(`${ISSUER}/api/tool-endpoint`, {
        method: 'OPTIONS',
        headers: { 'access-control-request-headers': 'authorization' },
      }),
    )
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization')
  })
})
