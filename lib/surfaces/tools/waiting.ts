import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorBody } from '#lib/pipeline/errors.ts'

/** What a model is told of an approval that is pending. */
export type Pending = {
  id: string
  /** Why it waits. */
  description: string
  /** Where a person decides. */
  url: string
  expires_at: number
}

/** The pending approval as a result: it is no error, and the app has a next step. */
export function waitingResult({ id, description, url, expires_at }: Pending): CallToolResult {
  const message = `${description} No money has moved yet. A person decides at ${url}. Check the decision with fetch_approval {"id": "${id}"}, or withdraw the request with cancel_approval and the same id. Do not send the request again.`
  return {
    isError: false,
    content: [{ type: 'text', text: message }],
    structuredContent: {
      status: 'waiting_for_approval',
      approval_id: id,
      approval_url: url,
      expires_at,
      message,
    },
  }
}

/** The same from the response to the request that waits. */
export function pendingOf({ description, metadata }: ErrorBody['error']): Pending {
  const { approval_id = '', approval_url = '', expires_at } = metadata
  return { id: approval_id, description, url: approval_url, expires_at: Number(expires_at) }
}
