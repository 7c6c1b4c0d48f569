/** Processor time as Linux counts it in /proc, in seconds. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** The CPU time of one stretch: of the measured server, the database, the load, and everything else. */
export type Usage = { seconds: number; server: number; database: number; load: number; others: number }

export const CORES = availableParallelism()

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/**
 * Begins to measure; call the result to end and get the CPU time since. `others` is the rest of the machine; a share
 * of it is the kernel working for us (writing to disk, the loopback device), so it is never zero.
 */
export function startMeter(options: { server: number; postmaster: number; own: number[] }): () => Usage {
  const read = () => {
    const pids = [...new Set([...options.own, process.pid])]
    return {
      at: performance.now() / 1000,
      server: timeOf(options.server),
      database: timeOfPostmaster(options.postmaster),
      load: timeOf(process.pid),
      // A child process that the bench waited for, such as pgbench, counts its own CPU time as well.
      own: pids.reduce((sum, pid) => sum + timeOf(pid), 0) + (statOf(process.pid)?.ended ?? 0),
      busy: busyTime(),
    }
  }
  const before = read()
  return () => {
    const after = read()
    const database = after.database - before.database
    return {
      seconds: after.at - before.at,
      server: after.server - before.server,
      database,
      load: after.load - before.load,
      others: Math.max(0, after.busy - before.busy - (after.own - before.own) - database),
    }
  }
}

/** User and system time of a process with all its threads; 0 when it is gone. */
export function timeOf(pid: number): number {
  return statOf(pid)?.own ?? 0
}

/** The postmaster, its living children, and those that have ended, whose time it inherits when it waits for them. */
function timeOfPostmaster(postmaster: number): number {
  const head = statOf(postmaster)
  const backends = childrenOf(postmaster).reduce((sum, { own }) => sum + own, 0)
  return (head ? head.own + head.ended : 0) + backends
}

function childrenOf(parent: number): Stat[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => statOf(Number(pid))).filter((stat) => stat?.parent === parent) as Stat[]
}

/** The parent of a process: of a backend, the postmaster. */
export function parentOf(pid: number): number {
  const stat = statOf(pid)
  if (!stat) throw new Error(`There is no process ${pid}.`)
  return stat.parent
}

type Stat = { parent: number; own: number; ended: number }

/** Field 4 of /proc/<pid>/stat is the parent, 14 and 15 its own time, 16 and 17 that of its ended children. */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (index: number) => Number(fields[index - 3]) / TICKS
    return { parent: Number(fields[1]), own: ticks(14) + ticks(15), ended: ticks(16) + ticks(17) }
  } catch {
    return undefined
  }
}

/** All cores together: user, nice, system, and what the host took away (steal); not waiting, not interrupts. */
function busyTime(): number {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = line.trim().split(/\s+/).slice(1).map(Number)
  return (user + nice + system + steal) / TICKS
}
