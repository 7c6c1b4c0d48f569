/** PostGraphile with its default schema, without keys. */
import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { pool } from '#bench/servers/baseline-pool.ts'
import { serve } from '#bench/servers/child.ts'
import { POSTGRAPHILE } from '#bench/servers/peer-packages.ts'

type PostGraphile = { postgraphile(pool: unknown, schema: string, options: object): RequestListener }

const { postgraphile } = createRequire(import.meta.url)(POSTGRAPHILE.folder) as PostGraphile
const options = { disableQueryLog: true, graphiql: false, dynamicJson: false, ignoreRBAC: true }
await serve(postgraphile(pool, 'public', options))
