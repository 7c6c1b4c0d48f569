import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { RESOURCE } from '#lib/testing/authorization.ts'
import { cardOf } from '#lib/testing/shop.ts'
import { openToolShop, type ToolShop } from '#lib/testing/tool-shop.ts'

let shop: ToolShop['shop']
let client: Client
let close: () => Promise<void>
beforeAll(async () => {
  const opened = await openToolShop()
  ;({ shop } = opened)
  const { token } = await opened.server.tokenOf(SCOPE_NAMES.join(' '))
  client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: (input, init) => handleTools(new Request(input, init)),
    }),
  )
  close = async () => {
    await client.close()
    await opened.close()
  }
})
afterAll(() => close())

/** The error of a call, as the model reads it. */
async function errorOf(name: string, args: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: args })
  expect(isError, JSON.stringify(content)).toBe(true)
  return JSON.parse((content as { text: string }[])[0]?.text ?? '').error as Record<string, string>
}

describe('the error of a refund', () => {
  it('fits the status of the payment', async () => {
    const declined = await shop.attempt(await shop.order(), cardOf('4100280000060003'))
    const failed = await errorOf('refund_payment', { id: declined.error.metadata.payment_id })
    expect(failed.description).toMatch(/failed.* nothing to refund/)
    const held = await errorOf('refund_payment', { id: (await shop.authorized()).id })
    expect(held.description).toMatch(/Capture it before you refund it, or let the authorization expire/)
    const { id } = await shop.captured()
    // So that the fees leave enough of the balance.
    await shop.captured()
    await client.callTool({ name: 'refund_payment', arguments: { id } })
    const again = await errorOf('refund_payment', { id })
    expect(again.reason).toBe('payment_already_refunded')
    expect(again.next).toMatch(/fetch_all_refunds/)
    for (const { next } of [failed, again]) expect(next).not.toMatch(/Capture/)
  })
})
