import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { UnauthorizedError as OlderUnauthorized } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { allow } from '#e2e/mcp/person.ts'
import { storedCredentials } from '#e2e/oauth/stored-credentials.ts'
import { test } from '#e2e/test.ts'
import { openClientApp } from '#e2e/ui/client-app.ts'

const ALL =
  'read_only orders:write payments:write refunds:write customers:write documents:write bills:write wallet:write'

/** A client of each generation of the library, with the same methods. */
const GENERATIONS = {
  '@modelcontextprotocol/client 2': () => ({
    client: new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } }),
    Transport: StreamableHTTPClientTransport,
    unauthorized: UnauthorizedError,
  }),
  '@modelcontextprotocol/sdk 1': () => ({
    client: new OlderClient({ name: 'tests', version: '1' }),
    Transport: OlderTransport,
    unauthorized: OlderUnauthorized,
  }),
}

for (const [library, open] of Object.entries(GENERATIONS))
  test(`${library} at the address for writing is allowed to write at once, and told what it lacks`, async ({
    page,
  }) => {
    test.slow()
    const program = await openClientApp()
    const stored = storedCredentials(program.callback)
    const address = new URL(`${demo().mcp_url}/mcp/write`)
    const connect = async () => {
      const { client, Transport, unauthorized } = open()
      const transport = new Transport(address, { authProvider: stored.provider })
      return {
        client: client as Client,
        transport: transport as StreamableHTTPClientTransport,
        unauthorized,
        finish: (back: URLSearchParams) =>
          transport instanceof OlderTransport
            ? transport.finishAuth(back.get('code') ?? '')
            : transport.finishAuth(back),
      }
    }
    const first = await connect()
    await expect(first.client.connect(first.transport)).rejects.toBeInstanceOf(first.unauthorized)
    const request = stored.requested.at(-1)
    expect(request?.searchParams.get('scope')).toBe(ALL)
    await allow(page, String(request))
    await first.finish(program.lastCall().searchParams)
    // What moves money was not ticked.
    expect(stored.tokens()?.scope).toBe('read_only orders:write customers:write documents:write bills:write')

    const { client, transport } = await connect()
    await client.connect(transport)
    const order = { name: 'create_order', arguments: { amount: 4700, currency: 'INR' } }
    expect((await client.callTool(order)).structuredContent).toMatchObject({ entity: 'order', amount: 4700 })
    const refund = { name: 'refund_payment', arguments: { id: 'pay_00000000000000', amount: 100 } }
    const result = await client.callTool(refund)
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toMatch(/doesn't have the scope refunds:write.*\/mcp\/write/)
    await client.close()
    program.close()
  })
