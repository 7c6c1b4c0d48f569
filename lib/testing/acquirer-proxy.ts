import { createServer, type IncomingHttpHeaders } from 'node:http'

type Passing = {
  path: string
  method: string
  body: string
  headers: IncomingHttpHeaders
  /** Whether the caller cut the connection within the body. */
  cut: boolean
  /** Sends the request on, changed in the given parts. */
  forward(change?: { path?: string; body?: string; headers?: Record<string, string> }): Promise<Reply>
}

/** null cuts the connection. */
type Reply = { status: number; body: string; headers?: Record<string, string> }

const PASSED_ON = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']

/**
 * Stands between a client and an adapter, and spoils what passes.
 * @param serial takes up a request only when the one before it is over, however slowly that is sent
 */
export async function acquirerProxy(
  target: string,
  spoil: (passing: Passing) => Promise<Reply | null>,
  { serial = false } = {},
) {
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    const before = last
    if (serial) last = Promise.all([before, new Promise((over) => response.once('close', over))])
    let body = ''
    const path = (request.url ?? '/').slice(1)
    const method = request.method ?? 'GET'
    const sent = Object.fromEntries(PASSED_ON.map((name) => [name, String(request.headers[name] ?? '')]))
    const forward: Passing['forward'] = async (change = {}) => {
      const reply = await fetch(new URL(change.path ?? path, target), {
        method,
        headers: { ...sent, ...change.headers },
        ...(method === 'GET' ? {} : { body: change.body ?? body }),
        redirect: 'manual',
      })
      const location = reply.headers.get('location')
      return {
        status: reply.status,
        body: await reply.text(),
        ...(location ? { headers: { location } } : {}),
      }
    }
    const pass = async (cut: boolean) => {
      await before
      const reply = await spoil({ path, method, body, headers: request.headers, cut, forward })
      if (reply === null) response.destroy()
      else response.writeHead(reply.status, reply.headers).end(reply.body)
    }
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => void pass(false).catch(() => response.destroy()))
    request.on('error', () => void pass(true).catch(() => response.destroy()))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      }),
  }
}
