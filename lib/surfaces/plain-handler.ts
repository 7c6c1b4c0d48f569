import type { PlainRequest } from '#lib/http/plain-request.ts'

/** A handler of one address, as Next calls it. */
export type Handler = (request: Request, context: { params: RouteParams }) => Promise<Response>
export type RouteParams = Promise<Record<string, string> | undefined>

/** A response with a text for a body, its headers by their lowercase names, and the account of the caller for the access line. */
export type TextReply = {
  status: number
  text: string
  headers: Record<string, string>
  account?: string | undefined
}

/** A handler that needs no Request and makes no Response of a text: those two cost more than most of what it does. */
type PlainHandler = (request: PlainRequest, context: { params: RouteParams }) => Promise<TextReply | Response>

const plain = new WeakMap<Handler, PlainHandler>()

/** A plain handler as Next calls it. */
export function handlerOf(handle: PlainHandler): Handler {
  const handler: Handler = async (request, context) => asResponse(await handle(request, context))
  plain.set(handler, handle)
  return handler
}

export function plainHandlerOf(handler: Handler): PlainHandler | undefined {
  return plain.get(handler)
}

export function asResponse(reply: TextReply | Response): Response {
  return reply instanceof Response ? reply : new Response(reply.text, reply)
}
