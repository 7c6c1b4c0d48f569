/**
 * Generates the Prisma client into lib/generated/prisma; runs after every `npm ci`.
 *
 * Prisma's command line would first download a native schema engine, which generating does not use. Naming any
 * existing file as that engine keeps the installation within npm.
 */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const prisma = join(
  dirname(createRequire(import.meta.url).resolve('prisma/package.json')),
  'build',
  'index.js',
)
const started = performance.now()
const { status, stdout, stderr } = spawnSync(process.execPath, [prisma, 'generate'], {
  encoding: 'utf8',
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  },
})
if (status !== 0) {
  console.error(stdout, stderr)
  process.exit(status ?? 1)
}
console.log(`Generated the Prisma client in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
