import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CheckedPayment, checkRows, passing, rejectedFirst } from './rules.ts'

const ID = 'pay_AAAAAAAAAAAAA1'
const OTHER = 'pay_AAAAAAAAAAAAA2'
const payment: CheckedPayment = {
  id: ID,
  status: 'captured',
  captured: true,
  method: 'card',
  international: false,
  currency: 'INR',
  amount: 1_000,
  amount_refunded: 400,
  operation: null,
  capture_by: null,
  order_id: null,
  order_status: null,
}
const checks = { kind: 'refund' as 'refund' | 'capture', currency: 'INR', now: 100, reasons: [] as string[] }
const check = (
  rows: Parameters<typeof checkRows>[1],
  of: CheckedPayment = payment,
  change: Partial<typeof checks> = {},
  earlier: Parameters<typeof checkRows>[3] = [],
) => checkRows({ ...checks, ...change }, rows, new Map([[of.id, of]]), earlier)

it('refunds what a row says, or everything that is left', () => {
  expect(check([{ payment_id: ID, amount: 500 }])).toEqual([
    { number: 1, payment_id: ID, amount: 500, expected: 600, reason: null, problem: null },
  ])
  expect(check([{ number: 7, payment_id: ID }])).toMatchObject([{ number: 7, amount: 600, expected: 600 }])
  expect(check([{ payment_id: ID, amount: 601 }])).toMatchObject([
    // As on the page of the payment: in the currency, not in its smallest unit.
    { amount: 601, expected: null, problem: expect.stringContaining('₹6.00') },
  ])
})

it('captures a whole payment, unless its order is paid', () => {
  const authorized = { ...payment, status: 'authorized', captured: false, amount_refunded: 0 }
  const captured = (of: Partial<CheckedPayment>, amount?: number) =>
    check([{ payment_id: ID, amount }], { ...authorized, ...of }, { kind: 'capture' })[0]
  expect(captured({})).toMatchObject({ amount: 1_000, expected: 1_000, problem: null })
  expect(captured({ order_status: 'attempted' }, 1_000)).toMatchObject({ problem: null })
  expect(captured({}, 999)?.problem).toContain('₹10.00')
  expect(captured({ order_status: 'paid' })?.problem).toEqual(expect.any(String))
  // A refund of the same row does not look at the order.
  expect(check([{ payment_id: ID }], { ...payment, order_status: 'paid' })[0]?.problem).toBeNull()
})

it('rejects what is no payment of this account, with the reason', () => {
  const problems = (...rows: Parameters<typeof checkRows>[1][number][]) =>
    check(rows).map(({ problem }) => problem)
  expect(problems({ payment_id: ID, unreadable: 'No amount.' })).toEqual(['No amount.'])
  for (const id of ['pay_1', `x${ID}`, `${ID}x`, ''])
    expect(problems({ payment_id: id })).toEqual(['This is not a payment ID.'])
  expect(problems({ payment_id: OTHER })).toEqual(['No payment with this ID exists in this mode.'])
  expect(problems({ payment_id: ID, amount: 100 }, { payment_id: ID, amount: 200 })).toEqual([
    null,
    'An earlier row has the same payment.',
  ])
  expect(check([{ payment_id: ID }], { ...payment, currency: 'MYR' })[0]?.problem).toBe(
    'The payment is in MYR, not INR.',
  )
})

it('takes the reasons of the list, however they are written', () => {
  const reasons = ['Damaged', 'Late']
  const row = (reason: string) => check([{ payment_id: ID, reason }], payment, { reasons })[0]
  expect(row('damaged')).toMatchObject({ reason: 'Damaged', problem: null })
  expect(row('Lost')).toMatchObject({ reason: null, problem: '"Lost" is not one of your refund reasons.' })
  expect(row('x'.repeat(70))?.problem).toContain(`"${'x'.repeat(60)}"`)
  expect(check([{ payment_id: ID, reason: 'Anything' }])[0]).toMatchObject({ reason: 'Anything' })
})

it('rejects a row that an earlier batch moved, and says when one adds to it', () => {
  const earlier = [{ payment_id: ID, amount: 500, batch_id: 'bat_1' }]
  expect(check([{ payment_id: ID, amount: 500 }], payment, {}, earlier)[0]).toMatchObject({
    amount: 500,
    repeats: 'bat_1',
    problem: expect.stringMatching(/^bat_1 has the same amount of this payment, from the last 24 hours\./),
  })
  expect(check([{ payment_id: ID, amount: 100 }], payment, {}, earlier)[0]).toMatchObject({
    adds: 'bat_1',
    problem: null,
  })
  expect(check([{ payment_id: ID }])[0]).not.toHaveProperty('adds')
})

it('throws what is no rule', () => {
  const broken = Object.defineProperty({ ...payment }, 'captured', {
    get() {
      throw new TypeError('broken')
    },
  })
  expect(() => checkRows(checks, [{ payment_id: ID }], new Map([[ID, broken]]))).toThrow(TypeError)
})

it('adds up the rows that pass, and shows the rejected ones first', () => {
  const [row] = check([{ payment_id: ID }])
  if (!row) throw new Error('No row.')
  expect(passing([row, { ...row, amount: null }, { ...row, problem: 'No.' }])).toEqual({
    count: 2,
    total: 600,
  })
  expect(passing([])).toEqual({ count: 0, total: 0 })
  const listed = [
    { number: 3, status: 'ready' as const },
    { number: 9, status: 'rejected' as const },
    { number: 1, status: 'done' as const },
    { number: 4, status: 'rejected' as const },
  ]
  expect(rejectedFirst(listed).map(({ number }) => number)).toEqual([4, 9, 1, 3])
})

it('never moves more of a payment than is left, and counts exactly the rows that pass', () => {
  const one = fc.record({
    amount: fc.integer({ min: 100, max: 1_000_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    captured: fc.boolean(),
  })
  const request = fc.record({
    of: fc.nat({ max: 9 }),
    amount: fc.option(fc.integer({ min: 1, max: 1_200_000 }), { nil: undefined }),
  })
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 1, maxLength: 8 }),
      fc.array(request, { maxLength: 20 }),
      fc.constantFrom('refund' as const, 'capture' as const),
      (made, given, kind) => {
        const payments = made.map(({ amount, part, captured }, at) => ({
          ...payment,
          id: `pay_NfLw3gQ81xRt${String(at).padStart(2, '0')}`,
          amount,
          amount_refunded: captured ? Math.floor(amount * part) : 0,
          captured,
          status: captured ? 'captured' : 'authorized',
        }))
        const known = new Map(payments.map((each) => [each.id, each]))
        const lines = given.map(({ of, amount }) => ({
          payment_id: `pay_NfLw3gQ81xRt${String(of).padStart(2, '0')}`,
          ...(amount === undefined ? {} : { amount }),
        }))
        const checked = checkRows({ kind, currency: 'INR', now: 0, reasons: [] }, lines, known)
        const moved = new Map<string, number>()
        for (const { payment_id, amount, problem } of checked)
          if (problem === null) moved.set(payment_id, (moved.get(payment_id) ?? 0) + (amount ?? 0))
        for (const [id, amount] of moved) {
          const each = known.get(id)
          expect(each).toBeDefined()
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(
            kind === 'refund' ? (each?.amount ?? 0) - (each?.amount_refunded ?? 0) : (each?.amount ?? 0),
          )
          expect(each?.captured).toBe(kind === 'refund')
        }
        const { count, total } = passing(checked)
        expect(count).toBe(moved.size)
        expect(total).toBe([...moved.values()].reduce((sum, amount) => sum + amount, 0))
      },
    ),
  )
})
