import { answerOfEngine } from '#lib/oauth/bridge.ts'

/** Exchanges a code or a refresh token for tokens. */
export const POST = (request: Request) => answerOfEngine(request)
export const OPTIONS = POST
