import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { approveApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { RESOURCE } from '#lib/testing/authorization.ts'
import type { Instance } from '#lib/testing/instance.ts'
import { openToolShop, type ToolShop } from '#lib/testing/tool-shop.ts'

let instance: Instance
let server: ToolShop['server']
let shop: ToolShop['shop']
let close: ToolShop['close']
beforeAll(async () => {
  ;({ instance, server, shop, close } = await openToolShop())
})
afterAll(() => close())

const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

/** As over the network: a client that aborts is one that no longer takes the body. */
async function fetchUntilAborted(
  input: string | URL,
  init: RequestInit = {},
  received: string[] = [],
): Promise<Response> {
  const { signal, ...rest } = init
  const response = await handleTools(new Request(input, rest))
  if (!signal || !response.body) return response
  const record = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      received.push(Buffer.from(bytes).toString())
      controller.enqueue(bytes)
    },
  })
  return new Response(response.body.pipeThrough(record, { signal }), response)
}

/** The official client with a token, the URIs that it was told of, and what it received. */
async function connected(token: string) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const notified: string[] = []
  const raw: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    notified.push(params.uri)
  })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (input, init) => fetchUntilAborted(input, init, raw),
    }),
  )
  open.push(client)
  const listen = (...resourceSubscriptions: string[]) => client.listen({ resourceSubscriptions })
  const read = async (uri: string) => {
    const { contents } = await client.readResource({ uri }, { cacheMode: 'bypass' })
    return JSON.parse((contents[0] as { text: string }).text)
  }
  return { client, notified, raw, listen, read }
}

async function until(holds: () => boolean) {
  const end = performance.now() + 20_000
  while (!holds()) {
    if (performance.now() > end) throw new Error('It did not come to hold.')
    await sleep(20)
  }
}

/** Longer than a watch takes to look. */
const LOOKED = 1500

describe('a subscription', () => {
  it('tells when a payment and its order change, and reading them gives the new state', async () => {
    const { token } = await server.tokenOf('read_only')
    const { notified, listen, read } = await connected(token)
    const authorized = await shop.authorized(7000)
    const other = await shop.authorized(7100)
    const payment = `counterfoil://payment/${authorized.id}`
    const order = `counterfoil://order/${authorized.order_id}`
    const { honoredFilter } = await listen(payment, order)
    expect(honoredFilter).toEqual({ resourceSubscriptions: [payment, order] })
    expect(await read(payment)).toMatchObject({ status: 'authorized' })
    await sleep(LOOKED)
    expect(notified).toEqual([])
    await shop.capture(other)
    await shop.capture(authorized)
    await until(() => notified.length >= 2)
    expect(new Set(notified)).toEqual(new Set([payment, order]))
    expect(await read(payment)).toMatchObject({ status: 'captured' })
    expect(await read(order)).toMatchObject({ status: 'paid' })
  })

  it('tells when an approval is decided and carried out, and when it expires', async () => {
    const { token, actor } = await server.tokenOf('refunds:write read_only')
    await instance.runtime.query(
      'UPDATE oauth_grants SET limit_per_call = 1, limit_per_day = 1 WHERE user_id = $1',
      [actor.id],
    )
    const { client, notified, listen, read } = await connected(token)
    const waiting = async () => {
      const { id } = await shop.captured(10_000)
      const { structuredContent } = await client.callTool({
        name: 'refund_payment',
        arguments: { id, amount: 900 },
      })
      return String((structuredContent as { approval_id: string }).approval_id)
    }
    const [decided, left] = [await waiting(), await waiting()]
    await listen(`counterfoil://approval/${decided}`, `counterfoil://approval/${left}`)
    const finance = await server.person('finance')
    await instance.run(approveApproval, { id: decided }, undefined, finance)
    await runApproval(instance.runtime, finance.account.id, decided)
    await until(() => notified.length > 0)
    expect(new Set(notified)).toEqual(new Set([`counterfoil://approval/${decided}`]))
    const approval = await read(`counterfoil://approval/${decided}`)
    expect(approval).toMatchObject({ status: 'approved', result: { amount: 900 } })
    // It expires by the clock, without a write.
    await instance.runtime.query('UPDATE approvals SET expires_at = $2 WHERE id = $1', [
      left,
      Math.floor(Date.now() / 1000) + 3,
    ])
    await until(() => notified.filter((uri) => uri.endsWith(left)).length === 2)
    expect(await read(`counterfoil://approval/${left}`)).toMatchObject({ status: 'expired' })
  })

  it('takes what reading the record takes', async () => {
    const authorized = await shop.authorized(7000)
    const payment = `counterfoil://payment/${authorized.id}`
    const { token, actor } = await server.tokenOf('refunds:write')
    const writer = await connected(token)
    // First as a challenge, then in words.
    await expect(writer.listen(payment)).rejects.toThrow(/insufficient_scope|read_only/)
    await expect(writer.listen(payment)).rejects.toThrow('needs the scope read_only')
    await instance.runtime.query('UPDATE oauth_grants SET limit_per_call = 1 WHERE user_id = $1', [actor.id])
    const paid = await shop.captured(500)
    const { structuredContent } = await writer.client.callTool({
      name: 'refund_payment',
      arguments: { id: paid.id, amount: 100 },
    })
    const { approval_id } = structuredContent as { approval_id: string }
    const reader = await connected((await server.tokenOf('read_only')).token)
    for (const uri of [
      // Of another app, unknown, of another kind, and not a record.
      `counterfoil://approval/${approval_id}`,
      'counterfoil://payment/pay_AAAAAAAAAAAAAA',
      `counterfoil://order/${authorized.id}`,
      'counterfoil://guide/start',
    ])
      await expect(reader.listen(uri), uri).rejects.toMatchObject({ code: -32_602 })
    await expect(
      reader.listen(...Array.from({ length: 21 }, (_, index) => `${payment}${index}`)),
    ).rejects.toThrow('up to 20 resources')
  })

  it('honours what it can of several, and names it', async () => {
    const { token } = await server.tokenOf('read_only')
    const { notified, listen } = await connected(token)
    const authorized = await shop.authorized(7000)
    const payment = `counterfoil://payment/${authorized.id}`
    const others = [
      'counterfoil://guide/start',
      'counterfoil://payment/pay_AAAAAAAAAAAAAA',
      'https://example.com',
    ]
    const { honoredFilter } = await listen(...others, payment)
    expect(honoredFilter).toEqual({ resourceSubscriptions: [payment] })
    await shop.capture(authorized)
    await until(() => notified.length > 0)
    expect(notified).toEqual([payment])
  })

  it('has a heartbeat while nothing happens, every 15 seconds', async () => {
    const { token } = await server.tokenOf('read_only')
    const { raw, notified, listen } = await connected(token)
    const authorized = await shop.authorized(7000)
    await listen(`counterfoil://payment/${authorized.id}`)
    const beats = () => raw.filter((text) => text === ':\n\n').length
    await sleep(LOOKED)
    expect(beats()).toBe(0)
    const real = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now')
    for (const beat of [1, 2]) {
      clock.mockImplementation(() => real() + beat * 15_000)
      await until(() => beats() === beat)
      await sleep(LOOKED)
      expect(beats()).toBe(beat)
    }
    clock.mockRestore()
    expect(notified).toEqual([])
  })

  it('of a record of another account or mode is rejected, and nothing is told of it', async () => {
    const authorized = await shop.authorized(7000)
    const live = await connected((await server.tokenOf('read_only', 'owner', 'live')).token)
    await expect(live.listen(`counterfoil://payment/${authorized.id}`)).rejects.toMatchObject({
      code: -32_602,
    })
    await shop.capture(authorized)
    await sleep(LOOKED)
    expect(live.notified).toEqual([])
  })

  it('ends once the connection is revoked, before the next change is told', async () => {
    const { token, actor } = await server.tokenOf('read_only')
    const { notified, listen } = await connected(token)
    const authorized = await shop.authorized(7000)
    const { closed } = await listen(`counterfoil://payment/${authorized.id}`)
    await instance.runtime.query(
      `UPDATE oauth_grants SET revoked_at = 1, revoked_reason = 'person' WHERE user_id = $1`,
      [actor.id],
    )
    await shop.capture(authorized)
    expect(await closed).toBe('graceful')
    expect(notified).toEqual([])
  })

  it('ends when its token expires though nothing happens, and goes on through an outage', async () => {
    const { token } = await server.tokenOf('read_only')
    const { notified, listen } = await connected(token)
    const authorized = await shop.authorized(7000)
    const { closed } = await listen(`counterfoil://payment/${authorized.id}`)
    const system = (globalThis as { counterfoilRuntime?: Instance['runtime'] }).counterfoilRuntime
    if (!system) throw new Error('There is no runtime.')
    const { query } = system
    system.query = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
    await sleep(LOOKED)
    system.query = query
    await shop.capture(authorized)
    await until(() => notified.length > 0)
    await query(
      `UPDATE oauth_artifacts SET expires_at = 1 WHERE kind = 'AccessToken' AND grant_id IN
         (SELECT grant_id FROM oauth_artifacts ORDER BY expires_at DESC)`,
      [],
    )
    expect(await closed).toBe('graceful')
  }, 600_000)

  it('is open ten times for one connection, with an error that says so, and once more when one is closed', async () => {
    const { token } = await server.tokenOf('read_only')
    const { listen } = await connected(token)
    const authorized = await shop.authorized(7000)
    const uri = `counterfoil://payment/${authorized.id}`
    const streams = []
    for (let count = 0; count < 10; count += 1) streams.push(await listen(uri))
    await expect(listen(uri)).rejects.toMatchObject({
      message: expect.stringContaining('This connection has 10 event streams open. Close one first.'),
      data: { reason: 'too_many_requests', retry_after: 5 },
    })
    await streams[0]?.close()
    await sleep(400)
    await listen(uri)
  })

  it('looks once a second for all streams of an account, and not at all once they are closed', async () => {
    const { token } = await server.tokenOf('read_only')
    const { client, listen } = await connected(token)
    const authorized = await shop.authorized(7000)
    const system = (globalThis as { counterfoilRuntime?: Instance['runtime'] }).counterfoilRuntime
    if (!system) throw new Error('There is no runtime.')
    const { query } = system
    let looks = 0
    system.query = (sql, values) => {
      if (sql.includes('xmin')) looks += 1
      return query(sql, values)
    }
    for (let count = 0; count < 5; count += 1) await listen(`counterfoil://payment/${authorized.id}`)
    // Each looked once when it began.
    looks = 0
    await sleep(3000)
    expect(looks).toBeGreaterThanOrEqual(2)
    expect(looks).toBeLessThanOrEqual(4)
    await client.close()
    await sleep(LOOKED)
    looks = 0
    await sleep(LOOKED)
    expect(looks).toBe(0)
    system.query = query
  })
})
