import { performance } from 'node:perf_hooks'
import type { DocumentContent } from '#lib/domain/documents/schema.ts'
import type { Listening } from '#lib/domain/webhooks/schema/listen.ts'
import type { PlainRequest } from '#lib/http/plain-request.ts'
import { asAppError, errorBody, isAppError, isStoredError, refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { logFault } from '#lib/process/log.ts'
import { MAX_BODY, MAX_READ_BODY, startOf } from '#lib/process/redact.ts'
import { runtime } from '#lib/runtime.ts'
import {
  addressOf,
  agentOf,
  authorize,
  authorizeAgain,
  idempotencyKeyOf,
  type RequestAuthorization,
} from '#lib/surfaces/authorize.ts'
import { readBody } from '#lib/surfaces/body.ts'
import { readBrackets } from '#lib/surfaces/brackets.ts'
import { coerce, hasProperty } from '#lib/surfaces/coerce.ts'
import { type FileReply, replyWithContent } from '#lib/surfaces/content.ts'
import { replyWithEvents } from '#lib/surfaces/listen.ts'
import {
  asResponse,
  type Handler,
  handlerOf,
  type RouteParams,
  type TextReply,
} from '#lib/surfaces/plain-handler.ts'
import { redactBody, redactPath, redactResponse, redactUnparsed } from '#lib/surfaces/redact.ts'
import {
  clientRequestId,
  loggedRequestHeaders,
  loggedResponseHeaders,
} from '#lib/surfaces/request-headers.ts'
import { logRequest } from '#lib/surfaces/request-log.ts'
import { isName, unsupportedAt } from '#lib/surfaces/unsupported-routes.ts'
import { executeUpload } from '#lib/surfaces/upload.ts'
import { newId } from '#lib/values/id.ts'

/**
 * One operation as a handler of its route.
 * @param as the caller, where a surface has authenticated it already: the page that tries the API out
 */
export function route(operation: Operation, as?: Actor): Handler {
  const known = (exchange: Exchange) => as && Object.assign(exchange, { actor: as, source: 'dashboard' })
  if (operation.takes === 'file')
    return async (request) =>
      asResponse(
        await respond(request, (exchange) => {
          known(exchange)
          return runUpload(operation, request, exchange)
        }),
      )
  return handlerOf((request, context) =>
    respond(request, (exchange) => {
      known(exchange)
      return run(operation, request, context.params, exchange)
    }),
  )
}

/** Credentials are asked for first, so that a stranger learns nothing about the addresses. */
export function refuse(error: (request: PlainRequest) => Error): Handler {
  return handlerOf((request) =>
    respond(request, async (exchange) => {
      await authorize(request, exchange)
      throw error(request)
    }),
  )
}

/**
 * Wallets: deprecated since April 2023, and not guaranteed after the time of Sunset (RFC 9745, RFC 8594); the note
 * describes the alternatives.
 */
const DISCONTINUED = {
  deprecation: '@1680307200',
  sunset: 'Sat, 01 Apr 2028 00:00:00 GMT',
  link: '</docs/wallets-discontinued>; rel="deprecation"; type="text/html"',
}

/** The state of a request in progress, for the response and the log. */
type Exchange = RequestAuthorization & {
  requestId: string
  ip: string | null
  source: 'api' | 'dashboard'
  requestText: string
  /** The body, from when it has arrived until it has been parsed. */
  unparsedText?: string | undefined
  idempotencyKey?: string | undefined
  replayed: boolean
}

/** The response: a text, or the bytes of a file, of which the log has nothing. */
type Reply = { status: number; text: string; reason?: string; field?: string | undefined; file?: FileReply }

async function respond(
  request: PlainRequest,
  work: (exchange: Exchange) => Promise<Reply>,
): Promise<TextReply | Response> {
  const begun = performance.now()
  const system = runtime()
  const exchange: Exchange = {
    requestId: newId('request', system.clock()),
    ip: addressOf(request),
    runtime: system,
    source: 'api',
    headers: {},
    requestText: '',
    replayed: false,
  }
  let reply: Reply
  try {
    reply = await work(exchange)
  } catch (thrown) {
    reply = replyToError(thrown, exchange)
  }
  const duration = performance.now() - begun
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': exchange.requestId,
    ...(exchange.operation?.discontinued ? DISCONTINUED : {}),
    ...(exchange.replayed ? { 'idempotency-replayed': 'true' } : {}),
    ...exchange.headers,
    ...reply.file?.headers,
  }
  writeLog(request, exchange, reply, headers, duration)
  if (reply.file) return new Response(reply.file.body, { status: reply.status, headers })
  return { status: reply.status, text: reply.text, headers, account: exchange.actor?.account.id }
}

/** Next gives an address without a named segment no params at all. */
async function run(
  operation: Operation,
  request: PlainRequest,
  params: RouteParams,
  exchange: Exchange,
): Promise<Reply> {
  exchange.operation = operation
  const actor = await authorize(request, exchange)
  const named = (await params) ?? {}
  // A name where the route has an ID: /payments/qr_codes is no payment.
  const unsupported = Object.values(named).some(isName) && unsupportedAt(request)
  if (unsupported) throw unsupported
  const raw = await readInput(operation, request, named, exchange)
  exchange.idempotencyKey = idempotencyKeyOf(request, exchange)
  const result = await execute(exchange.runtime, operation, actor, raw, exchange)
  exchange.replayed = result.replayed
  if (operation.returns === 'json') return { status: result.status, text: result.text }
  if (operation.next) {
    const after = request.headers.get('last-event-id') ?? undefined
    const stream = replyWithEvents({
      runtime: exchange.runtime,
      next: operation.next,
      actor,
      requestId: exchange.requestId,
      listening: result.value as Listening,
      after: after ?? (raw.after as string | undefined),
      reauthorize: () => authorizeAgain(request, exchange),
    })
    return { status: stream.status, text: '', file: stream }
  }
  const content = result.value as DocumentContent
  const file = await replyWithContent(exchange.runtime.storage, request, content, exchange.headers)
  return { status: file.status, text: '', file }
}

async function runUpload(operation: Operation, request: Request, exchange: Exchange): Promise<Reply> {
  exchange.operation = operation
  // A rejected upload is not read to its end, so its connection cannot be reused.
  exchange.headers.connection = 'close'
  const actor = await authorize(request, exchange)
  assertNoQuery(readBrackets(new URL(request.url).searchParams), 'form')
  const { requestId, ip } = exchange
  exchange.idempotencyKey = idempotencyKeyOf(request, exchange)
  const input = { request, requestId, ip, idempotencyKey: exchange.idempotencyKey }
  const result = await executeUpload(exchange.runtime, operation, actor, input, (text) => {
    exchange.requestText = text
  })
  exchange.replayed = result.replayed
  delete exchange.headers.connection
  return { status: result.status, text: result.text }
}

function assertNoQuery(query: object, place: 'body' | 'form'): void {
  const stray = Object.keys(query)[0]
  if (stray === undefined) return
  throw refused(
    'input_validation_failed',
    `${stray} is not a query parameter of this endpoint. Send it in the ${place}.`,
    { field: stray },
  )
}

/**
 * Path, query and body as one input. A GET takes its query, a write its body; neither may repeat a parameter of the
 * path.
 * @param exchange gets the text of the body, for the log
 */
export async function readInput(
  operation: Operation,
  request: PlainRequest,
  params: Record<string, string>,
  exchange: { requestText: string; unparsedText?: string | undefined },
): Promise<Record<string, unknown>> {
  const query = request.url.includes('?') ? readBrackets(new URL(request.url).searchParams) : {}
  let fields: Record<string, unknown>
  if (operation.effect === 'read') {
    fields = coerce(operation.input, normalizeExpand(withoutEmpty(operation, query))) as Record<
      string,
      unknown
    >
  } else {
    assertNoQuery(query, 'body')
    const body = await readBody(request, (text) => {
      exchange.unparsedText = text
    })
    exchange.requestText = body.text
    exchange.unparsedText = undefined
    fields = coerce(operation.input, body.fields) as Record<string, unknown>
  }
  const named = Object.keys(params).find((name) => Object.hasOwn(fields, name))
  if (named !== undefined)
    throw refused(
      'input_validation_failed',
      `${named} is already in the path. Remove it from the body or query.`,
      {
        field: named,
      },
    )
  return { ...fields, ...params }
}

/** An unknown parameter without a value asks for nothing: client libraries send `?status` for what is undefined. */
function withoutEmpty({ input }: Operation, query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(([name, value]) => value !== '' || hasProperty(input, name)),
  )
}

/** `expand[]=card`, `expand[0]=card`, `expand=card` and `expand[expand]=card` are all ['card']. */
function normalizeExpand(query: Record<string, unknown>): Record<string, unknown> {
  const { expand, ...rest } = query
  if (expand === undefined) return query
  const list = typeof expand === 'string' ? expand.split(',') : Object.values(expand as object).flat()
  return { ...rest, expand: list }
}

function replyToError(thrown: unknown, exchange: Exchange): Reply {
  if (isStoredError(thrown)) {
    exchange.replayed = true
    const { status, text } = thrown
    const { reason, field } = thrown.error
    return { status, text, reason, field }
  }
  const error = asAppError(thrown)
  if (!isAppError(thrown)) logFault(thrown, { request_id: exchange.requestId }, 'A request failed.')
  if (error.status === 401)
    exchange.headers['www-authenticate'] ??= 'Basic realm="Counterfoil", charset="UTF-8"'
  if (error.retryAfter !== undefined) exchange.headers['retry-after'] = String(error.retryAfter)
  if (error.allow !== undefined) exchange.headers.allow = error.allow.join(', ')
  const { reason, field } = error
  return { status: error.status, text: JSON.stringify(errorBody(error)), reason, field }
}

function writeLog(
  request: PlainRequest,
  exchange: Exchange,
  reply: Reply,
  headers: Record<string, string>,
  duration: number,
): void {
  const { actor, operation } = exchange
  // A stranger's request belongs to no account, so there is no log it could be shown in.
  if (!actor) return
  const created_at = Math.floor(exchange.runtime.clock() / 1000)
  const max = operation?.effect === 'read' && reply.reason === undefined ? MAX_READ_BODY : MAX_BODY
  const response = startOf(reply.text, max)
  const { unparsedText } = exchange
  const sent = startOf(unparsedText ?? exchange.requestText)
  exchange.requestText = ''
  exchange.unparsedText = undefined
  // Not the reply itself: its text may be long, and a line waits while many others are made.
  const { status, reason, field } = reply
  logRequest(exchange.runtime.query, () => ({
    account_id: actor.account.id,
    id: exchange.requestId,
    source: exchange.source,
    method: request.method,
    path: redactPath(pathOf(request)),
    operation: operation?.name ?? null,
    status,
    duration_ms: Math.round(duration),
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    client_request_id: clientRequestId(request.headers),
    idempotency_key: exchange.idempotencyKey ?? null,
    replayed: exchange.replayed,
    ip: exchange.ip,
    user_agent: agentOf(request),
    object_id: /"id":"([a-z]+_[0-9A-Za-z]{14})"/.exec(response)?.[1] ?? null,
    error_reason: reason ?? null,
    error_field: field ?? null,
    request_headers: loggedRequestHeaders(request.headers),
    response_headers: loggedResponseHeaders(headers),
    request_body: unparsedText === undefined ? redactBody(sent) : redactUnparsed(sent),
    response_body: redactResponse(response, max),
    created_at,
  }))
}

function pathOf(request: PlainRequest): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search
}
