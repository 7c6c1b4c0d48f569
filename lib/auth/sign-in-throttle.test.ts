import { afterEach, expect, it } from 'vitest'
import { forgiveAttempts, takeAttempt } from './sign-in-throttle.ts'

const held = globalThis as { counterfoilSignInLimiters?: unknown }
const own = held.counterfoilSignInLimiters
afterEach(() => {
  held.counterfoilSignInLimiters = own
})

it('lets five attempts at an address pass, then says how long to wait, until one succeeds', async () => {
  delete held.counterfoilSignInLimiters
  const email = 'somebody@example.com'
  const waits: number[] = []
  for (let attempt = 0; attempt < 6; attempt += 1) waits.push(await takeAttempt(email, '192.0.2.1'))
  expect(waits.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
  expect(waits[5]).toBeGreaterThan(800)
  await forgiveAttempts(email, '192.0.2.1')
  expect(await takeAttempt(email, '192.0.2.1')).toBe(0)
})

it('knows a refusal of limiters that another bundle has made, and nothing else for one', async () => {
  const rejecting = (rejection: unknown) => ({ consume: () => Promise.reject(rejection) })
  const foreign = { remainingPoints: 0, msBeforeNext: 4200, consumedPoints: 6 }
  held.counterfoilSignInLimiters = { email: rejecting(foreign), address: rejecting(foreign) }
  expect(await takeAttempt('a@example.com', '192.0.2.1')).toBe(5)
  const fault = Object.assign(new Error('no memory'), { msBeforeNext: 1 })
  held.counterfoilSignInLimiters = { email: rejecting(fault), address: rejecting(fault) }
  await expect(takeAttempt('a@example.com', '192.0.2.1')).rejects.toThrow('no memory')
})
