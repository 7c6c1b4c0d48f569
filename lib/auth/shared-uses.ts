/** How often callers come, as servers of one database tell each other with their heartbeats. */

/** Requests of each caller since the server began to count them, which only grow. */
export type Uses = Readonly<Record<string, number>>

export type SharedUses = {
  /** A request of a caller was let through. */
  count(caller: string): void
  /** What this server reports to the others. */
  report(): Uses
  /** What living others have reported, by process. Counts begin with the first report of each. */
  heard(others: ReadonlyMap<string, Uses>): void
  /** Sets what is called when a report is due soon, since a caller comes often. */
  onHurry(hurry: () => void): void
}

/** A caller that has not come for so long, in milliseconds, is not reported any more. */
const QUIET_MS = 10_000
/** The most callers in a report. */
const MOST = 1000
/** The part of the limit by second that all servers together may let through before they tell each other. */
const UNTOLD = 0.2

/**
 * Nothing is counted while this server is the only one, and no request waits for the others.
 * @param add is called with what a caller has used elsewhere
 */
export function openSharedUses(perSecond: number, add: (caller: string, uses: number) => void): SharedUses {
  const own = new Map<string, { total: number; untold: number; at: number }>()
  let known: ReadonlyMap<string, Uses> = new Map()
  let hurry = () => {}

  return {
    count(caller) {
      if (known.size === 0) return
      const uses = own.get(caller) ?? { total: 0, untold: 0, at: 0 }
      uses.total += 1
      uses.untold += 1
      uses.at = performance.now()
      own.set(caller, uses)
      if (uses.untold >= (UNTOLD * perSecond) / (known.size + 1)) hurry()
    },
    report() {
      const since = performance.now() - QUIET_MS
      for (const [caller, uses] of own)
        if (uses.at < since) own.delete(caller)
        else uses.untold = 0
      const most = [...own].sort(([, one], [, other]) => other.at - one.at).slice(0, MOST)
      return Object.fromEntries(most.map(([caller, { total }]) => [caller, total]))
    },
    heard(others) {
      for (const [id, uses] of others) {
        const before = known.get(id)
        if (before === undefined) continue
        for (const [caller, total] of Object.entries(uses)) {
          const more = total - (before[caller] ?? 0)
          if (more > 0) add(caller, more)
        }
      }
      known = others
      if (others.size === 0) own.clear()
    },
    onHurry(called) {
      hurry = called
    },
  }
}
