/** The app in bench/peers/next-prisma, built once for its sources outside of them. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import next from 'next'
import { serve } from '#bench/servers/child.ts'
import { env } from '#lib/process/env.ts'

const SOURCES = 'bench/peers/next-prisma'
const FOLDER = '.test/next-prisma'

build()
const app = next({ dev: false, dir: FOLDER, hostname: '127.0.0.1', port: env().PORT })
await app.prepare()
const handle = app.getRequestHandler()
await serve((request, response) => void handle(request, response))

function build(): void {
  const hash = createHash('sha256')
  for (const file of globSync([`${SOURCES}/**/*.*`, 'bench/servers/*.ts', 'lib/database/client.ts']).sort())
    hash.update(readFileSync(file))
  const stamp = hash.digest('hex')
  const stampFile = join(FOLDER, 'sources.sha256')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  rmSync(FOLDER, { recursive: true, force: true })
  cpSync(SOURCES, FOLDER, { recursive: true })
  const program = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const { status } = spawnSync(process.execPath, [program, 'build', FOLDER], {
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`The build of ${SOURCES} failed.`)
  writeFileSync(stampFile, stamp)
}
