import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ReceivedSpan = {
  trace: string
  id: string
  /** The ID of the span above; empty at the top of a trace. */
  parent: string
  name: string
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number
  attributes: Record<string, string | number | boolean>
  /** Traces of others, each as trace and span. */
  links: string[]
  failed: boolean
}

/** A receiver of OTLP over HTTP with protobuf on loopback, which keeps what it is sent. */
export async function openOtlpReceiver(status = 200) {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, unknown>[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    requests += 1
    const body = await buffer(request)
    if (status === 200)
      for (const each of messages(body, 1)) {
        resources.push(...messages(each, 1).map((resource) => attributesOf(resource, 1)))
        for (const scope of messages(each, 2)) spans.push(...messages(scope, 2).map(spanOf))
      }
    response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    resources,
    requests: () => requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function spanOf(bytes: Buffer): ReceivedSpan {
  const [trace = EMPTY] = messages(bytes, 1)
  const [id = EMPTY] = messages(bytes, 2)
  const [parent = EMPTY] = messages(bytes, 4)
  const [name = EMPTY] = messages(bytes, 5)
  const [state = EMPTY] = messages(bytes, 15)
  return {
    trace: trace.toString('hex'),
    id: id.toString('hex'),
    parent: parent.toString('hex'),
    name: name.toString(),
    kind: numbers(bytes, 6)[0] ?? 0,
    attributes: attributesOf(bytes, 9),
    links: messages(bytes, 13).map((link) => `${textOf(link, 1)}-${textOf(link, 2)}`),
    failed: numbers(state, 3)[0] === 2,
  }
}

const EMPTY = Buffer.alloc(0)
const textOf = (bytes: Buffer, field: number) => messages(bytes, field)[0]?.toString('hex')

function attributesOf(bytes: Buffer, field: number): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    messages(bytes, field).map((pair) => {
      const [key = EMPTY] = messages(pair, 1)
      const [value = EMPTY] = messages(pair, 2)
      const [text] = messages(value, 1)
      const [truth] = numbers(value, 2)
      return [
        key.toString(),
        text === undefined
          ? truth === undefined
            ? (numbers(value, 3)[0] ?? 0)
            : truth === 1
          : text.toString(),
      ]
    }),
  )
}

const messages = (bytes: Buffer, field: number) =>
  fieldsOf(bytes).flatMap((one) => (one.field === field && one.bytes ? [one.bytes] : []))
const numbers = (bytes: Buffer, field: number) =>
  fieldsOf(bytes).flatMap((one) => (one.field === field && one.number !== undefined ? [one.number] : []))

/** The fields of a message of protobuf: what has a length, and what is a number. */
function fieldsOf(bytes: Buffer): { field: number; bytes?: Buffer; number?: number }[] {
  const found: { field: number; bytes?: Buffer; number?: number }[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let place = 1; ; place *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * place
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    const field = Math.floor(tag / 8)
    const type = tag % 8
    if (type === 0) found.push({ field, number: varint() })
    else if (type === 2) {
      const length = varint()
      found.push({ field, bytes: bytes.subarray(at, at + length) })
      at += length
    } else at += type === 1 ? 8 : 4
  }
  return found
}
