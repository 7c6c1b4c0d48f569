import { expect, it } from 'vitest'
import { verifiedText } from './audit.ts'

const verified = (counts: { lines: number; seals: number; unsealed: number }, problems: string[] = []) =>
  verifiedText({
    ...counts,
    problems,
    account_id: 'acc_1',
    head: 'f00d',
    name: 'Kaveri Stores',
    mode: 'test',
  })

it('counts lines and seals in words that fit one and many', () => {
  expect(verified({ lines: 1, seals: 1, unsealed: 1 })).toBe(
    'Kaveri Stores, test (acc_1)\n  1 line agrees with 1 seal, 1 line is not sealed yet.\n  Newest seal: f00d',
  )
  expect(verified({ lines: 1204, seals: 2, unsealed: 0 })).toContain(
    '1,204 lines agree with 2 seals, 0 lines are not sealed yet.',
  )
  expect(verified({ lines: 0, seals: 0, unsealed: 2 })).toContain(
    '0 lines agree with 0 seals, 2 lines are not sealed yet.',
  )
  expect(verified({ lines: 1, seals: 1, unsealed: 1 }, ['Seal 2 is missing.'])).toBe(
    'Kaveri Stores, test (acc_1)\n  Seal 2 is missing.\n  Newest seal: f00d',
  )
})
