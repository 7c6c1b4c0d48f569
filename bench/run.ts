/**
 * `npm run bench`: what the product's hot paths cost beside the least that they could cost, on this machine.
 * `node bench/run.ts [orders] [capture] [lists] [page] [wallets] [webhooks] [tokens] [tools] [--rounds 3] [--seconds 8] [--rows 1000000] [--json file]`
 */
import { parseArgs } from 'node:util'
import { openCluster } from '#bench/cluster.ts'
import { machine, markdown, type Options, writeJson } from '#bench/report.ts'
import { capture } from '#bench/scenarios/capture.ts'
import { lists } from '#bench/scenarios/lists.ts'
import { orders } from '#bench/scenarios/orders.ts'
import { page } from '#bench/scenarios/page.ts'
import type { Result, Scenario } from '#bench/scenarios/scenario.ts'
import { tokens } from '#bench/scenarios/tokens.ts'
import { tools } from '#bench/scenarios/tools.ts'
import { wallets } from '#bench/scenarios/wallets.ts'
import { webhooks } from '#bench/scenarios/webhooks.ts'
import { serverPids } from '#bench/servers/launch.ts'
import { complain } from '#scripts/complain.ts'

const SCENARIOS: Record<string, Scenario> = { orders, capture, lists, page, wallets, webhooks, tokens, tools }

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  await run()
  process.exit() // The schema engine leaves a timer of ten seconds behind.
} catch (error) {
  complain(error)
  process.exit(1)
}

async function run(): Promise<void> {
  const { names, options, json } = readArguments()
  const before = machine()
  const cluster = await openCluster()
  const { postmaster, checkpoint } = cluster
  const conditions = { ...options, postmaster, checkpoint, own: serverPids }
  const results: Result[] = []
  try {
    for (const name of names) {
      process.stderr.write(`${name} `)
      results.push(await (SCENARIOS[name] as Scenario)({ cluster, conditions, rows: options.rows }))
      process.stderr.write('\n')
    }
  } finally {
    // A scenario that fails does not take with it what the others have measured.
    await cluster.stop()
    if (results.length > 0) console.log(markdown(results, before, options))
    if (json && results.length > 0) writeJson(json, results, before, options)
  }
}

function readArguments(): { names: string[]; options: Options; json: string | undefined } {
  const text = { type: 'string' } as const
  const options = { rounds: text, seconds: text, rows: text, json: text }
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const unknown = positionals.find((name) => !(name in SCENARIOS))
  if (unknown)
    throw new Error(`There is no scenario ${unknown}; there are ${Object.keys(SCENARIOS).join(', ')}.`)
  return {
    names: positionals.length > 0 ? positionals : Object.keys(SCENARIOS),
    options: {
      rounds: Number(values.rounds ?? 3),
      seconds: Number(values.seconds ?? 8),
      rows: Number(values.rows ?? 1_000_000),
    },
    json: values.json,
  }
}
