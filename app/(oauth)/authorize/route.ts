import { answerOfEngine } from '#lib/oauth/bridge.ts'

/** Where an app sends a user to ask for access. */
export const GET = (request: Request) => answerOfEngine(request)
