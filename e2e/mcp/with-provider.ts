import { auth as authAiSdk, createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { auth, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { auth as olderAuth } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from '@playwright/test'
import { type Connection, ENDPOINT, type Library, structured, type Value } from '#e2e/mcp/library.ts'
import { keptCredentials } from '#e2e/oauth/kept-credentials.ts'
import { openClientApp } from '#e2e/ui/client-app.ts'

type Kept = ReturnType<typeof keptCredentials>
type Way = {
  open(kept: Kept): Promise<Connection>
  finish(kept: Kept, back: URLSearchParams): Promise<unknown>
}

/** A library that runs in the app and takes an OAuth provider of the app. */
export async function withProvider({ open, finish }: Way): Promise<Library> {
  const program = await openClientApp()
  const kept = keptCredentials(program.callback)
  return {
    async connect(consent) {
      if (kept.tokens()) return open(kept)
      await expect(open(kept)).rejects.toThrow(/unauthorized|authentication/i)
      await consent(String(kept.asked.at(-1)))
      expect(await finish(kept, program.lastCall().searchParams)).toBe('AUTHORIZED')
      return open(kept)
    },
    asked: () => kept.asked.length,
    tokens: () => kept.tokens() ?? { access_token: '' },
    clientId: kept.clientId,
    expire: kept.expire,
    dispose: program.close,
  }
}

export const official: Way = {
  async open({ provider }) {
    const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(ENDPOINT()), { authProvider: provider }))
    return connectionOf(client)
  },
  finish: ({ provider }, back) =>
    auth(provider, {
      serverUrl: ENDPOINT(),
      authorizationCode: back.get('code') ?? '',
      iss: back.get('iss') ?? '',
    }),
}

export const older: Way = {
  async open({ provider }) {
    const client = new OlderClient({ name: 'tests', version: '1' })
    await client.connect(new OlderTransport(new URL(ENDPOINT()), { authProvider: provider }))
    return connectionOf(client)
  },
  finish: finishOlder,
}

export const aiSdk: Way = {
  async open({ provider }) {
    const client = await createMCPClient({
      transport: { type: 'http', url: ENDPOINT(), authProvider: provider },
    })
    const tools = await client.tools()
    return {
      names: async () => Object.keys(tools),
      async call(tool, args) {
        const options = { toolCallId: 'one', messages: [], context: {} }
        const result = await tools[tool]?.execute(args, options)
        return structured(result)
      },
      close: () => client.close(),
    }
  },
  finish: ({ provider }, back) =>
    authAiSdk(provider, {
      serverUrl: ENDPOINT(),
      authorizationCode: back.get('code') ?? '',
      callbackIssuer: back.get('iss') ?? '',
    }),
}

export const langChain: Way = {
  async open({ provider }) {
    const client = new MultiServerMCPClient({
      mcpServers: {
        counterfoil: { url: ENDPOINT(), authProvider: provider, automaticSSEFallback: false },
      },
    })
    const tools = await client.getTools()
    return {
      names: async () => tools.map(({ name }) => name),
      async call(tool, args) {
        const found = tools.find(({ name }) => name === tool)
        const message = await found?.invoke({ type: 'tool_call', id: 'one', name: tool, args })
        const { artifact } = message as { artifact: { type: string; data: Value }[] }
        return artifact.find(({ type }) => type === 'mcp_structured_content')?.data ?? {}
      },
      close: () => client.close(),
    }
  },
  finish: finishOlder,
}

/** A client of either generation of the official library, or of the older one behind a proxy. */
export function connectionOf(client: Client | OlderClient): Connection {
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => structured(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  }
}

function finishOlder({ provider }: Kept, back: URLSearchParams): Promise<unknown> {
  return olderAuth(provider, { serverUrl: ENDPOINT(), authorizationCode: back.get('code') ?? '' })
}
