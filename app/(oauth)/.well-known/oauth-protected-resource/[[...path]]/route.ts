import { preflight, resourceMetadata } from '#lib/oauth/metadata.ts'

type Context = { params: Promise<{ path?: string[] }> }

/** For the tools at /mcp and /mcp/write. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { path = [] } = await params
  const known = ['', 'mcp', 'mcp/write'].includes(path.join('/'))
  if (!known) return Response.json({ error: 'not_found' }, { status: 404 })
  return resourceMetadata(path.length === 2)
}
export const OPTIONS = preflight
