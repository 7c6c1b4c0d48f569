import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pace, restAfter } from './pace.ts'

const at = (seconds: number, busy: number, own: number) => ({ at: seconds, busy, own })
const start = at(0, 0, 0)

/** The shares of two processors that a backup and the others get in the end, where either takes what it can. */
function settled(demand: number): { own: number; others: number } {
  let [before, begun] = [start, start]
  let shares = { own: 0, others: 0 }
  for (let turn = 0; turn < 200; turn += 1) {
    // At work both get what they want, up to half each where that is too much; at rest the others have all to themselves.
    const others = Math.min(demand, Math.max(2 - 1.5, 1))
    const now = at(begun.at + 0.25, begun.busy + (others + 1) * 0.25, begun.own + 0.25)
    const rest = restAfter(before, begun, now, 2)
    const next = at(now.at + rest, now.busy + demand * rest, now.own)
    const whole = (next.at - begun.at) * 2
    shares = { own: (next.own - begun.own) / whole, others: (next.busy - begun.busy) / whole }
    shares.others -= shares.own
    ;[before, begun] = [now, next]
  }
  return shares
}

describe('the rest after a stretch', () => {
  it('is none on a machine that does nothing else', () => {
    expect(restAfter(start, start, at(1, 2, 2), 2)).toBe(0)
    expect(settled(0).own).toBe(0.5)
  })

  it('leaves a busy machine to the others, but for an eighth', () => {
    const { own, others } = settled(2)
    expect(own).toBeGreaterThan(0.1)
    expect(own).toBeLessThan(0.15)
    expect(others).toBeGreaterThan(0.8)
  })

  it('is short beside others who leave most of the machine', () => {
    expect(settled(0.3).own).toBeGreaterThan(0.45)
  })

  it('is a number from 0 to 3 seconds, whatever was counted', () => {
    const numbers = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(numbers, { minLength: 9, maxLength: 9 }),
        fc.integer({ min: 1, max: 256 }),
        (n, cores) => {
          const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = n
          const rest = restAfter(
            at(a, b, c),
            at(a + d, b + e, c + f),
            at(a + d + g, b + e + h, c + f + i),
            cores,
          )
          expect(rest).toBeGreaterThanOrEqual(0)
          expect(rest).toBeLessThanOrEqual(3)
        },
      ),
    )
  })
})

it('parts that end at the same time rest together, and go on', async () => {
  const rest = pace([process.ppid])
  const end = performance.now() + 600
  let parts = 0
  while (performance.now() < end) {
    await Promise.all([rest(), rest(), rest()])
    parts += 1
  }
  expect(parts).toBeGreaterThan(0)
})
