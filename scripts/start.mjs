// @ts-check
/**
 * `npm start`: database, migrations, demo merchant, build, worker, server; and all of it stopped in the reverse order.
 * `npm run dev`: the same on the same data folder, with Next's development server in place of the build.
 */
import { totalmem } from 'node:os'
import { resolve } from 'node:path'
import { assertGenerated, assertNode } from '../bin/node-version.mjs'

assertNode()
economize()
assertGenerated()
// Before anything else is loaded: the second start then takes two thirds of the time. An old Node does not have it.
const { enableCompileCache } = await import('node:module')
enableCompileCache(resolve('node_modules/.cache/compile'))
if (process.argv.includes('--dev')) await import('#scripts/server.ts')
else await (await import('#scripts/entry.ts')).runEntry('server')

/**
 * On a machine or in a container with less than 1 GB, Node starts again in this process, with options that take less memory
 * and more time: they can be given at a start only. A function, since it is called before the modules below are loaded.
 */
function economize() {
  // A very large number where there is no limit, or 0.
  const limit = process.constrainedMemory() || Infinity
  const megabytes = Math.min(limit, totalmem()) / 2 ** 20
  const isDone = process.execArgv.includes('--optimize-for-size')
  if (megabytes >= 1000 || isDone || process.execve === undefined || process.platform === 'win32') return
  const options = [
    ...process.execArgv.filter((option) => !/^--(max-semi-space-size|heap-growing-percent)\b/.test(option)),
    '--optimize-for-size',
    '--max-semi-space-size=2',
    `--max-old-space-size=${Math.max(256, Math.floor(megabytes * 0.6))}`,
  ]
  // Threads of the C library share heaps, which otherwise keep what they were given.
  const env = { ...process.env, MALLOC_ARENA_MAX: '2' }
  process.execve(process.execPath, [process.execPath, ...options, ...process.argv.slice(1)], env)
}
