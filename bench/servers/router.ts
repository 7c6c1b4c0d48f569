/** The product's handlers of /v1 as `npm start` serves them, with nothing behind. */
import { serve } from '#bench/servers/child.ts'
import { createRouter } from '#lib/testing/loaded-router.ts'

await serve(await createRouter((_request, response) => response.writeHead(404).end()))
