import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { observeWith } from '#lib/metrics/observer.ts'
import { type EndedRequest, noteReply, observed } from './observed-requests.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function serve(listener: RequestListener) {
  const lines: EndedRequest[] = []
  const counted: unknown[] = []
  const within: string[] = []
  closing.push(
    observeWith({
      request: ({ method }) => ({
        within: (work) => {
          within.push(method)
          return work()
        },
        end: (ended) => counted.push({ method, ...ended }),
      }),
    }),
  )
  const server = createServer(
    observed(
      listener,
      (path) => `${path.split('/')[1]}/:token`,
      (line) => lines.push(line),
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ended = async (nth = 1) => {
    await expect.poll(() => lines.length).toBe(nth)
    return lines[nth - 1] as EndedRequest
  }
  return { url: `http://127.0.0.1:${port}`, port, lines, counted, within, ended }
}

it('reports a request by its pattern, without what was in its path and its query', async () => {
  const { url, counted, within, ended } = await serve((_, response) => {
    noteReply(response, 'req_1', 'acc_1')
    response.writeHead(201, { 'content-type': 'text/plain' }).end('x'.repeat(1000))
  })
  await (await fetch(`${url}/bill/SecretToken?code=Secret2`, { method: 'POST' })).text()
  const line = await ended()
  expect(line).toEqual({
    method: 'POST',
    route: 'bill/:token',
    status: 201,
    duration_ms: expect.any(Number),
    bytes: expect.any(Number),
    request_id: 'req_1',
    account_id: 'acc_1',
  })
  expect(line.bytes).toBeGreaterThan(1000)
  expect(line.bytes).toBeLessThan(1500)
  expect(JSON.stringify(line)).not.toMatch(/Secret/)
  expect(within).toEqual(['POST'])
  expect(counted).toEqual([
    {
      method: 'POST',
      route: 'bill/:token',
      status: 201,
      aborted: false,
      request_id: 'req_1',
      account_id: 'acc_1',
    },
  ])
})

it('counts the bytes of each request of a connection', async () => {
  const { port, ended } = await serve((request, response) =>
    response.end(request.url === '/a' ? 'a' : 'b'.repeat(500)),
  )
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /a HTTP/1.1\r\nhost: x\r\n\r\n')
  const { bytes: first } = await ended()
  socket.write('GET /b HTTP/1.1\r\nhost: x\r\n\r\n')
  const { bytes: second } = await ended(2)
  socket.destroy()
  // Two digits more of the length.
  expect(second - first).toBe(499 + 2)
})

it('reports a caller who leaves before the response, and a method that is none', async () => {
  const waiting = await serve(() => undefined)
  const socket = connect(waiting.port, '127.0.0.1')
  socket.write('GET /slow/1 HTTP/1.1\r\nhost: x\r\n\r\n')
  setTimeout(() => socket.destroy(), 50)
  expect(await waiting.ended()).toMatchObject({ status: null, bytes: 0 })
  expect(waiting.counted).toEqual([{ method: 'GET', route: 'slow/:token', status: null, aborted: true }])

  const { url, ended } = await serve((_, response) => response.end())
  await fetch(`${url}/a`, { method: 'PROPFIND' })
  expect(await ended()).toMatchObject({ method: 'OTHER', status: 200 })
})
