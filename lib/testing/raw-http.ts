import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type RawResponse = {
  status: number
  headers: Record<string, string>
  text: string
  milliseconds: number
}

/**
 * A connection that sends bytes as they are. `ended` waits until the server has closed it, `response` waits for one
 * whole response.
 */
export function openConnection(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1' })
  const begun = performance.now()
  let received = ''
  let closed = false
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    closed = true
  })
  const until = async (isDone: () => boolean, patience: number) => {
    while (!isDone() && performance.now() - begun < patience) await sleep(5)
    return Math.round(performance.now() - begun)
  }
  return {
    socket,
    send: (text: string | Buffer) => socket.write(text),
    received: () => received,
    isClosed: () => closed,
    /** @returns the bytes until the server closed the connection, or null where it did not */
    async ended(patience = 8000): Promise<RawResponse | null> {
      const milliseconds = await until(() => closed || socket.readableEnded, patience)
      const ended = closed || socket.readableEnded
      socket.destroy()
      return ended ? { ...parse(received), milliseconds } : null
    },
    async response(patience = 8000): Promise<RawResponse> {
      const milliseconds = await until(() => isWhole(received) || closed, patience)
      const one = { ...parse(received), milliseconds }
      received = ''
      return one
    },
  }
}

/** One request as it is written, on a connection of its own. */
export async function rawRequest(port: number, text: string | Buffer): Promise<RawResponse> {
  const connection = openConnection(port)
  connection.send(text)
  const response = await connection.response()
  connection.socket.destroy()
  return response
}

function isWhole(received: string): boolean {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return rest.join('\r\n\r\n').length >= Number(length)
  if (/^HTTP\/1.1 204/.test(head)) return rest.length > 0
  return /transfer-encoding: chunked/i.test(head) && /(^|\r\n)0\r\n\r\n$/.test(received)
}

function parse(received: string): Omit<RawResponse, 'milliseconds'> {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const headers: Record<string, string> = {}
  for (const field of fields) {
    const at = field.indexOf(':')
    const name = field.slice(0, at).toLowerCase()
    const value = field.slice(at + 1).trim()
    // A header that came twice has both values.
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers,
    text: rest.join('\r\n\r\n'),
  }
}
