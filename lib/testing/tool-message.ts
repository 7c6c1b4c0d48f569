import { handleTools } from '#lib/surfaces/tools/server.ts'
import { RESOURCE } from '#lib/testing/authorization.ts'

type Way = { url?: string | undefined; headers?: Record<string, string> | undefined }

/**
 * Sends one message to the tool server as a client of an earlier revision does: in one request, without a session.
 * `headers` make it one of another client, or of the newest revision.
 */
export function sendToolMessage(
  token: string | null,
  method: string,
  params?: object,
  way?: Way,
): Promise<Response> {
  return handleTools(toolRequest(token, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }), way))
}

/** A request to the tool server with any body, also one that is no message. */
export function toolRequest(
  token: string | null,
  body: string,
  { url = RESOURCE, headers }: Way = {},
): Request {
  return new Request(url, {
    method: 'POST',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
}
