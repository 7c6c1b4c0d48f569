import { expect, test, vi } from 'vitest'
import type { Acquirer } from '#lib/ports/acquirer.ts'
import { card, request, simulatedBank } from '#lib/testing/simulated-bank.ts'
import { withTimeout } from './timeout.ts'

const silence = () => new Promise<never>(() => {})
const silent: Acquirer = {
  name: 'silence',
  authorize: silence,
  confirm: silence,
  capture: silence,
  void: silence,
  refund: silence,
  payout: silence,
  settle: silence,
  status: silence,
}
const input = request(card('4100280000001007'))
const later = { reference: 'r', authorization: 'a', amount: 100, currency: 'INR' }

test('every call to a bank that says nothing ends as acquirer_unavailable', async () => {
  const bank = withTimeout(silent, 5)
  const calls = [
    bank.authorize(input),
    bank.confirm('a', { approved: true }),
    bank.capture(later),
    bank.void({ ...later, speed: 'normal' }),
    bank.refund({ ...later, speed: 'normal' }),
    bank.payout({ ...later, account_number: '1', ifsc: 'HDFC0000001', name: 'A', narration: 'n' }),
    bank.settle(later),
    bank.status('a'),
  ]
  for (const result of await Promise.allSettled(calls)) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { name: 'AppError', reason: 'acquirer_unavailable' },
    })
  }
})

test('a response in time goes through, and its timer is gone', async () => {
  vi.useFakeTimers()
  try {
    const bank = withTimeout(simulatedBank().bank, 1000)
    expect(await bank.authorize(input)).toMatchObject({ outcome: 'authorized' })
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a failure of the acquirer is not hidden, and one that comes too late does no harm', async () => {
  const fail = () => Promise.reject(new Error('broken'))
  await expect(withTimeout({ ...silent, status: fail }, 1000).status('a')).rejects.toThrow('broken')
  const failLate = () => new Promise<never>((_, reject) => setTimeout(reject, 10, new Error('broken')))
  await expect(withTimeout({ ...silent, status: failLate }, 1).status('a')).rejects.toMatchObject({
    reason: 'acquirer_unavailable',
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
})
