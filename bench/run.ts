/**
 * `npm run bench`: what the product's hot paths cost beside the least that they could cost, on this machine.
 * `node bench/run.ts [orders] [capture] ... [--rounds 3] [--seconds 8] [--rows 1000000] [--beside prisma,...] [--results] [--json file]`
 */
import { parseArgs } from 'node:util'
import { openCluster } from '#bench/cluster.ts'
import { machine, markdown, type Options, writeJson, writeResults } from '#bench/report.ts'
import { capture } from '#bench/scenarios/capture.ts'
import { filters } from '#bench/scenarios/filters.ts'
import { lists } from '#bench/scenarios/lists.ts'
import { numbers } from '#bench/scenarios/numbers.ts'
import { orders } from '#bench/scenarios/orders.ts'
import { overview } from '#bench/scenarios/overview.ts'
import { page } from '#bench/scenarios/page.ts'
import { pages } from '#bench/scenarios/pages.ts'
import { PEERS, type Peer, type Result, type Scenario } from '#bench/scenarios/scenario.ts'
import { search } from '#bench/scenarios/search.ts'
import { start } from '#bench/scenarios/start.ts'
import { tokens } from '#bench/scenarios/tokens.ts'
import { tools } from '#bench/scenarios/tools.ts'
import { trips } from '#bench/scenarios/trips.ts'
import { wallets } from '#bench/scenarios/wallets.ts'
import { webhooks } from '#bench/scenarios/webhooks.ts'
import { weight } from '#bench/scenarios/weight.ts'
import { buildFolder, serverPids } from '#bench/servers/launch.ts'
import { ensureBuild } from '#scripts/build.ts'
import { complain } from '#scripts/complain.ts'

const SCENARIOS: Record<string, Scenario> = {
  ...{ trips, orders, capture, wallets, lists, page, pages, filters, search, overview, numbers },
  // Tools last: they write the costs that the guide publishes, after which the pages have to be built again.
  ...{ webhooks, tokens, start, weight, tools },
}

const RESULTS = 'bench/RESULTS.md'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  await run()
  process.exit() // The schema engine leaves a timer of ten seconds behind.
} catch (error) {
  complain(error)
  process.exit(1)
}

async function run(): Promise<void> {
  const { names, options, json, beside, keep } = readArguments()
  // Else `npm start` would build the pages again beneath servers that run already, and they would respond with 500.
  const folder = buildFolder()
  if (folder) await ensureBuild(folder)
  const before = machine()
  const cluster = await openCluster()
  const { postmaster, checkpoint } = cluster
  const conditions = { ...options, postmaster, checkpoint, own: serverPids }
  const results: Result[] = []
  try {
    for (const name of names) {
      process.stderr.write(`${name} `)
      results.push(await (SCENARIOS[name] as Scenario)({ cluster, conditions, rows: options.rows, beside }))
      process.stderr.write('\n')
    }
  } finally {
    // A scenario that fails does not take with it what the others have measured.
    await cluster.stop()
    if (results.length > 0) console.log(markdown(results, before, options))
    if (keep && results.length > 0) writeResults(RESULTS, results, before, options)
    if (json && results.length > 0) writeJson(json, results, before, options)
  }
}

function readArguments() {
  const text = { type: 'string' } as const
  const flags = { rounds: text, seconds: text, rows: text, json: text, beside: text }
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...flags, results: { type: 'boolean' } },
  })
  const options: Options = {
    rounds: Number(values.rounds ?? 3),
    seconds: Number(values.seconds ?? 8),
    rows: Number(values.rows ?? 1_000_000),
  }
  const beside = (values.beside ?? '').split(',').filter(Boolean)
  assertKnown('scenario', positionals, Object.keys(SCENARIOS))
  assertKnown('peer', beside, PEERS)
  return {
    names: positionals.length > 0 ? positionals : Object.keys(SCENARIOS),
    options,
    json: values.json,
    beside: beside as Peer[],
    keep: values.results === true,
  }
}

function assertKnown(what: string, given: string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name))
  if (unknown) throw new Error(`There is no ${what} ${unknown}; there are ${known.join(', ')}.`)
}
