import { expect, it } from 'vitest'
import { nextAttempt, TRIED_FOR } from '#lib/webhooks/outcome.ts'
import { ATTEMPTS_IN_A_DAY } from './retry-schedule.tsx'

it('draws the schedule by which the dispatcher works', () => {
  const times = [0]
  for (;;) {
    const next = nextAttempt(times.length, 0, times.at(-1) ?? 0, 0.5)
    if (next === null) break
    times.push(next)
  }
  // The last attempt is made a minute later than the drawing ends, so that the first failure is a day old.
  expect(times.at(-1)).toBe(TRIED_FOR)
  expect(ATTEMPTS_IN_A_DAY.slice(0, -1)).toEqual(times.slice(0, -1))
})
