import { execFile } from 'node:child_process'
import { existsSync, globSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { DATA_DIR } from '#bench/cluster.ts'
import type { Load } from '#bench/load.ts'
import type { Entrant } from '#bench/measure.ts'

const CLIENTS = 8

/** pgbench with one script, as one of those that are compared; a sentence when it isn't installed. */
export function pgbenchOf(databaseUrl: string, script: string): Entrant | string {
  const program = findPgbench()
  if (!program)
    return 'pgbench is not installed (the embedded PostgreSQL has none; on Debian it is in `postgresql-contrib`). The database alone, asked by this process, stands for it.'
  const file = join(DATA_DIR, 'order.pgbench')
  writeFileSync(file, script.replace(/\n\s+/g, ' ').replace(' WITH', '\nWITH'))
  return {
    name: `pgbench, ${CLIENTS} clients`,
    pid: process.pid,
    run: (seconds) => runPgbench(program, databaseUrl, file, seconds),
  }
}

async function runPgbench(program: string, url: string, file: string, seconds: number): Promise<Load> {
  const flags = ['-n', '-M', 'prepared', '-c', CLIENTS, '-j', 2, '-T', Math.max(1, Math.round(seconds))]
  const { stdout } = await promisify(execFile)(program, [...flags.map(String), '-f', file, url])
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? Number.NaN)
  const requests = figure(/actually processed: (\d+)/)
  const average = figure(/latency average = ([\d.]+)/)
  // It tells no percentiles without a log of every transaction.
  const times = { p50: average, p99: Number.NaN }
  const failed = figure(/failed transactions: (\d+)/)
  return { requests, seconds: requests / figure(/tps = ([\d.]+)/), ...times, failed, statuses: {} }
}

function findPgbench(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file))
}
