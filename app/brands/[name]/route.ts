import { brandFile } from '#lib/surfaces/public-files.ts'

/** A brand colour as a stylesheet: pages allow no styles in their elements. */
export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return brandFile((await params).name) ?? new Response('There is no such stylesheet.\n', { status: 404 })
}
