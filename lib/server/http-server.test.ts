import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type Env, loadEnv } from '#lib/process/env.ts'
import type { ConnectionLimits } from '#lib/server/connection-limits.ts'
import { createServing, type Serving } from '#lib/server/http-server.ts'
import { SECURITY_HEADERS } from '#lib/server/security-headers.ts'
import { openConnection, rawRequest } from '#lib/testing/raw-http.ts'

let serving: Serving | undefined
afterEach(async () => {
  serving?.server.closeAllConnections()
  await serving?.close()
})

/** Responds with the request line, the host and the size of the body, once the body has arrived. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request).catch(() => null)
  const said = { method: request.method, url: request.url, host: request.headers.host, bytes: body?.length }
  const text = JSON.stringify(said)
  response.writeHead(200, { 'content-length': text.length }).end(text)
}

async function serve(
  limits: Partial<ConnectionLimits> = {},
  handler: (request: IncomingMessage, response: ServerResponse) => unknown = echo,
): Promise<number> {
  serving = createServing(handler, { port: 0, host: '127.0.0.1' }, { limits })
  await serving.listen()
  return (serving.server.address() as AddressInfo).port
}

describe('an offer of another protocol', () => {
  const h2c = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
  const offers: [string, string][] = [
    ['h2c', h2c],
    ['WebSocket', 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'],
    ['a protocol that does not exist', 'Connection: upgrade\r\nUpgrade: none/1.0\r\n'],
    ['TLS', 'Connection: Upgrade\r\nUpgrade: TLS/1.2\r\n'],
  ]

  for (const afterPage of [false, true])
    it.each(offers)(
      `of %s is ignored${afterPage ? ' after a page was opened' : ''}`,
      async (_name, offer) => {
        const port = await serve()
        // Next does this at the first page.
        if (afterPage) serving?.server.on('upgrade', (_request, socket) => socket.destroy())
        const connection = openConnection(port)
        for (let round = 0; round < 2; round += 1) {
          connection.send(`POST /v1/orders HTTP/1.1\r\nHost: shop\r\n${offer}Content-Length: 5\r\n\r\nhello`)
          const { status, text } = await connection.response()
          expect([status, JSON.parse(text)]).toMatchObject([200, { url: '/v1/orders', bytes: 5 }])
        }
        connection.socket.destroy()
      },
    )
})

describe('a request target', () => {
  it('in absolute form is the path, on the host that it names', async () => {
    const port = await serve()
    const { status, text } = await rawRequest(
      port,
      'GET http://pay.example:8080/v1/orders?count=1 HTTP/1.1\r\nHost: other\r\n\r\n',
    )
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { url: '/v1/orders?count=1', host: 'pay.example:8080' },
    ])
  })

  it.each(['http://user@pay.example/', '/\\evil.example', 'ftp://pay.example/'])(
    '%s is rejected',
    async (target) => {
      const port = await serve()
      const { status, headers, text } = await rawRequest(port, `GET ${target} HTTP/1.1\r\nHost: shop\r\n\r\n`)
      expect([status, JSON.parse(text).error.reason]).toEqual([400, 'malformed_request'])
      expect(headers.location).toBeUndefined()
    },
  )

  it('of the whole server has a response', async () => {
    const { status, headers } = await rawRequest(await serve(), 'OPTIONS * HTTP/1.1\r\nHost: shop\r\n\r\n')
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'])
  })
})

describe('an unreadable request gets the body of an error', () => {
  const long = 'x'.repeat(20_000)
  it.each([
    [
      'a long header',
      `GET /v1/orders HTTP/1.1\r\nHost: shop\r\nX-Long: ${long}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'many headers',
      `GET /v1/orders HTTP/1.1\r\nHost: shop\r\n${'x: 1\r\n'.repeat(5000)}\r\n`,
      431,
      'headers_too_large',
    ],
    ['a long URL', `GET /v1/orders?receipt=${long} HTTP/1.1\r\nHost: shop\r\n\r\n`, 414, 'uri_too_long'],
    ['no HTTP', 'hello there\r\n\r\n', 400, 'malformed_request'],
    ['no Host', 'GET /v1/orders HTTP/1.1\r\n\r\n', 400, 'malformed_request'],
    [
      'a bad length',
      'POST /v1/orders HTTP/1.1\r\nHost: shop\r\nContent-Length: many\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'two lengths',
      'POST /v1/orders HTTP/1.1\r\nHost: shop\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'a tunnel',
      'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
      405,
      'method_not_allowed',
    ],
  ])('%s', async (_name, request, status, reason) => {
    const port = await serve()
    const response = await rawRequest(port, request)
    expect([response.status, JSON.parse(response.text).error]).toMatchObject([
      status,
      { code: 'BAD_REQUEST_ERROR', reason, description: expect.stringMatching(/\.$/), metadata: {} },
    ])
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^req_[0-9A-Za-z]{14}$/),
      ...SECURITY_HEADERS,
    })
  })

  it('an expectation that is not known is ignored', async () => {
    const { status } = await rawRequest(
      await serve(),
      'GET /v1 HTTP/1.1\r\nHost: shop\r\nExpect: tea\r\n\r\n',
    )
    expect(status).toBe(200)
  })
})

it('every response has the security headers', async () => {
  const { headers } = await rawRequest(await serve(), 'GET /nothing.png HTTP/1.1\r\nHost: shop\r\n\r\n')
  expect(headers).toMatchObject(SECURITY_HEADERS)
})

it.each([
  ['set', (response: ServerResponse) => response.setHeader('content-security-policy', 'sandbox').end()],
  [
    'appended',
    (response: ServerResponse) => response.appendHeader('Content-Security-Policy', 'sandbox').end(),
  ],
  [
    'written',
    (response: ServerResponse) => response.writeHead(200, { 'Content-Security-Policy': 'sandbox' }).end(),
  ],
  [
    'listed',
    (response: ServerResponse) => response.writeHead(200, ['Content-Security-Policy', 'sandbox']).end(),
  ],
])('a policy that a handler has %s is the only one', async (_way, handle) => {
  const port = await serve({}, (_request, response) => handle(response))
  const { headers } = await rawRequest(port, 'GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
  expect(headers).toMatchObject({ ...SECURITY_HEADERS, 'content-security-policy': 'sandbox' })
})

describe('a slow client', () => {
  const limits = { headers: 400, idle: 400, keepAlive: 400, bodyGrace: 600, bodyRate: 10_000, check: 50 }

  it('that sends nothing is closed', async () => {
    const response = await openConnection(await serve(limits)).ended()
    expect(response?.milliseconds).toBeLessThan(20_000)
  })

  it('whose headers trickle is closed in time', async () => {
    const connection = openConnection(await serve(limits))
    connection.send('GET / HTTP/1.1\r\n')
    const trickle = setInterval(() => connection.send('x: 1\r\n'), 50)
    const response = await connection.ended()
    clearInterval(trickle)
    expect([response?.status, JSON.parse(response?.text ?? '').error.reason]).toEqual([
      408,
      'request_timeout',
    ])
    expect(response?.milliseconds).toBeLessThan(20_000)
  })

  const begin = 'POST /v1/documents HTTP/1.1\r\nHost: shop\r\nContent-Length: 100000\r\n\r\n'
  it('whose body stops is closed', async () => {
    const connection = openConnection(await serve({ ...limits, bodyGrace: 5000 }))
    connection.send(`${begin}the beginning`)
    const response = await connection.ended()
    expect([response?.status, JSON.parse(response?.text ?? '').error.reason]).toEqual([
      408,
      'request_timeout',
    ])
  })

  it('whose body trickles is closed', async () => {
    const connection = openConnection(await serve(limits))
    connection.send(begin)
    const trickle = setInterval(() => connection.send('x'), 20)
    const response = await connection.ended()
    clearInterval(trickle)
    expect(response?.status).toBe(408)
  })

  it('whose body trickles after the response is closed', async () => {
    const port = await serve(limits, (_request, response) =>
      response.writeHead(401, { 'content-length': 0 }).end(),
    )
    const connection = openConnection(port)
    connection.send(begin)
    const trickle = setInterval(() => connection.send('x'), 20)
    const response = await connection.ended()
    clearInterval(trickle)
    expect(response).toMatchObject({ status: 401, text: '' })
  })

  it('whose body keeps the rate is served, however long it takes', async () => {
    const connection = openConnection(await serve(limits))
    connection.send(begin)
    for (let sent = 0; sent < 100_000; sent += 2000) {
      connection.send('x'.repeat(2000))
      await sleep(50)
    }
    const { status, text, milliseconds } = await connection.response()
    expect([status, JSON.parse(text).bytes]).toEqual([200, 100_000])
    expect(milliseconds).toBeGreaterThan(2000)
  })

  it('is not blamed for a handler that reads or responds late', async () => {
    const port = await serve(limits, async (request, response) => {
      await sleep(1500)
      await echo(request, response)
    })
    const connection = openConnection(port)
    const size = 1_000_000
    connection.send(`POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`)
    const { status, text } = await connection.response()
    expect([status, JSON.parse(text).bytes]).toEqual([200, size])
  })

  it('that does not read the response is closed', async () => {
    let failed: unknown
    const port = await serve(limits, (_request, response) => {
      response.writeHead(200)
      response.once('close', () => {
        failed = !response.writableFinished
      })
      response.end(Buffer.alloc(50_000_000))
    })
    const { socket, send } = openConnection(port)
    send('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
    socket.pause()
    await sleep(2000)
    socket.destroy()
    expect(failed).toBe(true)
  })

  it('that leaves a connection unused is closed', async () => {
    const connection = openConnection(await serve(limits))
    connection.send('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
    await connection.response()
    expect((await connection.ended())?.status).toBe(0)
  })
})

it('one network holds so many connections at once, and others are served meanwhile', async () => {
  const port = await serve({ perNetwork: 3, unlimited: [] })
  const pending = [1, 2, 3].map(() => openConnection(port))
  await sleep(50)
  expect(pending.some((one) => one.isClosed())).toBe(false)
  expect((await openConnection(port).ended(1000))?.status).toBe(0)
  pending[0]?.socket.destroy()
  await sleep(50)
  expect((await rawRequest(port, 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n')).status).toBe(200)
  for (const one of pending) one.socket.destroy()
})

describe('a stop', () => {
  const globals = globalThis as { counterfoilEnv?: Env | undefined }
  afterEach(() => {
    globals.counterfoilEnv = undefined
  })

  it('first tells load balancers, and still serves what they send meanwhile', async () => {
    globals.counterfoilEnv = loadEnv({ SHUTDOWN_DELAY_SECONDS: '1' })
    const port = await serve()
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`
    const reused = openConnection(port)
    reused.send(get('/readyz'))
    expect(await reused.response()).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } })
    const closed = serving?.close()

    expect(await rawRequest(port, get('/readyz'))).toMatchObject({
      status: 503,
      headers: { connection: 'close', 'retry-after': '1' },
    })
    reused.send(get('/v1/orders'))
    expect(await reused.ended()).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await closed
    expect((await rawRequest(port, get('/v1/orders'))).status).toBe(0)
  })

  it('of one that another process has taken over from still serves open connections, and says nothing of health', async () => {
    const port = await serve()
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`
    const [checked, idle] = [openConnection(port), openConnection(port)]
    for (const connection of [checked, idle]) {
      connection.send(get('/readyz'))
      expect((await connection.response())?.status).toBe(200)
    }
    const closed = serving?.close({ isReplaced: true })
    expect((await rawRequest(port, get('/v1/orders'))).status).toBe(0)
    checked.send(get('/readyz'))
    expect(await checked.ended()).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await closed
    // It got nothing more, and was closed.
    expect(await idle.ended()).toMatchObject({ status: 0 })
  })
})
