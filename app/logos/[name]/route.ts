import { logoFile } from '#lib/surfaces/public-files.ts'

/** The logo of a merchant, for pages of payers and bills. */
export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  return (await logoFile((await params).name)) ?? new Response('There is no such logo.\n', { status: 404 })
}
