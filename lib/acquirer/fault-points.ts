import type { Acquirer } from '#lib/ports/acquirer.ts'

/** The calls at which a process can be made to die. */
const CALLS = ['authorize', 'confirm', 'capture', 'void', 'refund', 'payout', 'settle'] as const

/**
 * For tests of what a crash leaves behind: the process kills itself as `kill -9` would, once the bank has done what
 * was asked and before the server has recorded it. `points` lists the calls: "capture,refund"; "payout:10007" is a
 * payout of that amount alone, where others are on their way.
 */
export function withFaultPoints(acquirer: Acquirer, points: string): Acquirer {
  const deadly = new Map(
    points.split(',').map((point): [call: string, amount: string | undefined] => {
      const [call = '', amount] = point.trim().split(':')
      return [call, amount]
    }),
  )
  const wrapped = { ...acquirer }
  for (const call of CALLS) {
    if (!deadly.has(call)) continue
    const ask = acquirer[call] as (...parameters: unknown[]) => Promise<unknown>
    Object.assign(wrapped, {
      async [call](...parameters: unknown[]) {
        const response = await ask(...parameters)
        const amount = deadly.get(call)
        if (amount !== undefined && Number(amount) !== amountOf(parameters[0])) return response
        process.kill(process.pid, 'SIGKILL')
        // Never responds: the signal ends the process first.
        return new Promise(() => {})
      },
    })
  }
  return wrapped
}

function amountOf(request: unknown): number | undefined {
  return typeof request === 'object' && request !== null && 'amount' in request
    ? Number(request.amount)
    : undefined
}
