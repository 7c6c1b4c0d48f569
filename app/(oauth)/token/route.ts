import { responseOfEngine } from '#lib/oauth/node-adapter.ts'

/** Exchanges a code or a refresh token for tokens. */
export const POST = (request: Request) => responseOfEngine(request)
export const OPTIONS = POST
