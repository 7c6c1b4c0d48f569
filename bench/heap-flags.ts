/**
 * `node bench/heap-flags.ts [--seconds 4] [--rounds 2] [--only "npm start,..."]`: the memory of `npm start` after the load
 * of the scenario `start`, and the processor time of each kind of request, under other flags of Node and settings of
 * malloc, in interleaved rounds.
 */
import { parseArgs } from 'node:util'
import { median } from '#bench/load.ts'
import { memoryOf } from '#bench/memory.ts'
import { CORES, startMeter } from '#bench/processor.ts'
import { table } from '#bench/report.ts'
import { loadsOf, openInstallation, postmasterPid, startInstallation } from '#bench/scenarios/start.ts'
import { buildFolder, setStartFlags } from '#bench/servers/launch.ts'
import { ensureBuild } from '#scripts/build.ts'
import { complain } from '#scripts/complain.ts'

type Variant = { flags?: string; env?: Record<string, string> }

const heap = (young: number, growing: number) =>
  `--max-semi-space-size=${young} --heap-growing-percent=${growing}`
const ARENAS = { MALLOC_ARENA_MAX: '2' }

const VARIANTS: Record<string, Variant> = {
  'npm start': {},
  'young 16': { flags: heap(16, 100) },
  'growing 60': { flags: heap(32, 60) },
  'young 16 + growing 60': { flags: heap(16, 60) },
  'young 8 + growing 60': { flags: heap(8, 60) },
  '2 arenas': { env: ARENAS },
  'young 16 + growing 60 + 2 arenas': { flags: heap(16, 60), env: ARENAS },
}

/** One start with its load: megabytes, and microseconds of the server for each request of a kind. */
type Measured = { first: number; after: number; peak: number; micros: number[]; others: number }

try {
  await compare()
  process.exit()
} catch (error) {
  complain(error)
  process.exit(1)
}

async function compare(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { seconds: text, rounds: text, only: text } })
  const names = values.only?.split(',').map((name) => name.trim()) ?? Object.keys(VARIANTS)
  const unknown = names.find((name) => !VARIANTS[name])
  if (unknown)
    throw new Error(`There is no variant ${unknown}; there are ${Object.keys(VARIANTS).join('; ')}.`)
  const folder = buildFolder()
  if (!folder) throw new Error('Build the pages first: `npm run build`.')
  await ensureBuild(folder)
  const authorization = await openInstallation()
  const found = new Map<string, Measured[]>(names.map((name) => [name, []]))
  for (let round = 0; round < Number(values.rounds ?? 2); round += 1)
    for (const name of names) {
      found.get(name)?.push(await measured(VARIANTS[name] ?? {}, authorization, Number(values.seconds ?? 4)))
      process.stderr.write('.')
    }
  const head = ['variant', 'MB at the start', 'MB after load', 'MB at the peak']
  const rows = [...found].map(([name, all]) => rowOf(name, all))
  console.log(`\n${table([...head, 'order µs', 'list µs', 'page µs', 'others over %'], rows)}`)
}

async function measured({ flags, env }: Variant, authorization: string, seconds: number): Promise<Measured> {
  setStartFlags(flags)
  const server = await startInstallation(env)
  const first = memoryOf(server.pid).now
  const micros: number[] = []
  let others = 0
  for (const { send } of loadsOf(server, authorization)) {
    const ended = startMeter({ server: server.pid, postmaster: postmasterPid(), own: [server.pid] })
    const { requests } = await send(seconds)
    const usage = ended()
    micros.push((usage.server / requests) * 1e6)
    others = Math.max(others, usage.others / (CORES * usage.seconds))
  }
  const { now, peak } = memoryOf(server.pid)
  await server.stop()
  return { first, after: now, peak, micros, others }
}

function rowOf(name: string, all: Measured[]): string[] {
  const middle = (value: (one: Measured) => number) => Math.round(median(all.map(value))).toLocaleString('en')
  return [
    name,
    ...[({ first }: Measured) => first, ({ after }: Measured) => after, ({ peak }: Measured) => peak].map(
      middle,
    ),
    ...[0, 1, 2].map((kind) => middle(({ micros }) => micros[kind] ?? Number.NaN)),
    `${Math.round(Math.max(...all.map(({ others }) => others)) * 100)}`,
  ]
}
