import { refused } from '#lib/pipeline/errors.ts'
import type { Acquirer } from '#lib/ports/acquirer.ts'

/**
 * An acquirer whose every call has a timeout. The call may still succeed at the bank: the caller asks `status` for
 * its reference later, or repeats the call.
 * @throws acquirer_unavailable without a response after `milliseconds`
 */
export function withTimeout(acquirer: Acquirer, milliseconds: number): Acquirer {
  async function inTime<T>(call: Promise<T>, what: string): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const cause = new Error(`${acquirer.name} did not respond to ${what} within ${milliseconds} ms.`)
        reject(refused('acquirer_unavailable', undefined, { cause }))
      }, milliseconds)
    })
    try {
      return await Promise.race([call, late])
    } finally {
      clearTimeout(timer)
    }
  }

  const { decidePayout } = acquirer
  return {
    name: acquirer.name,
    ...(acquirer.upiLinks ? { upiLinks: true } : {}),
    authorize: (request) => inTime(acquirer.authorize(request), 'authorize'),
    confirm: (reference, response, about) => inTime(acquirer.confirm(reference, response, about), 'confirm'),
    capture: (request) => inTime(acquirer.capture(request), 'capture'),
    void: (request) => inTime(acquirer.void(request), 'void'),
    refund: (request) => inTime(acquirer.refund(request), 'refund'),
    payout: (request) => inTime(acquirer.payout(request), 'payout'),
    settle: (request) => inTime(acquirer.settle(request), 'settle'),
    ...(decidePayout
      ? { decidePayout: (request, end) => inTime(decidePayout(request, end), 'decidePayout') }
      : {}),
    status: (reference, about) => inTime(acquirer.status(reference, about), 'status'),
  }
}
