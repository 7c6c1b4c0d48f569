import { answerOfEngine } from '#lib/oauth/bridge.ts'

/** Ends a token (RFC 7009). */
export const POST = (request: Request) => answerOfEngine(request)
export const OPTIONS = POST
