import { describe, expect, it, vi } from 'vitest'
import { readList } from '#components/shared/list/list.ts'
import { payoutList } from './list.tsx'

// Only how the list is read, not the operation that it is read with.
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({}))

const READER = { currency: 'INR', grouping: 'indian' as const, zone: 'Asia/Kolkata', now: 1_781_505_000 }

describe('the search params of the list of payouts', () => {
  it('is read as people write it', () => {
    const query = {
      status: 'reversed,processed',
      min: '1,250.50',
      utr: ' ABC1 ',
      period: 'today',
      count: '50',
    }
    const { filters, place, problems } = readList(payoutList, query, READER)
    expect(filters).toEqual({
      status: ['processed', 'reversed'],
      min: 125_050,
      utr: 'ABC1',
      // Midnight in Kolkata.
      from: 1_781_461_800,
      to: undefined,
    })
    expect([place.count, problems]).toEqual([50, []])
  })

  it('says what cannot be read, and then filters by nothing', () => {
    const { filters, problems } = readList(payoutList, { status: 'lost', min: 'much' }, READER)
    expect(filters).toEqual({})
    expect(problems).toHaveLength(2)
    expect(problems.join(' ')).toContain('Unknown status "lost"')
  })
})
