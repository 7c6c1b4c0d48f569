import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorBody } from '#lib/pipeline/errors.ts'

/** What a model is told of an approval that is pending. */
type Pending = {
  id: string
  /** Why it waits. */
  description: string
  /** Where a person decides; undefined in a response that was stored before an update. */
  url: string | undefined
  expires_at: number
}

/** The pending approval as a result: it is no error, and the app has a next step. */
export function waitingResult({ id, description, url, expires_at }: Pending): CallToolResult {
  const where = url === undefined ? '' : ` A person decides at ${url}.`
  const message = `${description} No money has moved yet.${where} Check the decision with fetch_approval {"id": "${id}"}, or withdraw the request with cancel_approval and the same id. Do not send the request again.`
  return {
    isError: false,
    content: [{ type: 'text', text: message }],
    structuredContent: {
      status: 'waiting_for_approval',
      approval_id: id,
      ...(url === undefined ? {} : { approval_url: url }),
      expires_at,
      message,
    },
  }
}

/** The same from the response to the request that waits. */
export function waitingResponse(text: string): CallToolResult {
  const { description, metadata } = (JSON.parse(text) as ErrorBody).error
  const { approval_id = '', approval_url, expires_at } = metadata
  return waitingResult({
    id: approval_id,
    description,
    url: approval_url,
    expires_at: Number(expires_at),
  })
}
