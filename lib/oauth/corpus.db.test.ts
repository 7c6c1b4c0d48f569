import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { approveApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { consentRequestOf } from '#lib/oauth/consent.ts'
import { assertion, signingKey } from '#lib/testing/assertion.ts'
import { type Authorization, ISSUER, openAuthorization, pkce, RESOURCE } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'
import { sendToolMessage } from '#lib/testing/tool-message.ts'

type Published = {
  name: string
  source: string
  /** The version of the app that sent this registration to this server. */
  sent_by?: string
  registration?: object
  document?: { client_id: string; jwks_uri?: string }
  redirect_uri: string
}

const FOLDER = 'e2e/oauth/corpus'
const published: [string, Published][] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Published])

const key = signingKey('RS256')
/** The documents and the keys of the apps, at their addresses. */
const documents = new Map<string, object>()
vi.mock('undici', async (original) => {
  const undici = await original<typeof import('undici')>()
  const fetch = (url: string, options: object) => {
    const body = documents.get(String(url))
    return body ? Response.json(body) : undici.fetch(url, options)
  }
  return { ...undici, fetch }
})

let instance: Instance
let server: Authorization
let shop: ReturnType<typeof shopOf>
beforeAll(async () => {
  instance = await openInstance()
  shop = shopOf(await openRest(instance), instance)
  server = await openAuthorization(instance)
  for (const [, { document }] of published) {
    if (document) documents.set(document.client_id, document)
    if (document?.jwks_uri) documents.set(document.jwks_uri, { keys: [key.jwk] })
  }
})
afterAll(() => instance.close())

/** How an app authenticates at the token endpoint. */
async function identityOf({ registration, document }: Published) {
  if (document) {
    const { client_id } = document
    const signed = () => (document.jwks_uri ? assertion(key, client_id, `${ISSUER}/token`) : {})
    return { client_id, identity: () => ({ client_id, ...signed() }) }
  }
  const { status, body } = await server.register({ client_name: undefined, ...registration })
  expect(status, JSON.stringify(body)).toBe(201)
  const { client_id, client_secret } = body as { client_id: string; client_secret?: string }
  return { client_id, identity: () => ({ client_id, ...(client_secret ? { client_secret } : {}) }) }
}

function post(token: string, name: string, args: object): Promise<Response> {
  const headers = { 'mcp-protocol-version': '2025-11-25' }
  return sendToolMessage(token, 'tools/call', { name, arguments: args }, { headers })
}

async function call(token: string, name: string, args: object): Promise<Record<string, unknown>> {
  const response = await post(token, name, args)
  expect(response.status).toBe(200)
  const text = await response.text()
  const [, data] = /^data: (\{.*\})$/m.exec(text) ?? [null, text]
  const { result } = JSON.parse(data ?? text) as { result: { structuredContent: Record<string, unknown> } }
  return result.structuredContent
}

it.each([
  'Claude',
  'Claude Code',
  'ChatGPT',
  'Cursor',
  'Visual Studio Code',
  'Codex',
  'opencode',
  'Cline',
  'Grok',
])('the corpus has %s', (name) => {
  expect(published.filter(([, app]) => app.name === name)).not.toEqual([])
})

describe.each(published)('%s', (_, app) => {
  it(`connects as ${app.name}, reads, and refunds once a person has approved it`, async () => {
    const { client_id, identity } = await identityOf(app)
    const { redirect_uri } = app
    const { code_verifier, challenge } = pkce()
    const person = await server.person()
    const request = { client_id, redirect_uri, response_type: 'code', scope: 'read_only', ...challenge }
    const { uid } = await server.authorize({ ...request, resource: RESOURCE })
    const scheme = URL.parse(redirect_uri)?.protocol ?? ''
    expect((await consentRequestOf(uid ?? ''))?.device).toBe(
      scheme === 'https:' ? null : scheme === 'http:' ? 'loopback' : 'scheme',
    )
    const back = await server.decide({ ...request, resource: RESOURCE }, person, {
      scopes: ['read_only', 'refunds:write'],
      limitPerCall: 100,
      limitPerDay: 100,
    })
    expect(back.href.startsWith(redirect_uri)).toBe(true)
    const exchange = async (form: Record<string, string>) => {
      const response = await server.form('/token', { ...form, ...identity() })
      const token = (await response.json()) as Record<string, string>
      expect(response.status, JSON.stringify(token)).toBe(200)
      return token
    }
    const token = await exchange({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri,
      code_verifier,
      resource: RESOURCE,
    })
    expect(token.scope).toBe('read_only refunds:write')
    const payment = await shop.captured(10_000)
    expect(await call(token.access_token ?? '', 'fetch_payment', { id: payment.id })).toMatchObject({
      id: payment.id,
    })
    const pending = await call(token.access_token ?? '', 'refund_payment', {
      id: payment.id,
      amount: 900,
      idempotency_key: 'one',
    })
    expect(pending).toMatchObject({ status: 'waiting_for_approval' })
    const id = String(pending.approval_id)
    await instance.run(approveApproval, { id }, undefined, person)
    await runApproval(instance.runtime, person.account.id, id)
    const renewed = await exchange({
      grant_type: 'refresh_token',
      refresh_token: token.refresh_token ?? '',
    })
    expect(await call(renewed.access_token ?? '', 'fetch_approval', { id })).toMatchObject({
      status: 'approved',
      result: { entity: 'refund', amount: 900 },
    })
    const revoked = await server.form('/revoke', { token: renewed.refresh_token ?? '', ...identity() })
    expect(revoked.status).toBe(200)
    expect((await post(renewed.access_token ?? '', 'fetch_approval', { id })).status).toBe(401)
  })
})
