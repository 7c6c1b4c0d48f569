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
import { keptCredentials } from '#e2e/oauth/kept-credentials.ts'
import { test } from '#e2e/test.ts'
import { openClientApp } from '#e2e/ui/client-app.ts'

type Kept = ReturnType<typeof keptCredentials>
type Program = Awaited<ReturnType<typeof openClientApp>>

/** The common interface of both generations of the library, as far as these tests need it. */
type Connection = {
  connect(): Promise<void>
  names(): Promise<string[]>
  call(name: string, members: Record<string, unknown>): Promise<unknown>
  finishAuth(back: URLSearchParams): Promise<void>
  /** Makes the library request the missing scopes of a tool, as it does after a challenge. */
  stepUp(kept: Kept, refused: Promise<unknown>): Promise<void>
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
    const kept = keptCredentials(program.callback)
    const first = open(kept)
    await expect(first.connect()).rejects.toBeInstanceOf(unauthorized)
    await finish(page, kept, program, first)

    const second = open(kept)
    await second.connect()
    expect(await second.names()).toContain('fetch_all_payments')
    expect(await second.call('fetch_all_orders', { count: 1 })).toMatchObject({ entity: 'collection' })
    expect(kept.tokens()?.scope).toBe('read_only')

    // The tool takes more: the library reads the challenge and asks for it.
    const order = { amount: 4700, currency: 'INR' }
    await second.stepUp(kept, second.call('create_order', order))
    expect(kept.asked.at(-1)?.searchParams.get('scope')).toBe('read_only orders:write')
    await finish(page, kept, program, second)
    expect(await second.call('create_order', order)).toMatchObject({ entity: 'order', amount: 4700 })
    await second.close()

    // The access token is gone; the library finds that out and changes its refresh token.
    const before = kept.tokens()?.refresh_token
    kept.expire()
    const third = open(kept)
    await third.connect()
    expect(kept.tokens()?.refresh_token).not.toBe(before)
    expect(await third.call('fetch_all_orders', { count: 1 })).toMatchObject({ entity: 'collection' })

    const form = { client_id: kept.clientId(), token: kept.tokens()?.refresh_token ?? '' }
    expect((await request.post('/revoke', { form })).status()).toBe(200)
    await expect(third.call('fetch_all_orders', { count: 1 })).rejects.toBeInstanceOf(unauthorized)
    await third.close()
    program.close()
  })

/** Lets a person allow the library's last request, and passes it the code. */
async function finish(page: Page, kept: Kept, program: Program, connection: Connection): Promise<void> {
  await allow(page, String(kept.asked.at(-1)))
  await connection.finishAuth(program.lastCall().searchParams)
}

function newer({ provider }: Kept): Connection {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(ENDPOINT(), { authProvider: provider })
  return {
    connect: () => client.connect(transport),
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, members) => (await client.callTool({ name, arguments: members })).structuredContent,
    finishAuth: (back) => transport.finishAuth(back),
    stepUp: (_, refused) => expect(refused).rejects.toBeInstanceOf(UnauthorizedError),
    close: () => client.close(),
  }
}

function older({ provider }: Kept): Connection {
  const client = new OlderClient({ name: 'tests', version: '1' })
  const transport = new OlderTransport(ENDPOINT(), { authProvider: provider })
  return {
    connect: () => client.connect(transport),
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(name, members) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: members })
      if (isError) throw new Error(JSON.stringify(content))
      return structuredContent
    },
    finishAuth: (back) => transport.finishAuth(back.get('code') ?? ''),
    // It tries its refresh token first, which grants no more scopes, and calls again: now the model learns what the user
    // can do. The client is made to forget its token.
    async stepUp(kept, refused) {
      await expect(refused).rejects.toThrow(/doesn't have the scope orders:write.*\/mcp\/write/)
      kept.forget()
      const scope = 'read_only orders:write'
      expect(await olderAuth(provider, { serverUrl: ENDPOINT(), scope })).toBe('REDIRECT')
    },
    close: () => client.close(),
  }
}
