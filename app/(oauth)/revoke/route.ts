import { responseOfEngine } from '#lib/oauth/node-adapter.ts'

/** Ends a token (RFC 7009). */
export const POST = (request: Request) => responseOfEngine(request)
export const OPTIONS = POST
