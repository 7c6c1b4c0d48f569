import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Acquirer } from '#lib/ports/acquirer.ts'
import type { StatusResponse } from '#lib/ports/acquirer-protocol.ts'
import {
  CALLS,
  type Call,
  type Capabilities,
  Envelope,
  ERROR_STATUS,
  type ErrorCode,
  MAX_MESSAGE_BYTES,
} from '#lib/ports/acquirer-protocol.ts'
import { isSigned, jsonOf, type Secrets } from './signature.ts'

/** How many calls are under way at a time; more get 429. */
const MAX_CALLS = 256

/** What is known of a reference: the call that it belongs to, as a digest, and where its changes are reported. */
export type KnownReference = { digest: string; notify_url: string | null; return_url: string | null }

type ServerParts = {
  acquirer: Acquirer
  capabilities: Capabilities
  secrets: Secrets
  /** Keeps references for as long as the acquirer keeps theirs. */
  references: Pick<Map<string, KnownReference>, 'get' | 'set'>
  /** Makes digests of requests, which may have card numbers. As lasting as the references. */
  digestKey?: Buffer
}

class ProtocolError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, description: string) {
    super(description)
    this.code = code
  }
}

/** Serves an acquirer over the protocol, below the root of a server of `node:http`. */
export function serveAcquirer(parts: ServerParts) {
  const digestKey = parts.digestKey ?? randomBytes(32)
  let underWay = 0

  async function respond(request: IncomingMessage, path: string): Promise<unknown> {
    const body = await boundedBody(request)
    if (!isSigned(parts.secrets, body, request.headers))
      throw new ProtocolError('signature_invalid', 'No valid signature of the last five minutes.')
    if (request.method === 'GET' && path === '/') return parts.capabilities
    const call = Object.keys(CALLS).find((name): name is Call => path === `/${name}`)
    if (request.method !== 'POST' || !call) throw new ProtocolError('not_found', 'There is no such call.')
    const json = jsonOf(body)
    const envelope = Envelope.safeParse(json)
    const parsed = CALLS[call].request.safeParse(json)
    if (!envelope.success || !parsed.success)
      throw new ProtocolError('invalid_request', `Invalid: ${fieldsOf(envelope.error ?? parsed.error)}.`)
    if (envelope.data.call !== call)
      throw new ProtocolError('invalid_request', `The body is one for ${envelope.data.call}.`)
    if (call !== 'status' && call !== 'confirm') claim(call, parsed.data, envelope.data.notify_url)
    return perform(parts.acquirer, call, parsed.data)
  }

  /** @throws ProtocolError when the reference belongs to another request */
  function claim(call: Call, request: { reference: string }, notifyUrl: string | undefined): void {
    const text = JSON.stringify([call, request])
    const digest = createHmac('sha256', digestKey).update(text).digest('hex')
    const known = parts.references.get(request.reference)
    if (known && known.digest !== digest)
      throw new ProtocolError('reference_reused', 'The reference belongs to another request.')
    const collect = CALLS.authorize.request.safeParse(request)
    const hosted = collect.success && 'collect' in collect.data ? collect.data.collect.return_url : null
    if (!known)
      parts.references.set(request.reference, {
        digest,
        notify_url: notifyUrl ?? null,
        return_url: hosted,
      })
  }

  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    if (underWay >= MAX_CALLS) {
      request.resume()
      return sendError(response, new ProtocolError('too_many_requests', 'Too many calls at a time.'))
    }
    underWay += 1
    try {
      sendJson(response, 200, await respond(request, path))
    } catch (error) {
      const known = error instanceof ProtocolError
      sendError(response, known ? error : new ProtocolError('unavailable', 'The acquirer is unavailable.'))
    } finally {
      underWay -= 1
    }
  }
}

/** Parsed once more by the schema of the call, which tells its type. */
async function perform(acquirer: Acquirer, call: Call, request: unknown): Promise<unknown> {
  switch (call) {
    case 'authorize':
      return acquirer.authorize(CALLS.authorize.request.parse(request))
    case 'confirm': {
      const { reference, response } = CALLS.confirm.request.parse(request)
      assertConfirmable(await acquirer.status(reference))
      return acquirer.confirm(reference, response)
    }
    case 'capture':
      return acquirer.capture(CALLS.capture.request.parse(request))
    case 'void':
      return acquirer.void(CALLS.void.request.parse(request))
    case 'refund':
      return acquirer.refund(CALLS.refund.request.parse(request))
    case 'payout':
      return acquirer.payout(CALLS.payout.request.parse(request))
    case 'settle':
      return acquirer.settle(CALLS.settle.request.parse(request))
    case 'status':
      return acquirer.status(CALLS.status.request.parse(request).reference)
  }
}

function assertConfirmable(status: StatusResponse): void {
  if (status.outcome === 'unknown') throw new ProtocolError('not_found', 'No call had this reference.')
  if (status.outcome !== 'authorization')
    throw new ProtocolError('reference_reused', 'The reference belongs to another call.')
}

/** @throws ProtocolError body_too_large; what is over the limit is not kept */
async function boundedBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  // The connection stays open for the error.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > MAX_MESSAGE_BYTES) break
    chunks.push(chunk)
  }
  if (bytes > MAX_MESSAGE_BYTES)
    throw new ProtocolError('body_too_large', `A body has at most ${MAX_MESSAGE_BYTES} bytes.`)
  return Buffer.concat(chunks).toString()
}

/** The names of fields alone: their values may be card numbers. */
function fieldsOf(error: { issues: { path: PropertyKey[] }[] } | undefined): string {
  const paths = (error?.issues ?? []).map(({ path }) => path.map(String).join('.') || 'the body')
  return [...new Set(paths)].slice(0, 5).join(', ')
}

function sendError(response: ServerResponse, { code, message }: ProtocolError): void {
  const status = ERROR_STATUS[code]
  if (status === 429 || status === 503) response.setHeader('retry-after', '1')
  // What is left of the body is not read.
  if (status === 413) response.setHeader('connection', 'close')
  sendJson(response, status, { error: { code, description: message } })
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed || response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
