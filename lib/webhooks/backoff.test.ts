import { describe, expect, it } from 'vitest'
import { Concurrency } from './concurrency.ts'
import { nextAttempt, TRIED_FOR } from './outcome.ts'

describe('nextAttempt', () => {
  it('grows three times up to an hour, a quarter more or less by chance', () => {
    const pauses = (chance: number) =>
      Array.from({ length: 8 }, (_, index) => Number(nextAttempt(index + 1, 0, 0, chance)))
    expect(pauses(0.5)).toEqual([5, 15, 45, 135, 405, 1215, 3600, 3600])
    expect(pauses(0)).toEqual([4, 11, 34, 101, 304, 911, 2700, 2700])
    expect(pauses(1)).toEqual([6, 19, 56, 169, 506, 1519, 4500, 4500])
  })

  it('ends a day and a minute after the first attempt, with an attempt at that time', () => {
    expect(TRIED_FOR).toBe(86_460)
    expect(nextAttempt(20, 0, 86_000, 0.5)).toBe(86_460)
    expect(nextAttempt(21, 0, 86_459, 0.5)).toBe(86_460)
    expect(nextAttempt(22, 0, 86_460, 0.5)).toBeNull()
  })
})

describe('Pace', () => {
  it('grows with quick successes, is halved by failures, and works ahead only for who is quick', () => {
    const concurrency = new Concurrency()
    expect([concurrency.parallel, concurrency.inHand]).toEqual([8, 8])
    for (let count = 0; count < 200; count += 1) concurrency.succeeded(5)
    expect([concurrency.parallel, concurrency.inHand]).toEqual([64, 256])
    concurrency.failed()
    expect([concurrency.parallel, concurrency.inHand]).toEqual([32, 32])
    for (let count = 0; count < 9; count += 1) concurrency.failed()
    expect([concurrency.parallel, concurrency.inHand]).toEqual([2, 2])
    for (let count = 0; count < 50; count += 1) concurrency.succeeded(4000)
    expect([concurrency.parallel, concurrency.inHand]).toEqual([4, 4])
  })
})
