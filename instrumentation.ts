import type { Instrumentation } from 'next'

/** Errors that reach Next itself, from pages and actions, go to the same log as everything else. */
export const onRequestError: Instrumentation.onRequestError = async (err, request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { log } = await import('#lib/log.ts')
  log().error(
    { err, method: request.method, route: context.routePath, kind: context.routeType },
    'request failed',
  )
}
