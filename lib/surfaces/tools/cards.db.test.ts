import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejectApproval } from '#lib/domain/approvals/decide.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { RESOURCE } from '#lib/testing/authorization.ts'
import { openToolShop, type ToolShop } from '#lib/testing/tool-shop.ts'

let instance: ToolShop['instance']
let server: ToolShop['server']
let shop: ToolShop['shop']
let close: ToolShop['close']
beforeAll(async () => {
  ;({ instance, server, shop, close } = await openToolShop())
})
afterAll(() => close())

const URI = 'ui://counterfoil/approval'
const TYPE = 'text/html;profile=mcp-app'
const CARDS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [TYPE] } } }

/** The official client of an app that may move 1 paisa alone. */
async function connect(
  capabilities: object,
  revision: 'auto' | 'legacy' = 'auto',
  headers: Record<string, string> = {},
) {
  const { token, actor } = await server.tokenOf('read_only refunds:write')
  await instance.runtime.query(
    'UPDATE oauth_grants SET limit_per_call = 1, limit_per_day = 1 WHERE user_id = $1',
    [actor.id],
  )
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: revision }, capabilities },
  )
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return handleTools(request)
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(RESOURCE), { requestInit, fetch }))
  return client
}

const toolsWithCard = async (client: Client) =>
  (await client.listTools()).tools.filter(({ _meta }) => _meta !== undefined)

async function refund(client: Client) {
  const { id } = await shop.captured(10_000)
  const result = await client.callTool({ name: 'refund_payment', arguments: { id, amount: 900 } })
  return { payment: id, result }
}

describe('a client that draws cards', () => {
  it('is told of the card by the tools that may wait, and by no other', async () => {
    const client = await connect(CARDS)
    const listed = await toolsWithCard(client)
    const names = listed.map(({ name }) => name)
    expect(names).toContain('refund_payment')
    for (const name of names) expect(tools().get(name)?.operation.movesMoney, name).toBe(true)
    for (const { _meta } of listed) expect(_meta).toEqual({ ui: { resourceUri: URI } })
    const { contents } = await client.readResource({ uri: URI })
    expect(contents).toMatchObject([
      { uri: URI, mimeType: TYPE, text: expect.stringContaining('<!doctype html>') },
    ])
    await client.close()
  })

  it('gets the text first, and what the card shows in the metadata of the result', async () => {
    const client = await connect(CARDS)
    const { payment, result } = await refund(client)
    expect(result.content[0]).toMatchObject({
      type: 'text',
      text: expect.stringContaining('No money has moved'),
    })
    const { approval_id, approval_url } = result.structuredContent as Record<string, string>
    expect(result._meta?.approval_card).toMatchObject({
      id: approval_id,
      title: tools().get('refund_payment')?.listing.title,
      status: 'waiting',
      amount: '₹9.00',
      object_id: payment,
      requested_by: expect.stringContaining('Ledger Helper'),
      url: approval_url,
    })
    // What the card asks for while it waits.
    await instance.run(
      rejectApproval,
      { id: approval_id ?? '', reason: 'It was delivered.' },
      undefined,
      await server.person('finance'),
    )
    const polled = await client.callTool({ name: 'fetch_approval', arguments: { id: approval_id ?? '' } })
    expect(polled.structuredContent).toMatchObject({ status: 'rejected' })
    await client.close()
  })

  it('gets no card for a call that does not wait', async () => {
    const client = await connect(CARDS)
    const { id } = await shop.captured(10_000)
    const result = await client.callTool({ name: 'fetch_payment', arguments: { id } })
    expect(result._meta?.approval_card).toBeUndefined()
    await client.close()
  })

  it('is not asked to open the page as well', async () => {
    const client = await connect({ ...CARDS, elicitation: { url: {} } })
    const { result } = await refund(client)
    expect(result._meta?.approval_card).toMatchObject({ status: 'waiting' })
    await client.close()
  })
})

describe('a client of a revision in which requests declare nothing', () => {
  it('is told of the card, and gets it beside the text, since hosts of that revision draw cards, too', async () => {
    const client = await connect({}, 'legacy')
    const names = (await toolsWithCard(client)).map(({ name }) => name)
    expect(names).toContain('refund_payment')
    for (const name of names) expect(tools().get(name)?.operation.movesMoney, name).toBe(true)
    const { payment, result } = await refund(client)
    expect(result.content[0]).toMatchObject({ text: expect.stringContaining('No money has moved') })
    expect(result._meta?.approval_card).toMatchObject({ status: 'waiting', object_id: payment })
    await client.close()
  })
})

describe('a client that draws no cards', () => {
  it.each([
    ['declares nothing', {}, 'auto', {}],
    [
      'draws pages of another kind',
      { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } } },
      'auto',
      {},
    ],
    [
      'declares the extension without kinds',
      { extensions: { 'io.modelcontextprotocol/ui': {} } },
      'auto',
      {},
    ],
    [
      'speaks a revision without metadata of tools',
      CARDS,
      'legacy',
      { 'mcp-protocol-version': '2025-03-26' },
    ],
  ] as const)('hears nothing of them: %s', async (_, capabilities, revision, headers) => {
    const client = await connect(capabilities, revision, headers)
    expect(await toolsWithCard(client)).toEqual([])
    const { result } = await refund(client)
    expect(result._meta?.approval_card).toBeUndefined()
    expect(result.content[0]).toMatchObject({ text: expect.stringContaining('No money has moved') })
    await client.close()
  })
})
