/** The process responds. It checks nothing behind it. */
export function GET() {
  return Response.json({ status: 'ok' })
}
