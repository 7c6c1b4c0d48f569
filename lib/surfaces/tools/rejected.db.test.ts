import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAppDetails, listAppCallsForDashboard } from '#lib/domain/connected-apps/get-details.ts'
import { permissionLacking } from '#lib/pipeline/operation.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { handleToolEndpoint } from '#lib/surfaces/tools/endpoint.ts'
import { type Authorization, ISSUER, openAuthorization, RESOURCE } from '#lib/testing/authorization.ts'
import { bearer } from '#lib/testing/connection.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { sendToolMessage } from '#lib/testing/tool-message.ts'
import { PERMISSION_LABELS, ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'

let instance: Instance
let server: Authorization
let rest: Awaited<ReturnType<typeof openRest>>
beforeAll(async () => {
  instance = await openInstance()
  // It has settings of its own, so it comes first.
  rest = await openRest(instance)
  server = await openAuthorization(instance, {
    RATE_LIMIT_PER_SECOND: '10000',
    RATE_LIMIT_BURST: '10000',
  })
})
afterAll(async () => {
  await flushRequestLog(instance.runtime.query)
  await instance.close()
})

async function send(token: string, method: string, params: object, url?: string) {
  const response = await sendToolMessage(token, method, params, { url, headers: { 'user-agent': 'tests/1' } })
  const challenge = response.headers.get('www-authenticate')
  return { status: response.status, challenge, text: await response.text() }
}
const call = (token: string, name: string, args: object = {}, url?: string) =>
  send(token, 'tools/call', { name, arguments: args }, url)

describe('a call without its scope', () => {
  const WRITES = [...tools().values()].filter(({ scope }) => scope !== 'any' && scope !== 'read_only')

  it.each(ROLES)('is challenged for a scope that the role can grant, and for no other: %s', async (role) => {
    const { token } = await server.tokenOf('read_only', role)
    for (const { listing, operation, scope } of WRITES) {
      const lacking = permissionLacking(operation, { permissions: new Set(ROLE_PERMISSIONS[role]) })
      // Each scope is asked for once an hour; the address for writing gives the result at once.
      if (lacking === undefined) {
        const result = await call(token, listing.name, {}, `${RESOURCE}/write`)
        expect(result.text, listing.name).toContain(`doesn't have the scope ${scope}`)
        continue
      }
      const { status, challenge, text } = await call(token, listing.name)
      expect([status, challenge], listing.name).toEqual([200, null])
      expect(text).toContain('"isError":true')
      expect(text).toContain(`(${role}) doesn't have permission to ${PERMISSION_LABELS[lacking]}`)
      expect(text).toContain('An owner or admin can do it, or change the role.')
    }
  })

  it.each([
    ['viewer', 'refund_payment', null],
    ['support', 'refund_payment', 'read_only refunds:write'],
    // Notes are in the same scope, but the role can't capture.
    ['support', 'capture_payment', null],
    ['finance', 'capture_payment', 'read_only payments:write'],
  ] as const)('%s, %s: scopes in the challenge %s', async (role, name, scopes) => {
    const { token } = await server.tokenOf('read_only', role)
    const { status, challenge } = await call(token, name)
    expect(status).toBe(scopes === null ? 200 : 403)
    expect(/scope="([^"]*)"/.exec(challenge ?? '')?.[1] ?? null).toBe(scopes)
  })

  it('is challenged without scopes that its token has and the role can no longer grant', async () => {
    const { token, actor } = await server.tokenOf('read_only wallet:write')
    await lower(actor.id, 'support')
    const { challenge } = await call(token, 'refund_payment')
    expect(challenge).toContain('scope="read_only refunds:write"')
  })

  it('is challenged at /v1 as a tool is', async () => {
    const ask = async (role: Role) => {
      const { token } = await server.tokenOf('read_only', role)
      const body = { amount: 100, currency: 'INR' }
      const { status, error, headers } = await rest.post('/v1/orders', body, {
        as: null,
        headers: { authorization: `Bearer ${token}` },
      })
      return [status, error.description, headers.get('www-authenticate')]
    }
    expect(await ask('support')).toEqual([
      403,
      'This operation needs the scope orders:write. Ask the user to grant it.',
      expect.stringContaining('scope="read_only orders:write"'),
    ])
    expect(await ask('viewer')).toEqual([
      403,
      "You don't have permission to create and change orders (orders:write). Ask an owner or admin.",
      null,
    ])
  })
})

describe('the record of calls that are rejected', () => {
  async function recorded(token: string, as: Awaited<ReturnType<Authorization['person']>>) {
    await flushRequestLog(instance.runtime.query)
    const id = (await bearer(instance, token))?.grantId ?? ''
    const app = await instance.run(getAppDetails, { id }, undefined, as)
    const { items: calls } = await instance.run(listAppCallsForDashboard, { id }, undefined, as)
    return { app, calls }
  }

  it('has each with its arguments, its reason and its response, for a missing scope and for a role', async () => {
    const { token, actor } = await server.tokenOf('read_only', 'support')
    const refund = { id: 'pay_00000000000000', amount: 900 }
    expect((await call(token, 'refund_payment', refund)).status).toBe(403)
    expect((await call(token, 'refund_payment', refund)).status).toBe(200)
    expect((await call(token, 'capture_payment', refund)).status).toBe(200)
    const { app, calls } = await recorded(token, actor)
    expect([app.calls_day, app.refused_day]).toEqual([3, 3])
    const [captured, again, first] = calls
    for (const one of calls)
      expect(one).toMatchObject({ status: 403, error_reason: 'permission_denied', source: 'tool' })
    expect(calls.map(({ path }) => path)).toEqual(['capture_payment', 'refund_payment', 'refund_payment'])
    expect(calls.map(({ request_body }) => JSON.parse(request_body ?? ''))).toEqual([refund, refund, refund])
    expect(JSON.parse(first?.response_body ?? '')).toEqual({
      error: 'insufficient_scope',
      error_description: 'The tool refund_payment needs the scope refunds:write.',
    })
    expect(again?.response_body).toContain("doesn't have the scope refunds:write")
    expect(captured?.response_body).toContain("doesn't have permission to")
  })

  it('has records and the endpoint without the protocol, too', async () => {
    const { token, actor } = await server.tokenOf('orders:write')
    const uri = 'counterfoil://payment/pay_00000000000000'
    expect((await send(token, 'resources/read', { uri })).status).toBe(403)
    const response = await handleToolEndpoint(
      new Request(`${ISSUER}/api/tool-endpoint?tool=fetch_all_payments&count=2`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    expect(response.status).toBe(403)
    const { calls } = await recorded(token, actor)
    expect(calls.map(({ path, status }) => [path, status])).toEqual([
      ['fetch_all_payments', 403],
      ['fetch_payment', 403],
    ])
  })

  it('keeps the beginning of long arguments, without secrets', async () => {
    const { token, actor } = await server.tokenOf('read_only')
    const notes = { client_secret: 'very-secret', text: 'x'.repeat(50_000) }
    await call(token, 'create_order', { amount: 100, currency: 'INR', notes })
    const [line] = (await recorded(token, actor)).calls
    expect(line?.request_body?.length).toBeLessThan(9000)
    expect(line?.request_body).not.toContain('very-secret')
  })
})

async function lower(userId: string, role: Role): Promise<void> {
  await instance.runtime.query('UPDATE memberships SET role = $2 WHERE user_id = $1', [userId, role])
}
