import type { RequestListener } from 'node:http'
import { openRouter } from '#lib/server/router.ts'

/** The router before Next, with /v1 loaded. */
export async function createRouter(next: RequestListener): Promise<RequestListener> {
  const router = openRouter(next)
  await router.load()
  return router.listener
}
