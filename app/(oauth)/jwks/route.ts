import { answerOfEngine } from '#lib/oauth/bridge.ts'

/** The keys of the authorization server. Its tokens are opaque, so nobody needs them. */
export const GET = (request: Request) => answerOfEngine(request)
export const OPTIONS = GET
