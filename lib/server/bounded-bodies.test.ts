import type { RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { bodyLimitOf } from '#lib/http/body-limits.ts'
import { createServing, type Serving } from '#lib/server/http-server.ts'

let serving: Serving | undefined
afterEach(async () => {
  await serving?.close()
  serving = undefined
})

/** Each request, as a handler saw it. */
type Received = { path: string; length: string | undefined; body: string }

/** Serves a handler that reads every body to its end, as next-auth does, and counts its input. */
async function serve(handler?: RequestListener) {
  const received: Received[] = []
  const greedy: RequestListener = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const length = request.headers['content-length']
    received.push({ path: request.url ?? '', length, body: Buffer.concat(chunks).toString() })
    response.end('read')
  }
  serving = createServing(
    handler ?? greedy,
    { port: 0, host: '127.0.0.1' },
    { trustedProxies: ['127.0.0.0/8'] },
  )
  await serving.listen()
  const { port } = serving.server.address() as AddressInfo
  return { port, received }
}

const CHUNK = Buffer.alloc(65_536, 0x20)
const FRAMED = Buffer.concat([Buffer.from('10000\r\n'), CHUNK, Buffer.from('\r\n')])

/** Sends a head, and then as much as the server takes. @returns the response as text and the bytes that went out */
async function pour(port: number, head: string, chunk: Buffer, most: number) {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let open = true
  socket.on('data', (bytes) => {
    text += bytes
  })
  socket.on('error', () => undefined)
  socket.on('end', () => {
    open = false
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(`${head}\r\n\r\n`)
  let sent = 0
  const next = () => {
    while (open && sent < most) {
      sent += chunk.length
      if (!socket.write(chunk)) return
    }
  }
  socket.on('drain', next)
  next()
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 6000).unref())])
  socket.destroy()
  return { text, sent: Math.min(sent, socket.bytesWritten) }
}

const STREAM = 500_000_000
const ROUTES = [
  ['POST', '/v1/orders', '"reason":"body_too_large"'],
  ['PATCH', '/v1/customers/cust_x', '"reason":"body_too_large"'],
  ['GET', '/v1/orders', '"reason":"body_too_large"'],
  ['GET', '/v1/documents', '"reason":"body_too_large"'],
  ['POST', '/register', '"error":"invalid_request"'],
  ['PUT', '/register/abc', '"error":"invalid_request"'],
  ['POST', '/par', '"error":"invalid_request"'],
  ['POST', '/token', '"error":"invalid_request"'],
  ['POST', '/introspect', '"error":"invalid_request"'],
  ['POST', '/mcp', '"code":-32600'],
  ['POST', '/api/auth/callback/credentials', '"error":"invalid_request"'],
  ['POST', '/api/documents/zip', '"error":"invalid_request"'],
  ['POST', '/checkout/order_x', 'The request body is too large.'],
  ['POST', '/login', 'The request body is too large.'],
  ['POST', '/orders/new', 'The request body is too large.'],
  ['POST', '/healthz', 'The request body is too large.'],
  ['POST', '/no/such/page', 'The request body is too large.'],
] as const

describe('a body that is too large', () => {
  it.each(ROUTES)(
    '%s %s is rejected before it is read when its length says so',
    async (method, path, says) => {
      const { port, received } = await serve()
      const { max } = bodyLimitOf(method, path)
      const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: `
      for (const length of [max + 1, STREAM]) {
        const { text, sent } = await pour(port, head + length, CHUNK, length)
        expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nconnection: close\r\n/i)
        expect(text).toContain(says)
        expect(sent).toBeLessThan(24_000_000)
      }
      expect(received).toEqual([])
    },
  )

  it.each(ROUTES)('%s %s is cut off while it arrives when it has no length', async (method, path, says) => {
    const { port, received } = await serve()
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked`
    const { text, sent } = await pour(port, head, FRAMED, STREAM)
    expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nconnection: close\r\n/i)
    expect(text).toContain(says)
    expect(sent).toBeLessThan(24_000_000)
    expect(received).toEqual([])
  })

  it('is rejected before it is sent when the client waits for 100 Continue', async () => {
    const { port, received } = await serve()
    const ask = (length: number) =>
      pour(
        port,
        `POST /v1/orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${length}`,
        Buffer.alloc(length === 3 ? 3 : 1, 0x61),
        length === 3 ? 3 : 0,
      )
    expect((await ask(2_000_000)).text).toMatch(/^HTTP\/1\.1 413 /)
    expect((await ask(3)).text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    expect(received.map(({ body }) => body)).toEqual(['aaa'])
  })

  it('leaves the others alone: the connections of callers who announce little stay open', async () => {
    const { port, received } = await serve()
    const big = pour(port, 'POST /register HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked', FRAMED, STREAM)
    const small = await fetch(`http://127.0.0.1:${port}/v1/orders`, { method: 'POST', body: '{"a":1}' })
    expect([small.status, await small.text()]).toEqual([200, 'read'])
    expect((await big).text).toMatch(/^HTTP\/1\.1 413 /)
    expect(received).toEqual([{ path: '/v1/orders', length: '7', body: '{"a":1}' }])
  })
})

describe('a body within its limit', () => {
  it('arrives unchanged with and without a length, up to its last byte, and the connection stays', async () => {
    const { port, received } = await serve()
    for (const length of [0, 1, 65_536]) {
      const body = 'x'.repeat(length)
      const head = `POST /token HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`
      await pour(port, `${head}Content-Length: ${length}`, Buffer.from(body || ' '), length)
      const framed = length ? `${length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : '0\r\n\r\n'
      await pour(port, `${head}Transfer-Encoding: chunked`, Buffer.from(framed), 1)
      const [plain, chunked] = received.splice(0)
      expect([plain?.body === body, chunked?.body === body]).toEqual([true, true])
      expect([plain?.length, chunked?.length]).toEqual([String(length), String(length)])
    }
  })

  it('keeps its connection, again and again', async () => {
    const { port, received } = await serve()
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    for (let turn = 1; turn <= 3; turn += 1) {
      socket.write('POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n')
      await expect.poll(() => text.match(/HTTP\/1\.1 200/g)?.length).toBe(turn)
    }
    socket.destroy()
    expect(received).toHaveLength(3)
  })
})

describe('a document', () => {
  it('is handed on while it arrives, and no faster than it is taken', async () => {
    let taken = 0
    const slow: RequestListener = async (request, response) => {
      for await (const chunk of request) {
        taken += (chunk as Buffer).length
        if (taken > 200_000) break
      }
      response.end('enough')
    }
    const { port } = await serve(slow)
    const head = 'POST /v1/documents HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked'
    const { sent } = await pour(port, head, FRAMED, STREAM)
    expect(taken).toBeLessThan(400_000)
    expect(sent).toBeLessThan(24_000_000)
  })

  it('that no handler read is not read after the response either', async () => {
    const { port } = await serve((_, response) => void response.writeHead(401).end('no'))
    const head = 'POST /api/documents HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked'
    const { text, sent } = await pour(port, head, FRAMED, STREAM)
    expect(text).toMatch(/^HTTP\/1\.1 401 /)
    expect(sent).toBeLessThan(24_000_000)
  })
})

describe('bodies of unannounced length from many callers at once', () => {
  const LENGTH = 990_000
  const HEAD = 'POST /v1/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nX-Forwarded-For: '
  const part = Buffer.concat([
    Buffer.from(`${LENGTH.toString(16)}\r\n`),
    Buffer.alloc(LENGTH, 0x20),
    Buffer.from('\r\n'),
  ])

  /** Sends all of a body but its end. */
  function begin(port: number, address: string) {
    const socket = connect(port, '127.0.0.1')
    const response = { text: '', socket }
    socket.on('data', (bytes) => {
      response.text += bytes
    })
    socket.on('error', () => undefined)
    socket.write(`${HEAD}${address}\r\n\r\n`)
    socket.write(part)
    return response
  }

  const refusedOf = (all: { text: string }[]) => all.filter(({ text }) => text.startsWith('HTTP/1.1 503 '))

  it('are not kept out by one network that fills the memory: that one gives way, oldest first', async () => {
    const { port, received } = await serve()
    const greedy: ReturnType<typeof begin>[] = []
    for (let turn = 0; turn < 80; turn += 1) {
      greedy.push(begin(port, '203.0.113.7'))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    // 64 MB hold 67 of them.
    await expect.poll(() => refusedOf(greedy).length).toBeGreaterThanOrEqual(13)
    const others = Array.from({ length: 10 }, (_, index) => begin(port, `198.51.100.${index}`))
    await expect.poll(() => refusedOf(greedy).length).toBeGreaterThanOrEqual(22)
    for (const { socket } of others) socket.write('0\r\n\r\n')
    const statuses = () => others.map(({ text }) => text.slice(0, 13))
    await expect.poll(statuses).toEqual(Array(10).fill('HTTP/1.1 200 '))
    expect(received.length).toBe(10)
    expect(refusedOf(greedy)[0]?.text).toContain('"reason":"service_unavailable"')
    // A network is a /64 of IPv6.
    const around = Array.from({ length: 5 }, (_, index) => begin(port, `2001:db8::${index + 1}`))
    for (const { socket } of around) socket.write('0\r\n\r\n')
    await expect.poll(() => received.length).toBe(15)
    for (const { socket } of [...greedy, ...others, ...around]) socket.destroy()
  })
})
