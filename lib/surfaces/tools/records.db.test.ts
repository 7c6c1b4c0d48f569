import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { RESOURCE } from '#lib/testing/authorization.ts'
import { sendToolMessage } from '#lib/testing/tool-message.ts'
import { openToolShop, type ToolShop } from '#lib/testing/tool-shop.ts'

let instance: ToolShop['instance']
let server: ToolShop['server']
let shop: ToolShop['shop']
let close: ToolShop['close']
beforeAll(async () => {
  ;({ instance, server, shop, close } = await openToolShop())
})
afterAll(() => close())

async function connected(scope: string) {
  const { token, actor } = await server.tokenOf(scope)
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (input, init) => handleTools(new Request(input, init)),
    }),
  )
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: args })
    const links = content.flatMap((block) => (block.type === 'resource_link' ? [block.uri] : []))
    return {
      links,
      text: JSON.stringify(content),
      value: (structuredContent ?? {}) as Record<string, unknown>,
    }
  }
  const read = async (uri: string) => {
    const { contents } = await client.readResource({ uri }, { cacheMode: 'bypass' })
    return JSON.parse((contents[0] as { text: string }).text)
  }
  return { client, token, actor, call, read }
}

describe('a link to a record', () => {
  it('is in the result that is the record, after its text, and not in pages', async () => {
    const { client, call, read } = await connected('read_only')
    const { id, order_id } = await shop.captured(10_000)
    const payment = await call('fetch_payment', { id })
    expect(payment.links).toEqual([`counterfoil://payment/${id}`])
    expect(payment.text.indexOf(`"text":`)).toBeLessThan(payment.text.indexOf('resource_link'))
    expect((await call('fetch_order', { id: order_id })).links).toEqual([`counterfoil://order/${order_id}`])
    expect((await call('fetch_all_payments', {})).links).toEqual([])
    expect(await read(`counterfoil://payment/${id}`)).toEqual(payment.value)
    await client.close()
  })

  it('leads to the approval that a call waits for, and from it to the refund', async () => {
    const { client, actor, call, read } = await connected('refunds:write read_only')
    await instance.runtime.query(
      'UPDATE oauth_grants SET limit_per_call = 1, limit_per_day = 1 WHERE user_id = $1',
      [actor.id],
    )
    const { id } = await shop.captured(10_000)
    const { links, value } = await call('refund_payment', { id, amount: 900 })
    expect(links).toEqual([`counterfoil://approval/${value.approval_id}`])
    expect(await read(links[0] ?? '')).toMatchObject({ status: 'waiting', amount: 900 })
    const finance = await server.person('finance')
    await instance.run(approveApproval, { id: String(value.approval_id) }, undefined, finance)
    await runApproval(instance.runtime, finance.account.id, String(value.approval_id))
    // Also at once: a record is never cached.
    const { result } = await read(links[0] ?? '')
    const done = await call('fetch_approval', { id: value.approval_id })
    expect(done.links).toEqual([links[0], `counterfoil://refund/${result.id}`])
    expect(await read(`counterfoil://refund/${result.id}`)).toMatchObject({ amount: 900 })
    await client.close()
  })

  it('is left out for clients of revisions that cannot subscribe to records', async () => {
    const { token, client } = await connected('read_only')
    const { id } = await shop.captured(10_000)
    const contentFor = async (revision: string | null) => {
      const headers: Record<string, string> = revision === null ? {} : { 'mcp-protocol-version': revision }
      const params = { name: 'fetch_payment', arguments: { id } }
      const response = await sendToolMessage(token, 'tools/call', params, { headers })
      return response.text()
    }
    expect(await contentFor(null)).not.toContain('resource_link')
    expect(await contentFor('2025-03-26')).not.toContain('resource_link')
    expect(await contentFor('2025-06-18')).not.toContain('resource_link')
    expect(await contentFor('2025-11-25')).not.toContain('resource_link')
    await client.close()
  })
})

describe('reading a record by its URI', () => {
  it('takes the scope and the permission of its tool', async () => {
    const writer = await connected('orders:write')
    const { id } = await shop.captured(10_000)
    const uri = `counterfoil://payment/${id}`
    await expect(writer.client.readResource({ uri })).rejects.toThrow(/insufficient_scope|read_only/)
    // A second time it is told in words, as for tools.
    await expect(writer.client.readResource({ uri })).rejects.toThrow('read_only')
    await writer.client.close()
  })

  it('finds no record of another account, of another kind or without an ID', async () => {
    const { client } = await connected('read_only')
    const { id } = await shop.captured(10_000)
    for (const uri of [
      `counterfoil://order/${id}`,
      `counterfoil://payment/${id}x`,
      'counterfoil://payment/pay_AAAAAAAAAAAAAA',
      'counterfoil://constructor/pay_AAAAAAAAAAAAAA',
      'counterfoil://approval/apr_AAAAAAAAAAAAAA',
    ])
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32_602 })
    await client.close()
  })

  it('has templates for the five kinds', async () => {
    const { client } = await connected('read_only')
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      expect.arrayContaining(
        ['payment', 'order', 'refund', 'bill', 'approval'].map((kind) => `counterfoil://${kind}/{id}`),
      ),
    )
    await client.close()
  })
})

describe('the icon', () => {
  it('is a file of this server', async () => {
    const { client } = await connected('read_only')
    expect(client.getServerVersion()?.icons).toEqual([
      { src: `${instance.runtime.baseUrl}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] },
    ])
    await client.close()
  })
})
