import { refused } from '#lib/pipeline/errors.ts'
import type { Acquirer } from '#lib/ports/acquirer.ts'
import { watchedCall } from './watched-call.ts'

/**
 * An acquirer whose every call has a timeout. The call may still succeed at the bank: the caller asks `status` for
 * its reference later, or repeats the call.
 * @throws acquirer_unavailable without a response after `milliseconds`
 */
export function withTimeout(acquirer: Acquirer, milliseconds: number): Acquirer {
  const inTime = <R extends object>(what: string, call: () => Promise<R>): Promise<R> =>
    watchedCall({ call: what, acquirer: acquirer.name, live: false }, () => raced(what, call))

  async function raced<R>(what: string, call: () => Promise<R>): Promise<R> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const cause = new Error(`${acquirer.name} did not respond to ${what} within ${milliseconds} ms.`)
        reject(refused('acquirer_unavailable', undefined, { cause }))
      }, milliseconds)
    })
    try {
      return await Promise.race([call(), late])
    } finally {
      clearTimeout(timer)
    }
  }

  const { decidePayout } = acquirer
  return {
    name: acquirer.name,
    ...(acquirer.upiLinks ? { upiLinks: true } : {}),
    authorize: (request) => inTime('authorize', () => acquirer.authorize(request)),
    confirm: (reference, response, about) =>
      inTime('confirm', () => acquirer.confirm(reference, response, about)),
    capture: (request) => inTime('capture', () => acquirer.capture(request)),
    void: (request) => inTime('void', () => acquirer.void(request)),
    refund: (request) => inTime('refund', () => acquirer.refund(request)),
    payout: (request) => inTime('payout', () => acquirer.payout(request)),
    settle: (request) => inTime('settle', () => acquirer.settle(request)),
    ...(decidePayout
      ? { decidePayout: (request, end) => inTime('decidePayout', () => decidePayout(request, end)) }
      : {}),
    status: (reference, about) => inTime('status', () => acquirer.status(reference, about)),
  }
}
