import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Heard = { headers: Record<string, string>; body: string; id: string; event: string; at: number }

/** What the receiver does with the nth request, counted from 1. */
export type Behaviour = (
  response: ServerResponse,
  heard: Heard,
  nth: number,
  request: IncomingMessage,
) => void

export const takes: Behaviour = (response) => void response.writeHead(204).end()
export const respondsWith =
  (status: number, body = '', headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body)

/** An endpoint on loopback that keeps what it hears and behaves as it is told to. */
export async function openReceiver(behaviour: Behaviour = takes) {
  const heard: Heard[] = []
  const sockets = new Set<Socket>()
  let behave = behaviour
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const headers = request.headers as Record<string, string>
      const entry = {
        headers,
        body,
        id: headers['webhook-id'] ?? '',
        event: String((JSON.parse(body) as { event: string }).event),
        at: performance.now(),
      }
      heard.push(entry)
      behave(response, entry, heard.length, request)
    })
    request.on('error', () => {})
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    heard,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    connections: () => sockets.size,
    behave(as: Behaviour) {
      behave = as
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>
