/**
 * `npm run bench`: what the product's hot paths cost beside the least that they could cost, on this machine.
 * `node bench/run.ts [orders] [capture] ... [--rounds 3] [--seconds 8] [--rows 1000000] [--beside prisma,...] [--results] [--against folder] [--json file] [--start-flags="..."]`
 * `node bench/run.ts table [--results]`: every goal with the newest measurement that was kept.
 */
import { parseArgs } from 'node:util'
import { openCluster } from '#bench/cluster.ts'
import { CORES, startMeter } from '#bench/processor.ts'
import { runText, tableText, writeJson, writeResults } from '#bench/report.ts'
import {
  type Circumstances,
  circumstances,
  type Options,
  readStored,
  type Stored,
  withRun,
  writeStored,
} from '#bench/results.ts'
import { acquirer } from '#bench/scenarios/acquirer.ts'
import { backup } from '#bench/scenarios/backup.ts'
import { capture } from '#bench/scenarios/capture.ts'
import { filters } from '#bench/scenarios/filters.ts'
import { html } from '#bench/scenarios/html.ts'
import { importFromGateway } from '#bench/scenarios/import.ts'
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
import { buildFolder, serverPids, setStartFlags } from '#bench/servers/launch.ts'
import { ensureBuild } from '#scripts/build.ts'
import { complain } from '#scripts/complain.ts'

const SCENARIOS: Record<string, Scenario> = {
  trips,
  orders,
  capture,
  acquirer,
  import: importFromGateway,
  wallets,
  lists,
  page,
  pages,
  html,
  filters,
  search,
  overview,
  numbers,
  backup,
  // Tools last: they write the costs that the guide publishes, after which the pages have to be built again.
  webhooks,
  tokens,
  start,
  weight,
  tools,
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  const choice = readArguments()
  if (choice.table) showTable(choice.keep)
  else await run(choice)
  process.exit()
} catch (error) {
  complain(error)
  process.exit(1)
}

/** The goals and their newest measurements, of whatever runs. */
function showTable(keep: boolean): void {
  const stored = readStored()
  console.log(tableText(stored))
  if (keep) writeResults(stored)
}

async function run({ names, options, json, beside, against, keep, flags }: Choice): Promise<void> {
  setStartFlags(flags)
  // Else `npm start` would build the pages again beneath servers that run already, and they would respond with 500.
  const folder = buildFolder()
  if (folder) await ensureBuild(folder)
  const about = circumstances()
  const cluster = await openCluster()
  const { postmaster, checkpoint } = cluster
  const conditions = { ...options, postmaster, checkpoint, own: serverPids }
  const results = new Map<string, Result>()
  try {
    for (const name of names) {
      process.stderr.write(`${name} `)
      const own = { ...circumstances(), commit: about.commit }
      // All servers of a scenario have ended with it, so their time is that of children that were waited for.
      const ended = startMeter({ server: process.pid, postmaster, own: [] })
      const result = await (SCENARIOS[name] as Scenario)({
        cluster,
        conditions,
        rows: options.rows,
        beside,
        against,
      })
      const { others, seconds } = ended()
      results.set(name, result)
      // After each, since a scenario that fails does not take with it what the others have measured.
      if (keep) keepRun(readStored(), name, result, { ...own, others: others / (CORES * seconds) }, options)
      process.stderr.write('\n')
    }
  } finally {
    await cluster.stop()
    if (results.size > 0) console.log(runText(results, about, options))
    if (json && results.size > 0) writeJson(json, results, about, options)
  }
}

function keepRun(stored: Stored, name: string, result: Result, about: Circumstances, options: Options): void {
  const next = withRun(stored, name, result, { ...about, ...options })
  writeStored(next)
  writeResults(next)
}

type Choice = ReturnType<typeof readArguments>

function readArguments() {
  const text = { type: 'string' } as const
  const given = {
    rounds: text,
    seconds: text,
    rows: text,
    json: text,
    beside: text,
    against: text,
    'start-flags': text,
  }
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ...given, results: { type: 'boolean' } },
  })
  const keep = values.results === true
  const flags = values['start-flags']
  if (keep && flags !== undefined)
    throw new Error('Results are kept of `npm start` as it is: leave out --start-flags or --results.')
  const beside = (values.beside ?? '').split(',').filter(Boolean)
  const table = positionals.length === 1 && positionals[0] === 'table'
  if (!table) assertKnown('scenario', positionals, Object.keys(SCENARIOS))
  assertKnown('peer', beside, PEERS)
  const options: Options = {
    rounds: Number(values.rounds ?? 3),
    seconds: Number(values.seconds ?? 8),
    rows: Number(values.rows ?? 1_000_000),
    beside,
  }
  return {
    names: positionals.length > 0 ? positionals : Object.keys(SCENARIOS),
    options,
    json: values.json,
    against: values.against,
    beside: beside as Peer[],
    keep,
    flags,
    table,
  }
}

function assertKnown(what: string, given: string[], known: readonly string[]): void {
  const unknown = given.find((name) => !known.includes(name))
  if (unknown) throw new Error(`There is no ${what} ${unknown}; there are ${known.join(', ')}.`)
}
