import { handleTools } from '#lib/surfaces/tools/server.ts'
import { RESOURCE } from '#lib/testing/authorization.ts'

/** Sends one message to the tool server as a client of an earlier revision does: in one request, without a session. */
export function sendToolMessage(
  token: string,
  method: string,
  params: object,
  { url = RESOURCE, userAgent }: { url?: string | undefined; userAgent?: string | undefined } = {},
): Promise<Response> {
  return handleTools(
    new Request(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }),
  )
}
