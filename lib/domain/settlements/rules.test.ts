import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, startOfDay } from '#lib/values/time.ts'
import { BANK_ZONE, isWorkingDay, workingDaysAfter } from '#lib/values/working-days.ts'
import { capturedUntil, nextSettlementDay, settlementDay } from './rules.ts'

const at = (text: string) => Date.parse(`${text}+05:30`) / 1000

describe('what is due', () => {
  it.each([
    // Monday 15 June 2026.
    ['2026-06-15T12:00:00', 0, '2026-06-15T12:00:00'],
    ['2026-06-15T12:00:00', 1, '2026-06-14T23:59:59'],
    ['2026-06-15T12:00:00', 2, '2026-06-11T23:59:59'],
    ['2026-06-17T00:00:00', 2, '2026-06-15T23:59:59'],
    ['2026-06-16T09:00:00', 2, '2026-06-14T23:59:59'],
  ])('at %s with a delay of %i days: captured until %s', (now, delay, until) => {
    expect(capturedUntil(at(now), delay)).toBe(at(until))
  })

  it('is what was captured as many working days ago, and no more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2020-01-01T00:00:00'), max: at('2040-01-01T00:00:00') }),
        fc.integer({ min: 1, max: 30 }),
        (now, delay) => {
          const today = startOfDay(now, BANK_ZONE)
          const until = capturedUntil(now, delay)
          expect(workingDaysAfter(until, delay)).toBeLessThanOrEqual(today)
          expect(workingDaysAfter(until + 1, delay)).toBeGreaterThan(today)
        },
      ),
    )
  })
})

describe('the next settlement', () => {
  it('is on a working day, after the last one, and not in the past', () => {
    fc.assert(
      fc.property(fc.integer({ min: at('2020-01-01T00:00:00'), max: at('2040-01-01T00:00:00') }), (now) => {
        const today = settlementDay(now)
        const next = nextSettlementDay(now, today)
        expect(isWorkingDay(next)).toBe(true)
        expect(next).toBeGreaterThan(now)
        expect(next).toBeLessThanOrEqual(dayAfter(now, 4, BANK_ZONE))
        if (today !== null) expect(nextSettlementDay(now, null)).toBe(startOfDay(now, BANK_ZONE))
      }),
    )
  })

  it('is on no weekend', () => {
    expect(settlementDay(at('2026-06-14T12:00:00'))).toBeNull()
    expect(settlementDay(at('2026-06-15T00:00:00'))).toBe('2026-06-15')
  })
})
