import { responseOfEngine } from '#lib/oauth/node-adapter.ts'

/** Takes an authorization request beforehand (RFC 9126). */
export const POST = (request: Request) => responseOfEngine(request)
export const OPTIONS = POST
