import {
  type AuthInfo,
  createMcpHandler,
  InMemoryServerEventBus,
  type McpHttpHandler,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { operations } from '#lib/domain/operations.ts'
import { type Bearer, bearerOf } from '#lib/oauth/bearer.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type Operation, permissionLacking } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { isEnding, replyWithStream } from '#lib/surfaces/streams.ts'
import { holderOf } from '#lib/surfaces/tools/authenticate.ts'
import { mayCall } from '#lib/surfaces/tools/catalogue.ts'
import type { ToolHandlers } from '#lib/surfaces/tools/handlers.ts'
import { type RecordAt, recordAt } from '#lib/surfaces/tools/records.ts'
import { type Marks, type Watch, watchOfAccount } from '#lib/surfaces/watch.ts'

/** How often a stream sees what the watch of its account found. */
const TICK_MS = 250
/** How often the token is checked again while nothing changes. */
const CHECK_MS = 5000
const HEARTBEAT_MS = 15_000
/** How many streams of this process one connection may hold open, and all of them. */
const MAX_OF_CONNECTION = 10
const MAX_OF_ALL = 1000
/** How many records one stream may follow. */
const MAX_RECORDS = 20

const Listen = z.looseObject({
  params: z.looseObject({
    notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()).min(1) }),
  }),
})

/** The URIs that a message subscribes to; none in one that asks for other changes, or that is invalid. */
export function subscribedIn(message: unknown): string[] {
  const { data } = Listen.safeParse(message)
  return [...new Set(data?.params.notifications.resourceSubscriptions)]
}

type Requested = {
  request: Request
  message: { id?: unknown }
  authInfo: AuthInfo
  /** Makes the server whose capabilities the stream acknowledges. */
  server: McpServerFactory
  handlers: Pick<ToolHandlers, 'readResource'>
}

/**
 * `subscriptions/listen`: a stream that tells when one of the records changes, until its client goes, its token or
 * connection ends, or the server shuts down. Subscribing to a record takes what reading it takes. The SDK writes the
 * messages; one query each second serves all streams of an account.
 */
export async function listenToRecords(uris: string[], input: Requested): Promise<Response> {
  const { request, message, authInfo } = input
  try {
    const records = await readable(uris, input)
    const heard = withUris(message, [...records.keys()])
    // A bus for this stream alone: the SDK compares URIs and knows no accounts.
    const bus = new InMemoryServerEventBus()
    // The heartbeat is sent below, where a slow client holds it back.
    const handler = createMcpHandler(input.server, { bus, keepAliveMs: 0 })
    const response = await handler.fetch(request, { authInfo, parsedBody: heard })
    const { body } = response
    if (!body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    const stream = { records, bus, handler, reader: body.getReader(), authInfo, gone: request.signal }
    return streamed(stream, message)
  } catch (thrown) {
    if (!(thrown instanceof ProtocolError)) throw thrown
    return failure(message, thrown)
  }
}

/** The message as if it had subscribed to these URIs alone, which the acknowledgement then names. */
function withUris(message: object, resourceSubscriptions: string[]): object {
  const { data } = Listen.safeParse(message)
  if (!data) return message
  const { params } = data
  return { ...data, params: { ...params, notifications: { ...params.notifications, resourceSubscriptions } } }
}

/**
 * The records that the caller can read; the others are left out, and so is what never changes.
 * @throws ProtocolError when none is left, with what is wrong with the first, and for too many
 */
async function readable(uris: string[], { handlers }: Requested): Promise<Map<string, RecordAt>> {
  if (uris.length > MAX_RECORDS) throw invalid(`A stream can follow up to ${MAX_RECORDS} resources.`)
  const records = new Map<string, RecordAt>()
  const problems: ProtocolError[] = []
  for (const uri of uris) {
    try {
      records.set(uri, await readableRecord(uri, handlers))
    } catch (thrown) {
      if (!(thrown instanceof ProtocolError)) throw thrown
      problems.push(thrown)
    }
  }
  if (records.size === 0 && problems[0]) throw problems[0]
  return records
}

async function readableRecord(uri: string, handlers: Requested['handlers']): Promise<RecordAt> {
  const record = recordAt(uri)
  if (!record)
    throw invalid(`${uri} is not a record. Subscribe to payments, orders, refunds, bills and approvals.`)
  await handlers.readResource(uri)
  return record
}

type Stream = {
  records: Map<string, RecordAt>
  bus: InMemoryServerEventBus
  handler: McpHttpHandler
  reader: ReadableStreamDefaultReader<Uint8Array>
  authInfo: AuthInfo
  /** Aborts when the client has gone. */
  gone: AbortSignal
}

function streamed(stream: Stream, message: Requested['message']): Response {
  const { grantId } = holderOf(stream.authInfo)
  const limits = [
    { key: `connection ${grantId}`, max: MAX_OF_CONNECTION, who: 'This connection has' },
    { key: 'subscriptions', max: MAX_OF_ALL, who: 'This server has' },
  ]
  const close = () => void stream.handler.close()
  try {
    const { status, headers, body } = replyWithStream(limits, (isOpen) => messages(stream, isOpen), close)
    return new Response(body, { status, headers })
  } catch (thrown) {
    close()
    if (!isAppError(thrown)) throw thrown
    const { reason, message: text, retryAfter: retry_after } = thrown
    // The code of the SDK for the same case.
    const code = ProtocolErrorCode.InternalError
    return failure(message, { code, message: text, data: { reason, retry_after } })
  }
}

async function* messages(stream: Stream, isOpen: () => boolean): AsyncGenerator<Buffer> {
  const { records, bus, handler, reader, authInfo, gone } = stream
  const watch = watchOf(holderOf(authInfo))
  const leave = watch.join([...records.values()].map(({ id }) => id))
  try {
    // Read before the client hears that it is subscribed, so that no change after that is missed.
    await watch.look()
    const known = new Map([...records].map(([uri, { id }]) => [uri, watch.marks[id]]))
    yield* chunk(reader)
    let beatAt = performance.now() + HEARTBEAT_MS
    let checkAt = 0
    while (!isEnding() && isOpen() && !gone.aborted) {
      const now = performance.now()
      const changed = [...records].filter(([uri, { id }]) => watch.marks[id] !== known.get(uri))
      if (changed.length > 0 || now >= checkAt) {
        checkAt = now + CHECK_MS
        if (!(await mayGoOn(stream))) break
      }
      for (const [uri, { id }] of changed) {
        known.set(uri, watch.marks[id])
        bus.publish({ kind: 'resource_updated', uri })
        if (!(yield* chunk(reader))) return
      }
      if (now >= beatAt) {
        beatAt = now + HEARTBEAT_MS
        yield BEAT
      }
      await new Promise((resolve) => setTimeout(resolve, TICK_MS))
    }
    // The SDK ends the stream with the result of the request.
    await handler.close()
    yield* chunk(reader)
  } finally {
    leave()
  }
}

const BEAT = Buffer.from(':\n\n')

/** The next message that the SDK has written. @returns false when it has ended the stream */
async function* chunk(reader: Stream['reader']): AsyncGenerator<Buffer, boolean> {
  const { value } = await reader.read()
  if (value) yield Buffer.from(value)
  return value !== undefined
}

/** Whether the token can still read every record. An outage ends no stream. */
async function mayGoOn({ records, authInfo }: Stream): Promise<boolean> {
  const { query, clock } = runtime()
  try {
    const bearer = await bearerOf(query, authInfo.token, Math.floor(clock() / 1000))
    return (
      bearer !== null &&
      [...records.values()].every(
        ({ tool }) =>
          mayCall(bearer.scopes, tool) && permissionLacking(tool.operation, bearer.actor) === undefined,
      )
    )
  } catch {
    return true
  }
}

/** The operation that reads the versions of records. */
const marks = operations.find(({ name }) => name === 'fetch_record_marks') as Operation

/** The versions of records of an account, which one query a second reads for all of its streams. */
function watchOf({ actor }: Bearer): Watch {
  return watchOfAccount('records', actor.account, async (system, watched) => {
    const input = { ids: [...watched] }
    const { value } = await execute(runtime(), marks, system, input, { requestId: system.id })
    return value as Marks
  })
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

type Failure = Pick<ProtocolError, 'code' | 'message' | 'data'>

function failure({ id = null }: Requested['message'], { code, message, data }: Failure): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, data } })
}
