import { describe, expect, it, vi } from 'vitest'
import { listQuery, readList } from '#components/shared/list/list.ts'
import { paymentList } from './list.tsx'

// Only how the list is read, not the operation that it is read with.
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({}))

/** 3 Nov 2026, 12:00 IST. */
const reader = {
  currency: 'INR',
  grouping: 'indian' as const,
  zone: 'Asia/Kolkata',
  now: Date.UTC(2026, 10, 3, 6, 30) / 1000,
}
const read = (query: Record<string, string>) => readList(paymentList, query, reader)

describe('the search params of the list of payments', () => {
  it('joins boxes that were ticked together, and leaves blanks out', () => {
    expect(
      listQuery(paymentList, { status: ['captured', 'failed'], method: 'upi', q: '', min: ['1', '2'] }),
    ).toEqual({
      status: 'captured,failed',
      method: 'upi',
      min: '2',
    })
  })

  it('parses typed values', () => {
    const { filters, place, problems } = read({
      status: 'failed,captured',
      min: '₹1,250.50',
      notes: 'shop = Mysuru 2',
      period: 'today',
      count: '50',
    })
    expect(problems).toEqual([])
    expect(filters).toMatchObject({
      status: ['captured', 'failed'],
      min: 125_050,
      note_key: 'shop',
      note_value: 'Mysuru 2',
    })
    expect(filters.from).toBe(Date.UTC(2026, 10, 2, 18, 30) / 1000)
    expect(place.count).toBe(50)
  })

  it('begins with 25 rows and no filter', () => {
    expect(read({ utm_source: 'mail' })).toMatchObject({ place: { count: 25 }, filters: {}, problems: [] })
  })

  it.each<Record<string, string>>([
    { min: '12.345' },
    { status: 'lost' },
    { method: 'cash' },
    { count: '26' },
    { last4: '12' },
    { from: 'soon' },
    { period: 'ever' },
    { refunded: 'maybe' },
    { starting_after: 'order_NfLw3gQ81xRt0a' },
    { q: 'x'.repeat(101) },
  ])('complains of $0 in a sentence', (query) => {
    const { problems } = read(query)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^["A-Z25].*\.$/)
  })
})
