import { describe, expect, it } from 'vitest'
import { paymentsQuery, readPayments } from './query.ts'

/** 3 Nov 2026, 12:00 IST. */
const reader = { currency: 'INR', zone: 'Asia/Kolkata', now: Date.UTC(2026, 10, 3, 6, 30) / 1000 }
const read = (query: Record<string, string>) => readPayments(query, reader)

describe('the address of the list of payments', () => {
  it('joins boxes that were ticked together, and leaves blanks out', () => {
    expect(paymentsQuery({ status: ['captured', 'failed'], method: 'upi', q: '', min: ['1', '2'] })).toEqual({
      status: 'captured,failed',
      method: 'upi',
      min: '2',
    })
  })

  it('reads what people write', () => {
    const { filters, period, count, problems } = read({
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
    expect([period, count]).toEqual(['today', 50])
  })

  it('begins with 25 rows and no filter', () => {
    expect(read({ utm_source: 'mail' })).toMatchObject({ count: 25, filters: {}, period: null, problems: [] })
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
