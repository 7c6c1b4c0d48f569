/** The process answers. Nothing behind it is looked at. */
export function GET() {
  return Response.json({ status: 'ok' })
}
