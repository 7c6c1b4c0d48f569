import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DATA_DIR } from '#bench/cluster.ts'
import { paymentsInstance } from '#bench/data/payments-instance.ts'
import { openInstance, settings } from '#bench/instance.ts'
import { type Entrant, measure } from '#bench/measure.ts'
import { target } from '#bench/scenarios/orders.ts'
import { entrantOf, NO_BUILD, type Result, type Setting, WITHOUT_WORKER } from '#bench/scenarios/scenario.ts'
import { buildFolder, launch } from '#bench/servers/launch.ts'

/** Until the first rows of a large table are being read. */
const UNDER_WAY_MS = 3000

/**
 * What a backup costs those who create orders meanwhile, in turns with none, and how long a whole one of so many payments
 * takes: with nothing else to do, and while orders come as fast as the server responds.
 */
export async function backup({ cluster, conditions, rows }: Setting): Promise<Result> {
  if (buildFolder() === undefined) return { outcomes: [], plans: [], notes: [NO_BUILD] }
  const stored = await paymentsInstance(cluster, rows)
  await stored.close()
  // Orders are written to a copy, so that the lists of other scenarios stay as they are.
  const url = await cluster.copy(stored.url, 'bench_backup')
  const instance = await openInstance(url)
  const server = await launch('start', url, WITHOUT_WORKER)
  const backups = new Set<ChildProcess>()
  const begin = () => takeBackup(url, folder, backups)
  const own = () => [...conditions.own(), ...[...backups].map(({ pid = 0 }) => pid)]
  const folder = mkdtempSync(join(DATA_DIR, 'backups-'))
  try {
    const orders = entrantOf(server, target(instance))
    const outcome = await measure(
      `orders beside a backup, ${rows.toLocaleString('en')} rows`,
      [{ ...orders, name: 'no backup' }, besideBackup(orders, begin)],
      { ...conditions, own },
    )
    const alone = await secondsOf(begin())
    const loaded = begin()
    const over = new AbortController()
    const load = sendWhile(orders, over.signal)
    const seconds = await secondsOf(loaded)
    over.abort()
    const responses = await load
    const of = `backup of ${rows.toLocaleString('en')} payments`
    return {
      outcomes: [outcome],
      plans: [],
      figures: [
        { what: of, value: alone, unit: 's' },
        { what: `${of}, beside orders`, value: seconds, unit: 's' },
      ],
      notes: [`${Math.round(responses / seconds)} orders a second were created during the last backup.`],
    }
  } finally {
    await server.stop()
    await instance.close()
    await cluster.drop('bench_backup')
    rmSync(folder, { recursive: true })
  }
}

/** The same load while a backup is under way, which is broken off afterwards. */
function besideBackup(orders: Entrant, begin: () => Backup): Entrant {
  let running: Backup | undefined
  return {
    ...orders,
    name: 'during a backup',
    async prepare() {
      running = begin()
      await sleep(UNDER_WAY_MS)
    },
    async run(seconds) {
      running ??= begin()
      const load = await orders.run(seconds)
      if (running.child.exitCode !== null)
        throw new Error('The backup had ended before the load: use more --rows.')
      running.child.kill()
      await running.ended
      running = undefined
      return load
    },
  }
}

type Backup = { child: ChildProcess; ended: Promise<unknown>; begun: number }

function takeBackup(url: string, folder: string, running: Set<ChildProcess>): Backup {
  const child = spawn(process.execPath, ['bench/servers/backup.ts', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settings(url) },
  })
  running.add(child)
  const ended = once(child, 'close').then(() => running.delete(child))
  return { child, ended, begun: performance.now() }
}

async function secondsOf({ child, ended, begun }: Backup): Promise<number> {
  await ended
  if (child.exitCode !== 0) throw new Error(`The backup ended with ${child.exitCode}.`)
  return (performance.now() - begun) / 1000
}

/** @returns how many responses there were */
async function sendWhile({ run }: Entrant, signal: AbortSignal): Promise<number> {
  let requests = 0
  while (!signal.aborted) requests += (await run(2)).requests
  return requests
}
