import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { expect } from '@playwright/test'
import { Client } from 'pg'
import { Agent, FormData, type RequestInit, fetch as undiciFetch } from 'undici'
import { demo } from '#e2e/fixtures.ts'
import { connected } from '#e2e/mcp/connected.ts'
import { freePlace, isInstalled, type ProxyName, type RunningProxy, startProxy } from '#e2e/proxies.ts'
import {
  databaseUnderTest,
  type ServerBeside,
  secretKeyUnderTest,
  startServerBeside,
} from '#e2e/server-beside.ts'
import { test } from '#e2e/test.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { RATE_LIMITS } from '#lib/auth/limits.ts'
import { SMALL } from '#lib/testing/files.ts'
import { DOCUMENT_BYTES } from '#lib/values/form-file.ts'

/** Callers of the proxy, by their IP address on this machine. */
const [FIRST, SECOND] = ['127.0.0.2', '127.0.0.3']

const authorization = (secret = demo().test.key_secret) =>
  `Basic ${Buffer.from(`${demo().test.key_id}:${secret}`).toString('base64')}`

for (const name of ['nginx', 'caddy'] satisfies ProxyName[])
  test.describe(`behind ${name}, as deploy/ configures it`, () => {
    test.describe.configure({ mode: 'serial' })
    // biome-ignore lint/suspicious/noSkippedTests: A proxy is not installed by these tests, and its name is printed.
    test.skip(!isInstalled(name), `${name} is not installed`)

    let server: ServerBeside
    let proxy: RunningProxy
    let call: (path: string, init?: RequestInit, from?: string) => ReturnType<typeof undiciFetch>
    const agents: Agent[] = []
    let folder = ''

    test.beforeAll(async () => {
      const place = await freePlace()
      proxy = await startProxy(name, place)
      // A start writes its URL into the demo.json of its data folder.
      folder = mkdtempSync(join(tmpdir(), 'counterfoil-behind-'))
      const own = {
        PORT: String(place.server),
        BASE_URL: proxy.url,
        TRUSTED_PROXIES: '127.0.0.1',
        DATA_DIR: folder,
        SECRET_KEY: secretKeyUnderTest(),
      }
      server = await startServerBeside({ own })
      const agentFrom = (localAddress: string) => {
        const agent = new Agent({ localAddress, connect: { ca: proxy.certificate } })
        agents.push(agent)
        return agent
      }
      const from = { [FIRST]: agentFrom(FIRST), [SECOND]: agentFrom(SECOND) }
      call = (path, init = {}, caller = FIRST) =>
        undiciFetch(`${proxy.url}${path}`, {
          redirect: 'manual',
          ...init,
          dispatcher: from[caller] as Agent,
        })
    })
    test.afterAll(async () => {
      for (const agent of agents) await agent.destroy()
      await server?.stop()
      await proxy?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    test('the log and the limits have the address of the caller, whatever the caller claims', async () => {
      const claimed = { authorization: authorization(), 'x-forwarded-for': '203.0.113.9' }
      const response = await call('/v1/orders?count=1', { headers: claimed })
      expect(response.status).toBe(200)
      const database = new Client({ connectionString: databaseUnderTest() })
      await database.connect()
      const addressOf = async () => {
        const id = response.headers.get('x-request-id')
        const { rows } = await database.query('SELECT ip FROM request_logs WHERE id = $1', [id])
        return rows[0]?.ip
      }
      await expect.poll(addressOf).toBe(FIRST)
      await database.end()

      const { max } = RATE_LIMITS.wrong_credential_and_network
      const wrong = { headers: { authorization: authorization('wrong'), 'x-forwarded-for': '203.0.113.9' } }
      for (let tried = 0; tried < max; tried += 1) expect((await call('/v1/orders', wrong)).status).toBe(401)
      expect((await call('/v1/orders', wrong)).status).toBe(429)
      expect((await call('/v1/orders', wrong, SECOND)).status).toBe(401)
    })

    test('cookies are for https alone, redirects stay there, and browsers are told to', async () => {
      const csrf = await call('/api/auth/csrf')
      expect(csrf.headers.getSetCookie().join()).toMatch(/; Secure/)
      expect(csrf.headers.getSetCookie().filter((cookie) => !/; secure/i.test(cookie))).toEqual([])
      expect(csrf.headers.get('strict-transport-security')).toBe('max-age=31536000')
      const page = await call('/payments')
      expect([303, 307, 302]).toContain(page.status)
      const to = new URL(page.headers.get('location') ?? '', proxy.url)
      expect([to.origin, to.pathname]).toEqual([proxy.url, '/login'])
      const plain = await fetch(`${proxy.plainUrl}/payments?count=2`, { redirect: 'manual' })
      // Without the port, which a proxy takes for that of https.
      const secure = new URL(plain.headers.get('location') ?? '')
      expect([plain.status, secure.protocol, secure.hostname]).toEqual([308, 'https:', 'localhost'])
      expect(secure.pathname + secure.search).toBe('/payments?count=2')
    })

    test('HTTP/2 is spoken, and another host gets no response', async () => {
      const session = connectHttp2(proxy.url, { ca: proxy.certificate })
      const stream = session.request({ ':path': '/healthz' })
      const [headers] = await once(stream, 'response')
      expect(headers[':status']).toBe(200)
      session.destroy()
      const other = connectTls({ port: Number(new URL(proxy.url).port), servername: 'other.example' })
      const [error] = await once(other, 'error')
      expect(String(error)).toMatch(/alert/)
    })

    test('a header of 12 KB arrives, and a document of 50 MB, which no buffer of the proxy holds', async () => {
      const large = { authorization: authorization(), 'x-large': 'x'.repeat(12_000) }
      expect((await call('/v1/orders?count=1', { headers: large })).status).toBe(200)
      const upload = async (bytes: number) => {
        const form = new FormData()
        form.append('purpose', 'other')
        form.append('file', new Blob([SMALL.pdf, new Uint8Array(bytes - SMALL.pdf.length)]), 'large.pdf')
        return await call('/v1/documents', {
          method: 'POST',
          headers: { authorization: authorization() },
          body: form,
        })
      }
      const stored = await upload(DOCUMENT_BYTES)
      expect([stored.status, await stored.json()]).toMatchObject([201, { size: DOCUMENT_BYTES }])
      const over = await upload(DOCUMENT_BYTES + 1)
      expect([over.status, await over.json()]).toMatchObject([413, { error: { field: 'file' } }])
    })

    test('events and notifications arrive while their streams are open', async ({ page }) => {
      const ended = new AbortController()
      const listening = await call('/v1/webhooks/listen?events=order.paid,payment.captured', {
        headers: { authorization: authorization(), accept: 'text/event-stream' },
        signal: ended.signal,
      })
      let received = ''
      const reading = (async () => {
        for await (const part of listening.body ?? []) received += Buffer.from(part).toString()
      })().catch(() => undefined)
      await expect.poll(() => received).toContain('event: ready')

      const through = (url: string | URL | Request, init?: globalThis.RequestInit) =>
        undiciFetch(String(url), { ...(init as RequestInit), dispatcher: agents[0] as Agent })
      const { client, notified } = await connected(page, proxy.url, {
        fetch: through as unknown as typeof fetch,
      })
      const { id, amount } = await makePayment({ amount: 50_000, captured: false })
      const payment = `counterfoil://payment/${id}`
      const subscription = await client.listen({ resourceSubscriptions: [payment] })
      await rest(`/payments/${id}/capture`, { amount })
      await expect.poll(() => notified).toContain(payment)
      await expect.poll(() => received).toContain(id)
      await subscription.close()
      await client.close()
      ended.abort()
      await reading
    })
  })
