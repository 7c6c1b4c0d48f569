import { requireStaff } from '#lib/auth/staff.ts'
import { eventSchema } from '#lib/surfaces/event-catalogue.ts'

type Context = { params: Promise<{ event: string }> }

/** The JSON Schema of an event body, for generating types. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  await requireStaff()
  const schema = eventSchema((await params).event)
  if (!schema) return new Response('Unknown event.\n', { status: 404 })
  return Response.json(schema, { headers: { 'content-type': 'application/schema+json; charset=utf-8' } })
}
