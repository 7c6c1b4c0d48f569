import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRouter } from '#lib/testing/loaded-router.ts'
import { openToolShop, type ToolShop } from '#lib/testing/tool-shop.ts'

let tools: ToolShop
let listening: Server
let client: MultiServerMCPClient
beforeAll(async () => {
  tools = await openToolShop()
  const { token, actor } = await tools.server.tokenOf('read_only orders:write refunds:write')
  await tools.instance.runtime.query(
    'UPDATE oauth_grants SET limit_per_call = 1, limit_per_day = 1 WHERE user_id = $1',
    [actor.id],
  )
  listening = createServer(await createRouter((_, response) => response.writeHead(404).end()))
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`
  const headers = { authorization: `Bearer ${token}` }
  client = new MultiServerMCPClient({ counterfoil: { url, headers, automaticSSEFallback: false } })
})
afterAll(async () => {
  await client.close()
  listening.closeAllConnections()
  listening.close()
  await tools.close()
})

/** The kinds of blocks that the model gets, and the structured content of the result. */
async function call(name: string, args: object) {
  const tool = (await client.getTools()).find((one) => one.name === name)
  const message = await tool?.invoke({ type: 'tool_call', id: 'one', name, args })
  const { content, artifact } = message as {
    content: string | { type: string }[]
    artifact: { type: string; data: Record<string, unknown> }[]
  }
  const kinds = typeof content === 'string' ? ['text'] : content.map(({ type }) => type)
  return { kinds: [...new Set(kinds)], value: artifact.find(({ data }) => data)?.data ?? {} }
}

it('gives a LangChain agent text alone in every kind of result: models reject the files that links become', async () => {
  const { id } = await tools.shop.captured(10_000)
  const record = await call('fetch_payment', { id })
  expect(record).toMatchObject({ kinds: ['text'], value: { id, status: 'captured' } })
  const list = await call('fetch_all_payments', { count: 1 })
  expect(list).toMatchObject({ kinds: ['text'], value: { count: 1 } })
  const write = await call('create_order', { amount: 4700, currency: 'INR', idempotency_key: 'order' })
  expect(write).toMatchObject({ kinds: ['text'], value: { entity: 'order', amount: 4700 } })
  const waiting = await call('refund_payment', { id, amount: 900, idempotency_key: 'refund' })
  expect(waiting).toMatchObject({ kinds: ['text'], value: { status: 'waiting_for_approval' } })
  const approval = await call('fetch_approval', { id: waiting.value.approval_id })
  expect(approval).toMatchObject({ kinds: ['text'], value: { status: 'waiting', amount: 900 } })
  const found = await call('search', { query: id })
  expect(found.kinds).toEqual(['text'])
})
