// @ts-check
/**
 * `npm start`: database, migrations, demo merchant, build, worker, server; and all of it stopped in the reverse order.
 * `npm run dev`: the same on the same data folder, with Next's development server in place of the build.
 * `npx counterfoil`: the same from the package of npm, which is built already.
 */
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { assertGenerated, assertNode } from '../bin/node-version.mjs'

/** The folder of the package of npm: bin/counterfoil.mjs. */
const folder = process.env.COUNTERFOIL_PACKAGE

assertNode()
setOptions()
if (folder === undefined) assertGenerated()
// Before anything else is loaded: the second start then takes two thirds of the time. An old Node does not have it.
const { enableCompileCache } = await import('node:module')
enableCompileCache(join(folder ?? process.cwd(), 'node_modules/.cache/compile'))
const { runEntry } = await import('./entry.ts')
await runEntry('server', !process.argv.includes('--dev'))

/**
 * Node starts again in this process where options are missing that can be given at a start only. On a machine or in a container
 * with less than 1 GB they take less memory and more time. Otherwise `npm start` has given them, and `npx counterfoil` cannot.
 * A function, since it is called before the modules below are loaded.
 */
function setOptions() {
  // A sandbox gets them from its command, with a channel that would be lost.
  if (process.execve === undefined || process.platform === 'win32' || process.connected) return
  // A very large number where there is no limit, or 0.
  const limit = process.constrainedMemory() || Infinity
  const megabytes = Math.min(limit, totalmem()) / 2 ** 20
  const isSmall = megabytes < 1000
  const options = isSmall
    ? [
        '--optimize-for-size',
        '--max-semi-space-size=2',
        `--max-old-space-size=${Math.max(256, Math.floor(megabytes * 0.6))}`,
      ]
    : ['--max-semi-space-size=32', '--heap-growing-percent=100']
  if (process.execArgv.includes(options[0] ?? '') || !(isSmall || folder)) return
  const given = process.execArgv.filter(
    (option) => !/^--(max-semi-space-size|heap-growing-percent)\b/.test(option),
  )
  // Threads of the C library share heaps, which otherwise keep what they were given.
  const env = { ...process.env, ...(isSmall ? { MALLOC_ARENA_MAX: '2' } : {}) }
  process.execve(process.execPath, [process.execPath, ...given, ...options, ...process.argv.slice(1)], env)
}
