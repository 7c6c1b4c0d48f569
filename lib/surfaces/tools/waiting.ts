import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorBody } from '#lib/pipeline/errors.ts'

/** The pending approval as a result: it is no error, and the app has a next step. */
export function waitingResult(text: string): CallToolResult {
  const { description, metadata } = (JSON.parse(text) as ErrorBody).error
  const { approval_id = '', approval_url, expires_at } = metadata
  // A response that was stored before an update has no URL.
  const where = approval_url === undefined ? '' : ` A person decides at ${approval_url}.`
  const message = `${description} No money has moved yet.${where} Check the decision with fetch_approval {"id": "${approval_id}"}, or withdraw the request with cancel_approval and the same id. Do not send the request again.`
  return {
    isError: false,
    content: [{ type: 'text', text: message }],
    structuredContent: {
      status: 'waiting_for_approval',
      approval_id,
      ...(approval_url === undefined ? {} : { approval_url }),
      expires_at: Number(expires_at),
      message,
    },
  }
}
