import { responseOfEngine } from '#lib/oauth/node-adapter.ts'

/** Tells a client of its own tokens (RFC 7662). */
export const POST = (request: Request) => responseOfEngine(request)
export const OPTIONS = POST
