// @ts-check
/**
 * `npm start`: database, migrations, demo merchant, build, worker, server; and all of it stopped in the reverse order.
 * `npm run dev`: the same on the same data folder, with Next's development server in place of the build.
 */
import { resolve } from 'node:path'
import { assertGenerated, assertNode } from '../bin/node-version.mjs'

assertNode()
assertGenerated()
// Before anything else is loaded: the second start then takes two thirds of the time. An old Node does not have it.
const { enableCompileCache } = await import('node:module')
enableCompileCache(resolve('node_modules/.cache/compile'))
await import('#scripts/server.ts')
