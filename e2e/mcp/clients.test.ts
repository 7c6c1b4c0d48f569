import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import {
  UnauthorizedError as OlderUnauthorized,
  auth as olderAuth,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, type Page } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { allow } from '#e2e/mcp/person.ts'
import { storedCredentials } from '#e2e/oauth/stored-credentials.ts'
import { test } from '#e2e/test.ts'
import { openClientApp } from '#e2e/ui/client-app.ts'

type Stored = ReturnType<typeof storedCredentials>
type Program = Awaited<ReturnType<typeof openClientApp>>

/** The common interface of both generations of the library, as far as these tests need it. */
type Connection = {
  connect(): Promise<void>
  names(): Promise<string[]>
  call(name: string, fields: Record<string, unknown>): Promise<unknown>
  finishAuth(back: URLSearchParams): Promise<void>
  /** Makes the library request the missing scopes of a tool, as it does after a challenge. */
  stepUp(stored: Stored, refused: Promise<unknown>): Promise<void>
  close(): Promise<void>
}

const ENDPOINT = () => new URL(`${demo().mcp_url}/mcp`)

const GENERATIONS = {
  '@modelcontextprotocol/client 2': { open: newer, unauthorized: UnauthorizedError },
  '@modelcontextprotocol/sdk 1': { open: older, unauthorized: OlderUnauthorized },
}

for (const [library, { open, unauthorized }] of Object.entries(GENERATIONS))
  test(`${library} registers, authorizes, calls, steps up, refreshes, revokes and is rejected`, async ({
    page,
    request,
  }) => {
    test.slow()
    const program = await openClientApp()
    const stored = storedCredentials(program.callback)
    const first = open(stored)
    await expect(first.connect()).rejects.toBeInstanceOf(unauthorized)
    await finish(page, stored, program, first)

    const second = open(stored)
    await second.connect()
    expect(await second.names()).toContain('fetch_all_payments')
    expect(await second.call('fetch_all_orders', { count: 1 })).toMatchObject({ entity: 'collection' })
    expect(stored.tokens()?.scope).toBe('read_only')

    // The tool takes more: the library reads the challenge and asks for it.
    const order = { amount: 4700, currency: 'INR' }
    await second.stepUp(stored, second.call('create_order', order))
    expect(stored.requested.at(-1)?.searchParams.get('scope')).toBe('read_only orders:write')
    await finish(page, stored, program, second)
    expect(await second.call('create_order', order)).toMatchObject({ entity: 'order', amount: 4700 })
    await second.close()

    // The access token is gone; the library finds that out and changes its refresh token.
    const before = stored.tokens()?.refresh_token
    stored.expire()
    const third = open(stored)
    await third.connect()
    expect(stored.tokens()?.refresh_token).not.toBe(before)
    expect(await third.call('fetch_all_orders', { count: 1 })).toMatchObject({ entity: 'collection' })

    const form = { client_id: stored.clientId(), token: stored.tokens()?.refresh_token ?? '' }
    expect((await request.post('/revoke', { form })).status()).toBe(200)
    await expect(third.call('fetch_all_orders', { count: 1 })).rejects.toBeInstanceOf(unauthorized)
    await third.close()
    program.close()
  })

/** Lets a person allow the library's last request, and passes it the code. */
async function finish(page: Page, stored: Stored, program: Program, connection: Connection): Promise<void> {
  await allow(page, String(stored.requested.at(-1)))
  await connection.finishAuth(program.lastCall().searchParams)
}

function newer({ provider }: Stored): Connection {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(ENDPOINT(), { authProvider: provider })
  return {
    connect: () => client.connect(transport),
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, fields) => (await client.callTool({ name, arguments: fields })).structuredContent,
    finishAuth: (back) => transport.finishAuth(back),
    stepUp: (_, refused) => expect(refused).rejects.toBeInstanceOf(UnauthorizedError),
    close: () => client.close(),
  }
}

function older({ provider }: Stored): Connection {
  const client = new OlderClient({ name: 'tests', version: '1' })
  const transport = new OlderTransport(ENDPOINT(), { authProvider: provider })
  return {
    connect: () => client.connect(transport),
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, fields) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: fields })
      if (isError) throw new Error(JSON.stringify(content))
      return structuredContent
    },
    finishAuth: (back) => transport.finishAuth(back.get('code') ?? ''),
    // It tries its refresh token first, which grants no more scopes, and calls again: now the model learns what the user
    // can do. The client is made to forget its token.
    async stepUp(stored, refused) {
      await expect(refused).rejects.toThrow(/doesn't have the scope orders:write.*\/mcp\/write/)
      stored.forget()
      const scope = 'read_only orders:write'
      expect(await olderAuth(provider, { serverUrl: ENDPOINT(), scope })).toBe('REDIRECT')
    },
    close: () => client.close(),
  }
}
