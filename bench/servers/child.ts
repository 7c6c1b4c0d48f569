import type { RequestListener } from 'node:http'
import { env } from '#lib/process/env.ts'
import { createServing } from '#lib/server/http-server.ts'

/** Serves with the very server of `npm start`, tells the bench when it listens, and ends with it. */
export async function serve(handler: RequestListener): Promise<void> {
  process.once('disconnect', () => process.exit())
  const { PORT: port, HOST: host } = env()
  await createServing(handler, { port, host }).listen()
  process.send?.('ready')
}
