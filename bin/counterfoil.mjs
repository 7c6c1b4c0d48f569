#!/usr/bin/env node
// `npx counterfoil …`: `listen` is plain JavaScript, since Node runs no TypeScript out of node_modules, where npx puts it.
// Every other command is that of `npm run counterfoil` in a checkout.
import { listen } from './listen.mjs'
import { assertNode } from './node-version.mjs'

const [command, ...args] = process.argv.slice(2)
if (command === 'listen') process.exitCode = await listen(args)
else {
  assertNode()
  const { runEntry } = await import('../scripts/entry.ts')
  await runEntry('counterfoil')
}
