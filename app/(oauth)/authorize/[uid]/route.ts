import { responseOfEngine } from '#lib/oauth/node-adapter.ts'

/** Where the consent screen goes on to, with what was decided. */
export const GET = (request: Request) => responseOfEngine(request)
