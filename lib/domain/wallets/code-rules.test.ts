import { expect, it } from 'vitest'
import { standingOf } from '#lib/domain/wallets/rules.ts'

const code = { created_at: 1000n, proven_at: null, used_at: null, tries: 0 }

it('can be entered for ten minutes', () => {
  expect(standingOf(code, 1599)).toEqual({ step: 'code', tries_left: 5, until: 1600 })
  expect(standingOf(code, 1600)).toEqual({ step: 'over', why: 'time' })
})

it('can be wrong five times', () => {
  expect(standingOf({ ...code, tries: 4 }, 1001)).toMatchObject({ step: 'code', tries_left: 1 })
  expect(standingOf({ ...code, tries: 5 }, 1001)).toEqual({ step: 'over', why: 'tries' })
})

it('opens the wallet for a quarter of an hour, from when it was right, and for one payment', () => {
  const proven = { ...code, proven_at: 1500n, tries: 5 }
  expect(standingOf(proven, 2399)).toEqual({ step: 'open', until: 2400 })
  expect(standingOf(proven, 2400)).toEqual({ step: 'over', why: 'time' })
  expect(standingOf({ ...proven, used_at: 1501n }, 1502)).toEqual({ step: 'over', why: 'used' })
})
