import type { Instrumentation } from 'next'

/** Errors that reach Next itself, from pages and actions, go to the same log as everything else. */
export const onRequestError: Instrumentation.onRequestError = async (err, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [{ logFault }, { noteOutage }] = await Promise.all([
    import('#lib/process/log.ts'),
    import('#lib/process/outage.ts'),
  ])
  noteOutage(err)
  logFault(
    err,
    { method: request.method, route: context.routePath, kind: context.routeType },
    'A request failed.',
  )
}
