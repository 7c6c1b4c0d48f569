import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Authorization, CALLBACK, pkce, RESOURCE } from '#lib/testing/authorization.ts'
import { sendToolMessage } from '#lib/testing/tool-message.ts'
import { openToolShop, type ToolShop } from '#lib/testing/tool-shop.ts'
import type { Role } from '#lib/values/permissions.ts'

let tools: ToolShop
let server: Authorization
beforeAll(async () => {
  tools = await openToolShop()
  server = tools.server
})
afterAll(() => tools.close())

type Way = { url?: string; headers?: Record<string, string> }

/** Sends a message as a client of revision 2025-11-25. */
async function send(token: string, method: string, params: object, way?: Way) {
  const response = await sendToolMessage(token, method, params, way)
  const [, scopes = null] = /scope="([^"]*)"/.exec(response.headers.get('www-authenticate') ?? '') ?? []
  return { status: response.status, scopes, text: await response.text() }
}
const request = (token: string, scope: string, way?: Way) =>
  send(token, 'tools/call', { name: 'request_permission', arguments: { scope } }, way)
const refund = (token: string, way?: Way) =>
  send(
    token,
    'tools/call',
    { name: 'refund_payment', arguments: { id: 'pay_00000000000000', amount: 1 } },
    way,
  )

/** An app with a name, its user, and the token of each consent. */
async function app(role: Role = 'owner', more: object = {}) {
  const { client_id } = (await server.register(more)).body as { client_id: string }
  const actor = await server.person(role)
  const consent = async (requested: string, scopes = requested.split(' ')) => {
    const { code_verifier, challenge } = pkce()
    const fields = {
      client_id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: requested,
      ...challenge,
    }
    const back = await server.decide(fields, actor, { scopes: scopes as never })
    const code = back.searchParams.get('code') ?? ''
    const redeemed = { client_id, code, redirect_uri: CALLBACK, code_verifier }
    const response = await server.form('/token', { grant_type: 'authorization_code', ...redeemed })
    return String((await response.json()).access_token)
  }
  return { consent, token: await consent('read_only') }
}

/** Sets the clock ahead for the rest of a test. */
function pass(seconds: number): void {
  const now = Date.now() + seconds * 1000
  vi.useFakeTimers({ toFake: ['Date'], now })
}

describe('a request for a permission', () => {
  it('challenges with the scope, and then names the tools that it allows', async () => {
    const { token, consent } = await app()
    const input = await request(token, 'refunds:write')
    expect(input).toMatchObject({ status: 403, scopes: 'read_only refunds:write' })
    const allowed = await consent(String(input.scopes))
    const { status, text } = await request(allowed, 'refunds:write')
    expect(status).toBe(200)
    expect(text).toContain('This connection has the scope refunds:write.')
    expect(text).toContain('"tools":["refund_payment","update_refund"]')
    expect((await send(allowed, 'tools/list', {})).text).toContain('"name":"refund_payment"')
  })

  it('takes the name of a tool that the model knows, and a scope in any case', async () => {
    const { token } = await app()
    expect((await request(token, 'capture_payment')).scopes).toBe('read_only payments:write')
    expect((await request(token, ' Orders:Write ')).scopes).toBe('read_only orders:write')
    expect((await request(token, 'fetch_payment')).text).toContain('This connection has the scope read_only.')
  })

  it('names the scopes where it asks for another', async () => {
    const { token } = await app()
    const { status, text } = await request(token, 'everything')
    expect(status).toBe(200)
    expect(text).toContain('input_validation_failed')
    expect(text).toContain('refunds:write')
  })

  it('says who can help where the role of the user can grant nothing', async () => {
    const { token } = await app('viewer')
    const { status, text } = await request(token, 'refunds:write')
    expect(status).toBe(200)
    expect(text).toMatch(/\(viewer\) doesn't have permission to .*An owner or admin can do it/)
  })

  it('says how to connect again where the app was asked for every scope', async () => {
    const { token } = await app()
    const { status, text } = await request(token, 'refunds:write', { url: `${RESOURCE}/write` })
    expect(status).toBe(200)
    expect(text).toMatch(
      /doesn't have the scope refunds:write.*connects it again with the URL .*\/mcp\/write/,
    )
  })

  it('is in the instructions of the server, and in the access that an app reads of itself', async () => {
    const { token } = await app()
    const clientInfo = { name: 'tests', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    expect((await send(token, 'initialize', params)).text).toContain('with request_permission')
    const account = await send(token, 'tools/call', { name: 'fetch_account', arguments: {} })
    expect(account.text).toContain('ask with request_permission')
  })
})

describe('a call without its scope', () => {
  it('challenges again a minute after a user closed the consent page', async () => {
    const { token } = await app()
    expect((await refund(token)).status).toBe(403)
    const result = await refund(token)
    expect(result.status).toBe(200)
    expect(result.text).toContain('When they want to be asked again, call request_permission')
    pass(61)
    expect((await refund(token)).status).toBe(403)
    pass(11)
    expect((await refund(token)).status).toBe(200)
    expect((await request(token, 'refunds:write')).status).toBe(403)
    vi.useRealTimers()
  })

  it('gets the text where a user allowed access and left the scope out, however often', async () => {
    const { token, consent } = await app()
    const { scopes } = await refund(token)
    pass(20)
    const again = await consent(String(scopes), ['read_only'])
    for (let call = 0; call < 4; call += 1) {
      const { status, text } = await refund(again)
      expect(status).toBe(200)
      expect(text).toContain("doesn't have the scope refunds:write")
    }
    pass(120)
    expect((await refund(again)).status).toBe(200)
    expect((await request(again, 'refunds:write')).status).toBe(403)
    vi.useRealTimers()
  })

  it.each([
    ['its registered name', { client_name: 'Codex' }, {}],
    ['its HTTP client', {}, { headers: { 'user-agent': 'codex-mcp-client/0.169.0' } }],
    ['the name of opencode', { client_name: 'OpenCode' }, {}],
    ['the URL for writing', {}, { url: `${RESOURCE}/write` }],
  ])('gets the text at once where the app never asks again, known by %s', async (_, more, way) => {
    const { token } = await app('owner', more)
    for (const { status, text } of [await refund(token, way), await request(token, 'refunds:write', way)]) {
      expect(status).toBe(200)
      expect(text).toMatch(/connects it again with the URL .*\/mcp\/write/)
      expect(text).not.toContain('asked again')
      expect(text).not.toMatch(/(?<!Don't )call request_permission/)
    }
    const account = await send(token, 'tools/call', { name: 'fetch_account', arguments: {} }, way)
    expect(account.text).toMatch(/connected-apps, connect it again and select more/)
    expect(account.text).not.toContain('request_permission')
  })
})
