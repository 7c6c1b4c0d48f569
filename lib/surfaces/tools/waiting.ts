import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorBody } from '#lib/pipeline/errors.ts'

/** What a tool that moves money answers instead, as JSON Schema. */
export const WAITING = {
  type: 'object',
  properties: {
    status: { type: 'string', const: 'waiting_for_approval' },
    approval_id: {
      type: 'string',
      description: 'What fetch_approval and cancel_approval take as their argument id.',
    },
    expires_at: {
      type: 'integer',
      description: 'Unix seconds. When nobody has decided by then, nothing moves.',
    },
    message: { type: 'string' },
  },
  required: ['status', 'approval_id', 'expires_at', 'message'],
  additionalProperties: false,
}

/** The refusal to move money alone as a result: it is no error, and the program has something to do. */
export function waitingResult(refusal: string): CallToolResult {
  const { description, metadata } = (JSON.parse(refusal) as ErrorBody).error
  const { approval_id = '', expires_at } = metadata
  const message = `${description} Nothing has moved yet. Ask what became of it with fetch_approval {"id": "${approval_id}"}; take it back with cancel_approval and the same id. Do not ask for it anew.`
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
