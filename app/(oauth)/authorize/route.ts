import { responseOfEngine } from '#lib/oauth/node-adapter.ts'

/** Where an app sends a user to ask for access. */
export const GET = (request: Request) => responseOfEngine(request)
