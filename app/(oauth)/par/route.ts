import { answerOfEngine } from '#lib/oauth/bridge.ts'

/** Takes an authorization request beforehand (RFC 9126). */
export const POST = (request: Request) => answerOfEngine(request)
export const OPTIONS = POST
