import { describe, expect, it, vi } from 'vitest'
import { listQuery, readList } from '#components/shared/list/list.ts'
import { PAYMENT_METHODS } from '#lib/domain/payments/schema.ts'
import { queryFromText, textFromQuery } from '#lib/filters/filter-query.ts'
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

describe('the text of filters of the list of payments', () => {
  const find = (text: string) => queryFromText(paymentList, text, reader)
  const textOf = (query: Record<string, string>) => textFromQuery(paymentList, query, reader)

  it('becomes the search params of the same filters', () => {
    const text = 'status:captured amount:>5000 -method:wallet created:last-month email:x@y.z'
    const { query, problems } = find(text)
    expect(problems).toEqual([])
    const others = PAYMENT_METHODS.filter((method) => method !== 'wallet').join(',')
    expect(query).toEqual({
      status: 'captured',
      min: '5000.01',
      method: others,
      period: 'last_month',
      email: 'x@y.z',
    })
    expect(textOf(query)).toBe('status:captured created:last-month amount:>5000 -method:wallet email:x@y.z')
    expect(read(query).problems).toEqual([])
  })

  it('has ranges, days, switches, quoted values and words', () => {
    expect(find('amount:500..900').query).toEqual({ min: '500', max: '900' })
    expect(find('amount:<500').query).toEqual({ max: '499.99' })
    expect(find('created:>2026-11-03').query).toEqual({ from: '2026-11-04' })
    expect(find('created:2026-11-03').query).toEqual({ from: '2026-11-03', to: '2026-11-03' })
    expect(find('captured:yes lapsing:yes').query).toEqual({ captured: '1', lapsing: '1' })
    expect(find('notes:"shop=Mysuru 2"').query).toEqual({ notes: 'shop=Mysuru 2' })
    expect(find('98765 43210').query).toEqual({ q: '98765 43210' })
    expect(textOf({ q: 'a: b', status: 'failed' })).toBe('status:failed "a: b"')
    expect(find('').query).toEqual({})
  })

  it.each([
    ['statsu:captured', '"statsu" is not a filter of payments. Did you mean status?'],
    ['status:captred', '"captred" is not a value of status. Did you mean status:captured?'],
    ['refunded:sometimes', 'Refunded must be none, partial, full or any.'],
    ['status:', 'status needs a value: created, authorized, captured, refunded, failed.'],
    ['-email:x@y.z', "email can't be excluded. Remove the minus sign."],
    ['status:failed status:captured', 'status is given twice. Join its values with a comma, or remove one.'],
    ['created:>soon', '"soon" can\'t follow > in created. Use >= instead.'],
    ['captured:no', '"no" is not a value of captured. Use yes.'],
  ])('says of %s what is wrong and what is possible', (text, problem) => {
    expect(find(text)).toEqual({ query: {}, problems: [problem] })
  })

  it('names all filters where none is like the word', () => {
    expect(find('weather:sunny').problems[0]).toMatch(/Filters: status, created, amount, method/)
  })
})

describe('the columns of the list of payments', () => {
  const columns = (sent: Record<string, string | string[]>) => listQuery(paymentList, sent).cols

  it('are joined, and one of them moves up', () => {
    expect(columns({ cols: ['amount', 'status', 'created'] })).toBe('amount,status,created')
    expect(columns({ cols: ['amount', 'status', 'created'], up: 'created' })).toBe('amount,created,status')
    expect(columns({ cols: 'amount,status', up: 'amount' })).toBe('amount,status')
    expect(columns({ up: 'status' })).toBeUndefined()
    expect(listQuery(paymentList, { cols: 'amount', up: 'amount' })).toEqual({ cols: 'amount' })
  })
})
