import { describe, expect, it } from 'vitest'
import { overdueBefore, refundDue, workingDaysAfter, workingDaysSince } from './working-days.ts'

const at = (iso: string) => Date.parse(`${iso}+05:30`) / 1000

describe('working days', () => {
  it('pass over weekends', () => {
    // Friday 20 November 2026
    expect(workingDaysAfter(at('2026-11-20T18:41:00'), 1)).toBe(at('2026-11-23T00:00:00'))
    expect(workingDaysAfter(at('2026-11-21T09:00:00'), 1)).toBe(at('2026-11-23T00:00:00'))
    expect(refundDue(at('2026-11-20T18:41:00'))).toBe(at('2026-12-01T23:59:59'))
    expect(refundDue(at('2026-11-16T00:00:00'))).toBe(at('2026-11-25T23:59:59'))
  })

  it('are counted by the day in India', () => {
    expect(workingDaysSince(at('2026-11-20T23:59:00'), at('2026-11-22T12:00:00'))).toBe(0)
    expect(workingDaysSince(at('2026-11-20T23:59:00'), at('2026-11-23T00:00:00'))).toBe(1)
  })

  it('agree on what is overdue', () => {
    for (let day = 0; day < 15; day += 1) {
      const now = at('2026-11-20T18:41:00') + day * 86_400
      const edge = overdueBefore(now)
      expect(refundDue(edge)).toBeLessThan(now)
      expect(refundDue(edge + 1)).toBeGreaterThanOrEqual(now)
    }
  })
})
