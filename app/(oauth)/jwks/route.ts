import { responseOfEngine } from '#lib/oauth/node-adapter.ts'

/** The keys of the authorization server. Its tokens are opaque, so clients do not need them. */
export const GET = (request: Request) => responseOfEngine(request)
export const OPTIONS = GET
