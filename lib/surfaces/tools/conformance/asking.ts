import { randomUUID } from 'node:crypto'
import {
  type ElicitResult,
  type JSONRPCRequest,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** Questions that wait for their answer, which the older revision posts as a request of its own. */
const waiting = new Map<string, (result: Record<string, unknown>) => void>()

/**
 * Asks the client in the middle of a call, as the older revision does: on the stream of the call. Nothing is kept of a
 * client between requests here, so the answer is found by the id of the question.
 */
export async function ask(
  server: Server,
  { mcpReq }: ServerContext,
  method: JSONRPCRequest['method'],
  params: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const id = randomUUID()
  const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve))
  await server.transport?.send({ jsonrpc: '2.0', id, method, params }, { relatedRequestId: mcpReq.id })
  const gone = new Promise<never>((_, reject) =>
    mcpReq.signal.addEventListener('abort', () =>
      reject(new ProtocolError(ProtocolErrorCode.InternalError, 'The client has gone.')),
    ),
  )
  try {
    return await Promise.race([answered, gone])
  } finally {
    waiting.delete(id)
  }
}

export async function elicit(
  server: Server,
  context: ServerContext,
  message: string,
  requestedSchema: Record<string, unknown>,
): Promise<ElicitResult> {
  return (await ask(server, context, 'elicitation/create', { message, requestedSchema })) as ElicitResult
}

/** Hands answers to whoever asked, and everything else on. */
export function catchingAnswers(fetch: McpHttpHandler['fetch']): McpHttpHandler['fetch'] {
  return async (request, options) => {
    const { id, result } = (options?.parsedBody ?? {}) as { id?: unknown; result?: Record<string, unknown> }
    const asked = typeof id === 'string' ? waiting.get(id) : undefined
    if (!asked || result === undefined) return fetch(request, options)
    asked(result)
    return new Response(null, { status: 202 })
  }
}
