import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorBody } from '#lib/pipeline/errors.ts'

/** The pending result of a tool that moves money, as JSON Schema. */
export const WAITING = {
  type: 'object',
  properties: {
    status: { type: 'string', const: 'waiting_for_approval' },
    approval_id: {
      type: 'string',
      description: 'Pass this as id to fetch_approval and cancel_approval.',
    },
    expires_at: {
      type: 'integer',
      description: 'Unix timestamp in seconds. Without a decision by then, the request expires.',
    },
    message: { type: 'string' },
  },
  required: ['status', 'approval_id', 'expires_at', 'message'],
  additionalProperties: false,
}

/** The pending approval as a result: it is no error, and the app has a next step. */
export function waitingResult(refusal: string): CallToolResult {
  const { description, metadata } = (JSON.parse(refusal) as ErrorBody).error
  const { approval_id = '', expires_at } = metadata
  const message = `${description} No money has moved yet. Check the decision with fetch_approval {"id": "${approval_id}"}, or withdraw the request with cancel_approval and the same id. Do not send the request again.`
  return {
    isError: false,
    content: [{ type: 'text', text: message }],
    structuredContent: {
      status: 'waiting_for_approval',
      approval_id,
      expires_at: Number(expires_at),
      message,
    },
  }
}
