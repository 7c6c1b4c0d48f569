/** The whole product through Next: pages, and /v1 as route handlers. */
import next from 'next'
import { serve } from '#bench/servers/child.ts'
import { env } from '#lib/process/env.ts'

const app = next({ dev: false, dir: process.cwd(), hostname: '127.0.0.1', port: env().PORT })
await app.prepare()
const handle = app.getRequestHandler()
await serve((request, response) => void handle(request, response))
