/** Node's sampling profiler, for every process of Node that begins after it was asked for. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DATA_DIR } from '#bench/cluster.ts'
import type { CpuProfile } from '#bench/profile/functions.ts'

const FOLDER = join(DATA_DIR, 'profiles')
/** Microseconds between two samples of the profiler. */
const INTERVAL = 500

/** The NODE_OPTIONS of a process that is profiled; profiles of an earlier run are gone then. */
export function profilerOptions(): string {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  return `--cpu-prof --cpu-prof-dir=${FOLDER} --cpu-prof-interval=${INTERVAL}`
}

/** The monotonic clock of the machine, by which the profiler tells time. */
export function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** The profile of the main thread, which is written when the process ends. */
export async function cpuProfileOf(pid: number): Promise<CpuProfile> {
  for (let tries = 0; tries < 200; tries += 1) {
    const name = existsSync(FOLDER) && readdirSync(FOLDER).find((file) => file.includes(`.${pid}.0.`))
    const text = name ? readFileSync(join(FOLDER, name), 'utf8') : ''
    if (text.endsWith('}')) return JSON.parse(text) as CpuProfile
    await sleep(100)
  }
  throw new Error(`The process ${pid} wrote no profile.`)
}
