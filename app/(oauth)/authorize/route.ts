import { answerOfEngine } from '#lib/oauth/bridge.ts'

/** Where a program sends a person to be let act for them. */
export const GET = (request: Request) => answerOfEngine(request)
