#!/usr/bin/env node
// `npx counterfoil …`: `listen` is plain JavaScript. The other commands are those of `npm run counterfoil`, and without one the
// server starts. The package of npm has all of them as they were built, since Node runs no TypeScript out of node_modules.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { listen } from './listen.mjs'
import { assertNode } from './node-version.mjs'

if (!existsSync(new URL('../scripts', import.meta.url))) runFromPackage()
const [command, ...args] = process.argv.slice(2)
if (command === 'listen') process.exitCode = await listen(args)
else if (command === undefined || command === 'start') await import('../scripts/start.mjs')
else {
  assertNode()
  const { runEntry } = await import('../scripts/entry.ts')
  await runEntry('counterfoil')
}

/** See lib/process/application-files.ts. */
function runFromPackage() {
  const folder = fileURLToPath(new URL('..', import.meta.url)).slice(0, -1)
  const { config } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  Object.assign(process.env, { COUNTERFOIL_PACKAGE: folder, BUILD_DIR: config.build_dir })
}
