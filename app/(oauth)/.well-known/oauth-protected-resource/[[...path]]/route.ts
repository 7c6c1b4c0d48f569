import { preflight, resourceMetadata } from '#lib/oauth/metadata.ts'

type Context = { params: Promise<{ path?: string[] }> }

/** For the tools at /mcp alone. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { path = [] } = await params
  const known = path.length === 0 || path.join('/') === 'mcp'
  return known ? resourceMetadata() : Response.json({ error: 'not_found' }, { status: 404 })
}
export const OPTIONS = preflight
