import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { OAUTH_BYTES } from '#lib/http/body-limits.ts'
import { readBytes } from '#lib/http/plain-request.ts'
import { provider } from '#lib/oauth/provider.ts'
import { env } from '#lib/process/env.ts'

/** The engine's session: every authorization begins without one. See `alwaysPrompt`. */
const OWN_SESSION = /(?:^|;\s*)counterfoil-oauth(?:\.sig)?=[^;]*/g

/**
 * Passes a request to the authorization engine, which uses Node's objects, and its response back. Host and protocol
 * are the configured ones, whatever the request says.
 * @param body sent in place of the request's body, when that was read already
 */
export async function responseOfEngine(request: Request, body?: string): Promise<Response> {
  const bytes = body === undefined ? await readBytes(request, OAUTH_BYTES) : Buffer.from(body)
  if (!bytes)
    return Response.json(
      { error: 'invalid_request', error_description: 'The body is too large.' },
      { status: 413 },
    )
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  const incoming = messageOf({ method: request.method, url: pathname + search, headers }, bytes)
  const outgoing = new ServerResponse(incoming)
  const response = gather(outgoing)
  provider().callback()(incoming, outgoing)
  return response
}

/**
 * Passes the engine a raw request, at half the cost of making a Request and taking it apart again. Only for endpoints
 * without cookies, and only when the length of the body is known and within OAUTH_BYTES.
 * @param read the body, when it was read already
 */
export function handToEngine(request: IncomingMessage, response: ServerResponse, read?: Buffer): void {
  response.setHeader('x-content-type-options', 'nosniff')
  request.headers.host = new URL(env().MCP_URL).host
  provider().callback()(read ? messageOf(request, read) : request, response)
}

function messageOf(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  bytes: Buffer,
): IncomingMessage {
  const issuer = new URL(env().MCP_URL)
  const socket = new Socket()
  Object.defineProperty(socket, 'encrypted', { value: issuer.protocol === 'https:' })
  const message = new IncomingMessage(socket)
  message.method = request.method
  message.url = request.url
  message.httpVersion = '1.1'
  const headers = { ...request.headers }
  delete headers['transfer-encoding']
  if (headers.cookie) headers.cookie = headers.cookie.replace(OWN_SESSION, '').replace(/^;\s*/, '')
  message.headers = { ...headers, host: issuer.host, 'content-length': String(bytes.length) }
  message.push(bytes.length > 0 ? bytes : null)
  if (bytes.length > 0) message.push(null)
  return message
}

/** Collects the response for a request without a connection. */
function gather(outgoing: ServerResponse): Promise<Response> {
  const chunks: Buffer[] = []
  const take = (chunk: unknown, encoding?: unknown) => {
    if (chunk === undefined || chunk === null || typeof chunk === 'function') return
    const code = typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, code) : Buffer.from(chunk as Uint8Array))
  }
  return new Promise((resolve) => {
    Object.assign(outgoing, {
      write(chunk: unknown, encoding?: unknown) {
        take(chunk, encoding)
        return true
      },
      end(chunk?: unknown, encoding?: unknown) {
        take(chunk, encoding)
        resolve(responseOf(outgoing, Buffer.concat(chunks)))
        outgoing.emit('finish')
        return outgoing
      },
    })
  })
}

function responseOf(outgoing: ServerResponse, body: Buffer): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(outgoing.getHeaders())) {
    if (/^(connection|content-length|transfer-encoding)$/.test(name)) continue
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one))
  }
  headers.set('x-content-type-options', 'nosniff')
  const bodiless = body.length === 0 || [204, 304].includes(outgoing.statusCode)
  return new Response(bodiless ? null : new Uint8Array(body), { status: outgoing.statusCode, headers })
}
