import { describe, expect, it } from 'vitest'
import { readPayouts } from './query.ts'

const READER = { currency: 'INR', zone: 'Asia/Kolkata', now: 1_781_505_000 }

describe('the address of the list of payouts', () => {
  it('is read as people write it', () => {
    const query = {
      status: 'reversed,processed',
      min: '1,250.50',
      utr: ' ABC1 ',
      period: 'today',
      count: '50',
    }
    const { filters, period, place, problems } = readPayouts(query, READER)
    expect(filters).toEqual({
      status: ['processed', 'reversed'],
      min: 125_050,
      utr: 'ABC1',
      // Midnight in Kolkata.
      from: 1_781_461_800,
      to: undefined,
    })
    expect([period, place.count, problems]).toEqual(['today', 50, []])
  })

  it('says what cannot be read, and then filters by nothing', () => {
    const { filters, problems } = readPayouts({ status: 'lost', min: 'much' }, READER)
    expect(filters).toEqual({})
    expect(problems).toHaveLength(2)
    expect(problems.join(' ')).toContain('Unknown status "lost"')
  })
})
