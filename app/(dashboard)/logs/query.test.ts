import { describe, expect, it } from 'vitest'
import { readLog } from './query.ts'

const READER = { zone: 'Asia/Kolkata', now: 1_781_505_000 }

describe('the address of the log', () => {
  it('is read as people write it', () => {
    const query = { status: '5xx,4xx', path: ' /v1/orders ', slow: '1', period: 'today', count: '50' }
    const { filters, period, place, problems } = readLog(query, READER)
    expect(filters).toEqual({
      status: ['4xx', '5xx'],
      path: '/v1/orders',
      slow: true,
      from: 1_781_461_800,
      to: undefined,
    })
    expect([period, place.count, problems]).toEqual(['today', 50, []])
  })

  it('says what cannot be read, and then filters by nothing', () => {
    const { filters, problems } = readLog({ status: '3xx', source: 'mail', method: 'get' }, READER)
    expect(filters).toEqual({})
    expect(problems).toHaveLength(3)
    expect(problems.join(' ')).toContain('Unknown status "3xx"')
  })
})
