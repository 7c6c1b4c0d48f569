import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { auth as authAiSdk, createMCPClient } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { auth as authLangChain } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { allow } from '#e2e/mcp/person.ts'
import { keptCredentials } from '#e2e/oauth/kept-credentials.ts'
import { beStaff, staffOf } from '#e2e/ui/as-staff.ts'
import { openClientApp } from '#e2e/ui/client-app.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { freePort } from '#scripts/postgres/postmaster.ts'

type Value = Record<string, unknown>

/** A connection of a library, with the methods that these tests need. */
type Connection = {
  names(): Promise<string[]>
  /** @returns the structured result of the tool */
  call(tool: string, args: Value): Promise<Value>
  close(): Promise<void>
}

/** A library with its stored authorization, which outlives a connection. */
type Library = {
  /** Connects, after a person has opened the URL of each authorization request. */
  connect(consent: (url: string) => Promise<void>): Promise<Connection>
  /** How many times it has asked a person to authorize it. */
  asked(): number
  tokens(): { access_token: string; refresh_token?: string | undefined }
  clientId(): string
  /** Makes the stored access token invalid, as after an hour. */
  expire(): void
  dispose(): void
}

/** Most of these libraries can't request more scopes later, so they connect to the URL that requests all of them. */
const ENDPOINT = () => `${demo().mcp_url}/mcp/write`

const LIBRARIES: Record<string, () => Promise<Library>> = {
  '@ai-sdk/mcp': () => withProvider(connectAiSdk),
  '@langchain/mcp-adapters': () => withProvider(connectLangChain),
  'mcp-remote': () => openMcpRemote(ENDPOINT()),
}

for (const [name, open] of Object.entries(LIBRARIES))
  test(`${name} reads, waits for an approval, reads its result, refreshes and is revoked`, async ({
    page,
    request,
  }) => {
    test.setTimeout(240_000)
    const library = await open()
    const { id } = await makePayment({ amount: 50_000 })
    const first = await library.connect((url) => allowRefunds(page, url))
    expect(await first.names()).toEqual(expect.arrayContaining(['fetch_all_payments', 'refund_payment']))
    expect(await first.call('fetch_payment', { id })).toMatchObject({ id, status: 'captured' })

    const refund = { id, amount: 900, idempotency_key: 'once' }
    const held = await first.call('refund_payment', refund)
    expect(held).toMatchObject({ status: 'waiting_for_approval' })
    const approval = { id: String(held.approval_id) }
    expect(await first.call('fetch_approval', approval)).toMatchObject({ status: 'waiting', amount: 900 })

    await page.goto(String(held.approval_url))
    await page.getByRole('button', { name: 'Approve: refund ₹9.00' }).click()
    await expect(page.getByText('Approved and completed')).toBeVisible()
    const result = { entity: 'refund', payment_id: id, amount: 900 }
    expect(await first.call('fetch_approval', approval)).toMatchObject({ status: 'approved', result })
    // The repeated call moves no more money.
    expect(await first.call('refund_payment', refund)).toMatchObject({ approval_id: approval.id })
    expect(await first.call('fetch_payment', { id })).toMatchObject({ amount_refunded: 900 })
    await first.close()

    const before = library.tokens()
    library.expire()
    const second = await library.connect(async () => {
      throw new Error('The library asked a person, although it has a refresh token.')
    })
    expect(await second.call('fetch_payment', { id })).toMatchObject({ id })
    expect(library.tokens().refresh_token).not.toBe(before.refresh_token)
    expect(library.tokens().access_token).not.toBe(before.access_token)
    expect(library.asked()).toBe(1)

    await revoke(request, library)
    // Some wait for the person until they are closed.
    const refused = expect(second.call('fetch_payment', { id })).rejects.toThrow()
    await expect.poll(library.asked, { timeout: 60_000 }).toBe(2)
    await second.close()
    await refused
    library.dispose()
  })

test('mcp-remote starts with reading, and requests the scope of a call that moves money', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const library = await openMcpRemote(`${demo().mcp_url}/mcp`)
  const { id } = await makePayment({ amount: 50_000 })
  const scopes: (string | null)[] = []
  const connection = await library.connect((url) => {
    scopes.push(new URL(url).searchParams.get('scope'))
    return scopes.length === 1 ? allow(page, url) : allowRefunds(page, url)
  })
  expect(await connection.names()).not.toContain('refund_payment')
  const held = await connection.call('refund_payment', { id, amount: 900 })
  expect(held).toMatchObject({ status: 'waiting_for_approval' })
  expect(scopes).toEqual(['read_only', 'read_only refunds:write'])
  await connection.close()
  library.dispose()
})

/** Allows refunds of at most ₹1.00, as an owner of the demo merchant in test mode. */
async function allowRefunds(page: Page, url: string): Promise<void> {
  await beStaff(page, 'owner')
  await page.goto(url)
  await page.getByRole('radio', { name: /Test/ }).first().check()
  await page.getByRole('checkbox', { name: /Refund payments/ }).check()
  await page.getByLabel('Limit per call').fill('1')
  await page.getByLabel('Limit per 24 hours').fill('1')
  await page.getByLabel('Your password').fill(staffOf('owner').password)
  const back = page.waitForURL((to) => !/^\/(consent|authorize)/.test(to.pathname), { timeout: 60_000 })
  await page.getByRole('button', { name: 'Allow' }).click()
  await back
}

async function revoke(request: APIRequestContext, library: Library): Promise<void> {
  const form = { client_id: library.clientId(), token: library.tokens().refresh_token ?? '' }
  expect((await request.post('/revoke', { form })).status()).toBe(200)
}

type Kept = ReturnType<typeof keptCredentials>
type Way = {
  open(kept: Kept): Promise<Connection>
  finish(kept: Kept, back: URLSearchParams): Promise<unknown>
}

/** A library that runs in the app and takes an OAuth provider of the app. */
async function withProvider({ open, finish }: Way): Promise<Library> {
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

const connectAiSdk: Way = {
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

const connectLangChain: Way = {
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
  finish: ({ provider }, back) =>
    authLangChain(provider, { serverUrl: ENDPOINT(), authorizationCode: back.get('code') ?? '' }),
}

/** The proxy, as an app starts it, with a separate folder for its authorization and without a browser. */
async function openMcpRemote(endpoint: string): Promise<Library> {
  const home = mkdtempSync(join(tmpdir(), 'mcp-remote-'))
  const port = String(await freePort())
  const folder = () => join(home, readdirSync(home)[0] ?? '')
  const file = (name: string) =>
    join(folder(), readdirSync(folder()).find((entry) => entry.endsWith(`_${name}`)) ?? name)
  const stored = (name: string) => JSON.parse(readFileSync(file(name), 'utf8'))
  const requests: string[] = []
  return {
    async connect(consent) {
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: ['node_modules/mcp-remote/dist/proxy.js', endpoint, port, '--auth-timeout', '120'],
        env: { HOME: home, PATH: dirname(process.execPath), MCP_REMOTE_CONFIG_DIR: home },
        stderr: 'pipe',
      })
      const client = new Client({ name: 'tests', version: '1' })
      const connected = new Promise<void>((resolve, reject) => {
        let said = ''
        transport.stderr?.on('data', (chunk: Buffer) => {
          said += chunk.toString()
          const [, url] = /by visiting:\s+(\S+)\s/.exec(said) ?? []
          if (!url) return
          said = ''
          requests.push(url)
          consent(url).catch(reject)
        })
        client.connect(transport, { timeout: 120_000 }).then(resolve, reject)
      })
      await connected
      return {
        names: async () => (await client.listTools()).tools.map(({ name }) => name),
        call: async (name, args) => structured(await client.callTool({ name, arguments: args })),
        close: () => client.close(),
      }
    },
    asked: () => requests.length,
    tokens: () => stored('tokens.json'),
    clientId: () => stored('client_info.json').client_id,
    expire() {
      const path = file('tokens.json')
      writeFileSync(path, JSON.stringify({ ...stored('tokens.json'), access_token: 'x'.repeat(43) }))
    },
    dispose: () => rmSync(home, { recursive: true }),
  }
}

/** The structured content of a tool's result. An error is thrown. */
function structured(result: unknown): Value {
  const { isError, content, structuredContent } = result as Value
  if (isError) throw new Error(JSON.stringify(content))
  return structuredContent as Value
}
