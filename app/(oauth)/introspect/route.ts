import { answerOfEngine } from '#lib/oauth/bridge.ts'

/** Tells a client of its own tokens (RFC 7662). */
export const POST = (request: Request) => answerOfEngine(request)
export const OPTIONS = POST
