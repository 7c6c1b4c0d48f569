import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storedCredentials } from '#e2e/oauth/stored-credentials.ts'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import {
  type Authorization,
  CALLBACK,
  ISSUER,
  openAuthorization,
  RESOURCE,
} from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(async () => {
  await flushRequestLog(instance.runtime.query)
  await instance.close()
})

/** The older SDK with the OAuth provider of the guide, every request of it, and a person who allows what it asks. */
function app(url: string) {
  const stored = storedCredentials(CALLBACK)
  const sent: string[] = []
  const open = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      authProvider: stored.provider,
      async fetch(input, init) {
        const request = new Request(input, init)
        const form = request.url === `${ISSUER}/token` ? new URLSearchParams(String(init?.body)) : null
        const response = request.url.startsWith(RESOURCE)
          ? await handleTools(request)
          : await server.send(request.url, init)
        const requested = form ? ` ${form.get('grant_type')}${form.has('scope') ? ' with a scope' : ''}` : ''
        if (request.method === 'POST')
          sent.push(`${new URL(request.url).pathname}${requested} ${response.status}`)
        return response
      },
    })
    const client = new Client({ name: 'tests', version: '1' })
    return { client, transport }
  }
  const connect = async () => {
    const first = await open()
    await expect(first.client.connect(first.transport)).rejects.toBeInstanceOf(UnauthorizedError)
    const request = Object.fromEntries(stored.requested.at(-1)?.searchParams ?? [])
    const back = await server.decide(request, await server.person())
    await first.transport.finishAuth(back.searchParams.get('code') ?? '')
    const { client, transport } = await open()
    await client.connect(transport)
    return client
  }
  return { stored, sent, connect }
}

const capture = { name: 'capture_payment', arguments: { id: 'pay_00000000000000', amount: 100 } }

it('refreshes its token instead of asking for another scope, and is told what its user can do', async () => {
  const { stored, sent, connect } = app(RESOURCE)
  const client = await connect()
  sent.length = 0
  const result = await client.callTool(capture)
  // If this SDK starts to ask the person, the guide must no longer list it under "Apps that can't ask again".
  expect(sent).toEqual(['/mcp 403', '/token refresh_token 200', '/mcp 200'])
  expect(stored.requested).toHaveLength(1)
  expect(result.isError).toBe(true)
  expect(JSON.stringify(result.content)).toMatch(/doesn't have the scope payments:write.*\/mcp\/write/)
  await client.close()
})

it('asks for every scope at the address for writing, and then writes', async () => {
  const { stored, connect } = app(`${RESOURCE}/write`)
  const client = await connect()
  expect(stored.requested[0]?.searchParams.get('scope')).toBe(SCOPE_NAMES.join(' '))
  const response = await client.callTool(capture)
  expect(JSON.stringify(response.content)).toContain('record_not_found')
  await client.close()
})
