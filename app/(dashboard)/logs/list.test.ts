import { describe, expect, it, vi } from 'vitest'
import { readList } from '#components/shared/list/list.ts'
import { errorList } from './errors/list.tsx'
import { logList } from './list.tsx'

// Only how the lists are read, not the operations that they are read with.
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({}))

const READER = { currency: 'INR', grouping: 'indian' as const, zone: 'Asia/Kolkata', now: 1_781_505_000 }

describe('the search params of the log', () => {
  it('are read as people write them', () => {
    const query = { status: '5xx,4xx', path: ' /v1/orders ', slow: '1', period: 'today', count: '50' }
    const { filters, place, problems } = readList(logList, query, READER)
    expect(filters).toEqual({
      status: ['4xx', '5xx'],
      path: '/v1/orders',
      slow: true,
      from: 1_781_461_800,
      to: undefined,
    })
    expect([place.count, problems]).toEqual([50, []])
  })

  it('say what cannot be read, and then filter by nothing', () => {
    const { filters, problems } = readList(logList, { status: '3xx', source: 'mail', method: 'get' }, READER)
    expect(filters).toEqual({})
    expect(problems).toHaveLength(3)
    expect(problems.join(' ')).toContain('Unknown status "3xx"')
  })

  it('mean the last 7 days where errors are grouped, unless another period is chosen', () => {
    const from = (query: Record<string, string>) => readList(errorList, query, READER).filters.from
    expect(from({})).toBe(from({ period: '7d' }))
    expect(from({ period: 'today' })).toBe(1_781_461_800)
  })
})
