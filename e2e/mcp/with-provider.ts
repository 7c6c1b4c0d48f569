import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { type Connection, ENDPOINT, type Library, structured, type Value } from '#e2e/mcp/library.ts'
import { storedCredentials } from '#e2e/oauth/stored-credentials.ts'
import { openClientApp } from '#e2e/ui/client-app.ts'
import { guideSampleOf, type SampleName } from '#lib/api-docs/guide-samples.ts'

type Stored = ReturnType<typeof storedCredentials>
type Way = {
  /** The sample of the guide whose `finish` takes the person's decision. */
  sample: SampleName
  open(stored: Stored): Promise<Connection>
}

/** A library that runs in the app and takes an OAuth provider of the app. */
export async function withProvider({ sample, open }: Way): Promise<Library> {
  const finish = await finishOf(sample)
  const program = await openClientApp()
  const stored = storedCredentials(program.callback)
  return {
    async connect(consent) {
      if (stored.tokens()) return open(stored)
      await expect(open(stored)).rejects.toThrow(/unauthorized|authentication/i)
      await consent(String(stored.requested.at(-1)))
      await finish(stored.provider, program.lastCall().searchParams)
      return open(stored)
    },
    requestCount: () => stored.requested.length,
    tokens: () => stored.tokens() ?? { access_token: '' },
    clientId: stored.clientId,
    expire: stored.expire,
    dispose: program.close,
  }
}

export const official: Way = {
  sample: 'program-client',
  async open({ provider }) {
    const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(new StreamableHTTPClientTransport(new URL(ENDPOINT()), { authProvider: provider }))
    return connectionOf(client)
  },
}

export const older: Way = {
  sample: 'program-sdk',
  async open({ provider }) {
    const client = new OlderClient({ name: 'tests', version: '1' })
    await client.connect(new OlderTransport(new URL(ENDPOINT()), { authProvider: provider }))
    return connectionOf(client)
  },
}

export const aiSdk: Way = {
  sample: 'write-ai-sdk',
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
}

export const langChain: Way = {
  sample: 'write-langchain',
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
}

/** A client of either generation of the official library, or of the older one behind a proxy. */
export function connectionOf(client: Client | OlderClient): Connection {
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => structured(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  }
}

/** The `finish` of a sample of the guide, unchanged but for the address, which is the one for writing. */
async function finishOf(
  name: SampleName,
): Promise<(provider: Stored['provider'], back: URLSearchParams) => unknown> {
  const baseUrl = demo().mcp_url
  const { code } = guideSampleOf(name, { baseUrl, keyId: null })
  // Within the repository, so that it finds the packages that it imports.
  mkdirSync('.test', { recursive: true })
  const file = resolve('.test', `${name}-${randomUUID()}.mjs`)
  writeFileSync(file, code.replaceAll(`${baseUrl}/mcp'`, `${ENDPOINT()}'`))
  try {
    return (await import(pathToFileURL(file).href)).finish
  } finally {
    rmSync(file)
  }
}
