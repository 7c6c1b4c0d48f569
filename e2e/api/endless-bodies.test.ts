import { connect } from 'node:net'
import { expect } from '@playwright/test'
import { test } from '#e2e/test.ts'
import { startWatchedServer, type WatchedServer } from './watched-server.ts'

/** Many unauthenticated clients send as much as they can, all at once: the memory of the server stays constant. */
const STREAMS = 50
const STREAM_BYTES = 500_000_000
/** The memory of all sockets, and garbage not yet collected. */
const FLAT_BYTES = 150_000_000

const ROUTES = [
  'POST /v1/orders',
  'POST /v1/documents',
  'POST /api/documents',
  'POST /register',
  'PUT /register/abc',
  'POST /api/auth/callback/credentials',
  'POST /mcp',
  'POST /token',
  'POST /checkout/order_NfLw3gQ81xRt0a',
  'POST /login',
]

const CHUNK = Buffer.alloc(65_536, 0x34)
const FRAMED = Buffer.concat([Buffer.from('10000\r\n'), CHUNK, Buffer.from('\r\n')])

let server: WatchedServer
test.beforeAll(async () => {
  test.setTimeout(900_000)
  server = await startWatchedServer()
})
test.afterAll(() => server?.stop())

/** Sends a body as fast as the server reads it, until the connection ends. @returns the first line of the response */
function pour(route: string, framing: string, chunk: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(server.url.port), 'localhost')
    let text = ''
    let sent = 0
    const type = 'Content-Type: multipart/form-data; boundary=x\r\n'
    socket.write(`${route} HTTP/1.1\r\nHost: localhost\r\n${type}${framing}\r\n\r\n`)
    const next = () => {
      while (!socket.destroyed && sent < STREAM_BYTES) {
        sent += chunk.length
        if (!socket.write(chunk)) return
      }
    }
    socket.on('drain', next).on('data', (bytes) => {
      text += bytes
    })
    socket.on('error', () => undefined).on('close', () => resolve(text.split('\r\n', 1)[0] ?? ''))
    socket.on('end', () => socket.destroy())
    next()
  })
}

test('streams of 500 MB take no memory', async () => {
  test.setTimeout(900_000)
  const framings: [string, string, Buffer][] = [
    ['with its length', `Content-Length: ${STREAM_BYTES}`, CHUNK],
    ['without a length', 'Transfer-Encoding: chunked', FRAMED],
  ]
  // Loads everything that the route needs before the memory is measured.
  for (const route of ROUTES) await pour(route, `Content-Length: ${STREAM_BYTES}`, CHUNK)
  const { rss: before } = await server.read()
  let most = 0
  for (const route of ROUTES) {
    for (const [name, framing, chunk] of framings) {
      let watching = true
      const watch = (async () => {
        while (watching) {
          most = Math.max(most, (await server.read()).rss)
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      })()
      const lines = await Promise.all(Array.from({ length: STREAMS }, () => pour(route, framing, chunk)))
      watching = false
      await watch
      // Unauthenticated uploads are rejected as such; all others for their size. Some senders see a reset only.
      const refused = lines.filter((line) => /^HTTP\/1\.1 4(01|03|13) /.test(line)).length
      expect.soft(refused, `${route} ${name}: ${lines[0]}`).toBeGreaterThan(STREAMS / 2)
      expect
        .soft(
          lines.filter((line) => /^HTTP\/1\.1 [25]/.test(line)),
          `${route} ${name}`,
        )
        .toEqual([])
    }
  }
  expect(most - before).toBeLessThan(FLAT_BYTES)
})
