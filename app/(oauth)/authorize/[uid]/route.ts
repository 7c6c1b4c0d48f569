import { answerOfEngine } from '#lib/oauth/bridge.ts'

/** Where the consent screen goes on to, with what was decided. */
export const GET = (request: Request) => answerOfEngine(request)
