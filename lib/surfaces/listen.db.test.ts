import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Razorpay from 'razorpay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { createRouter } from '#lib/testing/loaded-router.ts'
import { openReceiver } from '#lib/testing/receiver.ts'
import { basic, openRest, type Rest } from '#lib/testing/rest.ts'
import { signatureHeaders } from '#lib/values/webhook-signature.js'

let instance: Instance
let rest: Rest
let server: Server
let url: string
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  server = createServer(await createRouter((_request, response) => void response.writeHead(404).end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await instance.close()
})

let customers = 0
async function happens(name = 'Asha Rao') {
  customers += 1
  return (await rest.post('/v1/customers', { name, email: `asha${customers}@example.com` })).body
}

/** A listener on the server, and its received events. */
async function connect(
  query = '',
  headers: Record<string, string> = {},
  key: { id: string; secret: string } = instance.key,
) {
  // So that nothing of a test before falls into its first second.
  await instance.pass(1)
  const end = new AbortController()
  const response = await fetch(`${url}/v1/webhooks/listen${query}`, {
    headers: { authorization: basic(key), ...headers },
    signal: end.signal,
  })
  const messages: { id: string; event: string; data: string }[] = []
  let text = ''
  const decoder = new TextDecoder()
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const fields = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s, 2)))
        if (fields.event) messages.push(fields as (typeof messages)[number])
      }
    }
  })().catch(() => {})
  return {
    response,
    messages,
    /** Once the stream has ended. */
    ended: () => reading,
    async heard(count: number) {
      await until(() => messages.length >= count)
      return messages
    },
    async close() {
      end.abort()
      await reading
    },
  }
}

async function until(holds: () => boolean) {
  const end = performance.now() + 20_000
  while (!holds()) {
    if (performance.now() > end) throw new Error('It did not come to hold.')
    await sleep(20)
  }
}

describe('GET /v1/webhooks/listen', () => {
  it('names its signing secret first, then streams each event with the bytes of a webhook', async () => {
    const listener = await connect()
    expect(listener.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await listener.heard(1)
    const customer = await happens()
    const [ready, notified] = await listener.heard(2)
    expect(ready).toMatchObject({ event: 'ready' })
    expect(JSON.parse(ready?.data ?? '')).toEqual({
      account_id: instance.merchant.accounts.test,
      secret: expect.stringMatching(/^whsec_/),
      events: ['*'],
    })
    expect(notified).toMatchObject({ event: 'customer.created', id: expect.stringMatching(/^evt_/) })
    expect(JSON.parse(notified?.data ?? '').payload.customer.entity).toEqual(customer)
    expect((await rest.get(`/v1/events/${notified?.id}`)).text).toBe(notified?.data)
    await listener.close()
  })

  it('begins after the last id of the listener, and sends only the requested events', async () => {
    const first = await connect()
    await first.heard(1)
    await happens()
    const id = (await first.heard(2))[1]?.id ?? ''
    await first.close()
    await instance.pass(60)
    const missed = [await happens(), await happens()]
    const again = await connect('', { 'last-event-id': id })
    const heard = await again.heard(3)
    expect(heard.slice(1).map(({ data }) => JSON.parse(data).payload.customer.entity.id)).toEqual(
      missed.map((customer) => customer.id),
    )
    await again.close()
    const other = await connect(`?events=order.paid,payment.captured&after=${id}`)
    await other.heard(1)
    await happens()
    await sleep(700)
    expect(other.messages).toHaveLength(1)
    await other.close()
  })

  it('tells of an event that was committed behind a later one', async () => {
    const listener = await connect()
    await listener.heard(1)
    const late = await instance.database.pool.connect()
    await late.query('BEGIN')
    await late.query(
      `INSERT INTO events (account_id, id, event, contains, payload, actor_kind, actor_id, actor_name, request_id, created_at)
       VALUES ($1, 'evt_0000000000late', 'customer.created', '{customer}', '{"customer":{"entity":{"id":"cust_1"}}}', 'system', 'x', 'x', 'x', $2)`,
      [instance.merchant.accounts.test, instance.now()],
    )
    await happens()
    await listener.heard(2)
    await late.query('COMMIT')
    late.release()
    const heard = await listener.heard(3)
    expect(heard[2]).toMatchObject({ id: 'evt_0000000000late' })
    await listener.close()
  })

  it('rejects unknown arguments', async () => {
    expect((await rest.get('/v1/webhooks/listen?events=nothing')).status).toBe(400)
    expect((await rest.get('/v1/webhooks/listen?after=evt_00000000000000')).status).toBe(404)
    expect((await rest.get('/v1/webhooks/listen', { as: null })).status).toBe(401)
  })

  it('gives each key a secret of its own, the same each time', async () => {
    const secretOf = async (key: { id: string; secret: string }) => {
      const listener = await connect('', {}, key)
      const [ready] = await listener.heard(1)
      await listener.close()
      return JSON.parse(ready?.data ?? '').secret
    }
    const other = await instance.run(createKey, { name: 'other' }, undefined, instance.system)
    expect(await secretOf(instance.key)).toBe(await secretOf(instance.key))
    expect(await secretOf(other)).not.toBe(await secretOf(instance.key))
    await instance.run(revokeKey, { id: other.id }, undefined, instance.system)
  })
})

describe('a stream', () => {
  const keyOf = (name: string) => instance.run(createKey, { name }, undefined, instance.system)

  it.each([
    ['loses events:read', 'permission_denied', (id: string) => change(id, { scopes: ['orders:read'] })],
    [
      'is accepted from elsewhere only',
      'address_not_allowed',
      (id: string) => change(id, { allowed_addresses: ['203.0.113.7'] }),
    ],
    [
      'is revoked',
      'authentication_required',
      (id: string) => instance.run(revokeKey, { id }, undefined, instance.system),
    ],
  ])('ends with the reason when its key %s, though events go on', async (_, reason, lose) => {
    const key = await keyOf('losing')
    const listener = await connect('', {}, key)
    await listener.heard(1)
    const happening = setInterval(() => void happens(), 300)
    await lose(key.id)
    await listener.ended()
    clearInterval(happening)
    const last = listener.messages.at(-1)
    expect([last?.event, JSON.parse(last?.data ?? '{}').error?.reason]).toEqual(['end', reason])
    const heard = listener.messages.length
    await happens()
    expect(listener.messages).toHaveLength(heard)
  })

  it('is rejected past ten of one key, and past fifty of one account, until others end', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, (_, at) => keyOf(`many ${at}`)))
    const streams = await Promise.all(
      keys.slice(0, 5).flatMap((key) => Array.from({ length: 10 }, () => connect('', {}, key))),
    )
    expect(streams.map(({ response }) => response.status)).toEqual(Array(50).fill(200))
    const open = async (key: { id: string; secret: string } | undefined) => {
      const listener = await connect('', {}, key)
      const { status, headers } = listener.response
      await listener.close()
      return [status, headers.get('retry-after')]
    }
    expect(await open(keys[0])).toEqual([429, '5'])
    expect(await open(keys[5])).toEqual([429, '5'])
    await streams[0]?.close()
    await expect.poll(() => open(keys[0]), { timeout: 600_000 }).toEqual([200, null])
    await Promise.all(streams.map((stream) => stream.close()))
    await expect.poll(() => openStreams().size, { timeout: 600_000 }).toBe(0)
  })
})

const openStreams = () =>
  (globalThis as { counterfoilStreams?: Map<string, number> }).counterfoilStreams ?? new Map<string, number>()
const change = (id: string, input: object) =>
  instance.run(
    updateKey,
    {
      id,
      name: 'losing',
      scopes: [],
      allowed_addresses: [],
      expires_at: null,
      refund_limit: null,
      refund_day_limit: null,
      ...input,
    } as never,
    undefined,
    instance.system,
  )

describe('counterfoil listen', () => {
  let child: ChildProcess | undefined
  afterAll(() => void child?.kill('SIGKILL'))

  it('forwards each event to an IP address of this machine, signed, and prints the response', async () => {
    const receiver = await openReceiver(
      (response, _heard, nth) => void response.writeHead(nth === 1 ? 200 : 500).end(),
    )
    child = spawn(
      process.execPath,
      ['bin/counterfoil.mjs', 'listen', '--forward-to', receiver.url, '--events', 'customer.created'],
      {
        env: { ...process.env, BASE_URL: url, COUNTERFOIL_KEY: `${instance.key.id}:${instance.key.secret}` },
      },
    )
    let printed = ''
    await instance.pass(1)
    child.stdout?.on('data', (chunk) => {
      printed += chunk
    })
    child.stderr?.on('data', (chunk) => {
      printed += chunk
    })
    await until(() => printed.includes('whsec_'))
    await happens()
    await happens()
    await until(() => receiver.heard.length === 2 && printed.includes('500'))
    const secret = /whsec_\S+/.exec(printed)?.[0] ?? ''
    for (const { body, headers, id } of receiver.heard) {
      expect(Razorpay.validateWebhookSignature(body, headers['x-razorpay-signature'] ?? '', secret)).toBe(
        true,
      )
      expect(headers).toMatchObject(
        signatureHeaders({ id, at: Number(headers['webhook-timestamp']), body, secrets: [secret] }),
      )
      expect(printed).toContain(`customer.created ${id} -> `)
    }
    expect(printed).toMatch(/-> 200 in \d+ ms[\s\S]*-> 500 in/)
    await receiver.close()
  })

  it('ends with a sentence when the key is not good', async () => {
    const refused = spawn(process.execPath, [
      'bin/counterfoil.mjs',
      'listen',
      '--url',
      url,
      '--key',
      `${instance.key.id}:no`,
    ])
    let printed = ''
    refused.stderr.on('data', (chunk) => {
      printed += chunk
    })
    const [code] = await once(refused, 'exit')
    expect(code).toBe(1)
    expect(printed).toContain('Authentication failed')
  })

  /** The output of the command in a folder of its own until it ends; `end` decides by the output when to end it. */
  async function listening(demo: object | null, args: string[], end: (printed: string) => boolean) {
    const folder = mkdtempSync(join(tmpdir(), 'listen-'))
    if (demo) writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo))
    const { BASE_URL: _, COUNTERFOIL_KEY: __, ...rest } = process.env
    const program = spawn(process.execPath, ['bin/counterfoil.mjs', 'listen', ...args], {
      env: { ...rest, DATA_DIR: folder },
    })
    const exit = once(program, 'exit')
    let printed = ''
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (chunk) => {
        printed += chunk
        if (end(printed)) program.kill('SIGKILL')
      })
    const [code] = await exit
    rmSync(folder, { recursive: true })
    return { printed, code: code as number | null }
  }
  const demoAt = (base_url: string) => ({
    base_url,
    test: { key_id: instance.key.id, key_secret: instance.key.secret },
  })

  it('finds the server where the key of the demo merchant comes from', async () => {
    const { printed } = await listening(demoAt(url), [], (text) => text.includes('whsec_'))
    expect(printed).toContain(`Listening to ${url}.`)
  })

  it('uses the given URL, and fails when it is unreachable', async () => {
    const nobody = 'http://127.0.0.1:9'
    const args = ['--url', nobody, '--wait', '0']
    const { printed, code } = await listening(demoAt(url), args, () => false)
    expect(code).toBe(1)
    expect(printed).toContain(`No connection to ${nobody}.`)
    expect(printed).toContain(`${nobody} could not be reached within 0 seconds.`)
    expect(printed).toContain('--url <url>')
  })

  it('keeps looking for an instance that was there before', async () => {
    let calls = 0
    const passing = createServer((_request, response) => {
      calls += 1
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      if (calls === 1) response.end('event: ready\ndata: {"secret":"whsec_c2VjcmV0"}\n\n')
      else response.destroy()
    })
    passing.listen(0, '127.0.0.1')
    await once(passing, 'listening')
    const at = `http://127.0.0.1:${(passing.address() as AddressInfo).port}`
    const { printed } = await listening(demoAt(at), ['--wait', '0'], (text) => text.includes('No connection'))
    expect(printed).not.toContain('could not be reached')
    expect(calls).toBeGreaterThan(1)
    passing.close()
  })
})
