import type { Acquirer } from './port.ts'

/** The calls at which a process can be made to die. */
const CALLS = ['authorize', 'confirm', 'capture', 'refund', 'payout'] as const

/**
 * For tests of what a crash leaves behind: the process kills itself as `kill -9` would, once the bank has done what
 * was asked and before the desk has recorded it. `points` lists the calls: "capture,refund".
 */
export function withFaultPoints(acquirer: Acquirer, points: string): Acquirer {
  const deadly = new Set(points.split(',').map((point) => point.trim()))
  const wrapped = { ...acquirer }
  for (const call of CALLS) {
    if (!deadly.has(call)) continue
    const ask = acquirer[call] as (...parameters: unknown[]) => Promise<unknown>
    Object.assign(wrapped, {
      async [call](...parameters: unknown[]) {
        await ask(...parameters)
        process.kill(process.pid, 'SIGKILL')
        // Never answers: the signal ends the process before it could.
        return new Promise(() => {})
      },
    })
  }
  return wrapped
}
