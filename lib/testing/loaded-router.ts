import type { RequestListener } from 'node:http'
import { openRouter } from '#lib/server/router.ts'
import { SINGLE_ROUTES } from '#scripts/single-routes.ts'

/** The router before Next, with /v1 loaded. */
export async function createRouter(next: RequestListener): Promise<RequestListener> {
  const router = openRouter(next, SINGLE_ROUTES)
  await router.load()
  return router.listener
}
