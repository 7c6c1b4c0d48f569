import { runtime } from '#lib/runtime.ts'

/** 200 once the database answers and its tables and queue are there; 503 until then. */
export async function readiness(): Promise<Response> {
  try {
    await runtime().query('SELECT (SELECT count(*) FROM accounts), (SELECT count(*) FROM pgboss.queue)', [])
    return Response.json({ status: 'ready' })
  } catch {
    return Response.json({ status: 'starting' }, { status: 503, headers: { 'retry-after': '1' } })
  }
}
