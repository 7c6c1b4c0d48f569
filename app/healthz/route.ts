/** The process responds. It checks nothing behind it. */
export async function GET() {
  return Response.json({ status: 'ok' })
}
