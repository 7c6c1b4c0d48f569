import { responseOfEngine } from '#lib/oauth/node-adapter.ts'

/** The redirect of the consent screen, with the decision. */
export const GET = (request: Request) => responseOfEngine(request)
