import { typeface } from '#lib/surfaces/public-files.ts'

/** The faces of the pages that Next does not build, such as that of a bill. */
export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return (await typeface((await params).name)) ?? new Response('There is no such face.\n', { status: 404 })
}
