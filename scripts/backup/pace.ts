/**
 * A backup leaves the processors to requests, and takes what they leave. The priority of its processes does not see to that
 * alone: where Linux shares the processors by session or by control group, it counts among the processes of one group, and
 * the server's is another.
 */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorTimeOf, TICKS } from '#scripts/postgres/processes.ts'

/** What a backup takes of all processors however busy they are: it has to end. */
const LEAST = 0.12

/** Others grow by more than they are seen to use, once they are let: what they use counts as this much more. */
const ROOM = 1.25

/** Ticks of 10 ms tell the time of shorter stretches badly. */
const STRETCH_MS = 200
const LONGEST_PAUSE_MS = 3000

/** Processor time since the start of the machine, of it all and of the backup alone, in seconds, and when that was, too. */
export type Look = { at: number; busy: number; own: number }

/**
 * How long to rest after a stretch of work, in seconds.
 * @param before the beginning of the pause that the stretch came after, from which on others are looked at
 * @param begun the beginning of the stretch
 */
export function restAfter(before: Look, begun: Look, now: Look, processors: number): number {
  const whole = Math.max(now.at - before.at, 0.001) * processors
  const others = Math.max(0, now.busy - before.busy - (now.own - before.own)) / whole
  const allowed = Math.max(LEAST, 1 - ROOM * others)
  const rest = (now.own - begun.own) / processors / allowed - (now.at - begun.at)
  return Math.max(0, Math.min(rest, LONGEST_PAUSE_MS / 1000))
}

/**
 * Rests between the parts of a backup, so that it takes the share of the processors that others leave. On Linux.
 * @param backends process ids on this machine that work for the backup, too
 * @returns what is called after each part
 */
export function pace(backends: number[]): () => Promise<void> {
  if (process.platform !== 'linux') return async () => undefined
  const processors = cpus().length
  let before = look(backends)
  let begun = before
  let resting: Promise<void> | undefined
  return async () => {
    // Of parts that end at the same time, the first tells how long all of them rest.
    if (resting) return await resting
    if (performance.now() - begun.at * 1000 < STRETCH_MS) return
    const now = look(backends)
    const seconds = restAfter(before, begun, now, processors)
    before = now
    resting = sleep(seconds * 1000)
    await resting
    resting = undefined
    begun = look(backends)
  }
}

function look(backends: number[]): Look {
  const { user, system } = process.cpuUsage()
  const theirs = backends.reduce((sum, pid) => sum + processorTimeOf(pid), 0)
  return { at: performance.now() / 1000, busy: busyTime(), own: (user + system) / 1e6 + theirs }
}

/** All processors together: user, nice, system, interrupts, and what the host took away; not idle, not waiting for disks. */
function busyTime(): number {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user + nice + system + irq + softirq + steal) / TICKS
}
