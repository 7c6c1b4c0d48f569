import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mismatch } from './bill-mismatch.ts'
import { GST_RATES, type SumInput, type SumLine, type SummedBill, spread, sumsOf } from './bill-sums.ts'

const line = (more: Partial<SumLine>): SumLine => ({
  quantity: 1,
  unit_amount: 10_000,
  discount: null,
  rate: 1800,
  hsn_code: '',
  ...more,
})
const bill = (more: Partial<SumInput>): SumInput => ({
  lines: [line({})],
  discount: null,
  charges: [],
  delivery: 0,
  prices_include_tax: false,
  supply: 'state',
  round_off: true,
  ...more,
})

describe('the sums of a bill, calculated independently', () => {
  it('adds central and state tax within a state, and rounds off to the rupee', () => {
    // 3 at 249.99 is 749.97, less 10 % (75.00) is 674.97; 9 % of that is 60.7473.
    const sums = sumsOf(
      bill({
        lines: [
          line({ quantity: 3, unit_amount: 24_999, discount: { basis_points: 1000 } }),
          line({ quantity: 2, unit_amount: 5_250, rate: 500, hsn_code: '1006' }),
        ],
        delivery: 4000,
      }),
    )
    expect(sums.lines[0]).toEqual({
      gross: 74_997,
      discount: 7_500,
      share: 0,
      taxable: 67_497,
      cgst: 6_075,
      sgst: 6_075,
      igst: 0,
      tax: 12_150,
      total: 79_647,
    })
    expect(sums.lines[1]).toMatchObject({ taxable: 10_500, cgst: 263, sgst: 263, total: 11_026 })
    expect(sums).toMatchObject({ taxable: 77_997, tax: 12_676, round_off: 27, net: 94_700, quantity: 5 })
    expect(sums.by_rate.map(({ rate, tax }) => [rate, tax])).toEqual([
      [500, 526],
      [1800, 12_150],
    ])
    expect(sums.by_hsn.map(({ hsn_code, taxable }) => [hsn_code, taxable])).toEqual([
      ['', 67_497],
      ['1006', 10_500],
    ])
  })

  it('adds integrated tax between states, in one rounding', () => {
    const sums = sumsOf(bill({ supply: 'between', lines: [line({ unit_amount: 5_250, rate: 500 })] }))
    expect(sums).toMatchObject({ cgst: 0, sgst: 0, igst: 263, tax: 263, round_off: -13, net: 5_500 })
  })

  it('takes the tax out of prices that include it', () => {
    // 118.00 at 18 % is 100.00 and 18.00; 99.99 at 5 %: each half is 2.38, so 95.23 is left.
    const sums = sumsOf(
      bill({
        prices_include_tax: true,
        round_off: false,
        lines: [line({ unit_amount: 11_800 }), line({ unit_amount: 9_999, rate: 500 })],
      }),
    )
    expect(sums.lines.map(({ taxable, tax }) => [taxable, tax])).toEqual([
      [10_000, 1_800],
      [9_523, 476],
    ])
    expect(sums.net).toBe(21_799)
  })

  it('spreads a discount off the whole bill by what the lines come to', () => {
    const sums = sumsOf(
      bill({ lines: [1, 1, 1].map((quantity) => line({ quantity })), discount: { amount: 10_000 } }),
    )
    expect(sums.lines.map(({ share }) => share).sort()).toEqual([3_333, 3_333, 3_334])
    expect(sums.bill_discount).toBe(10_000)
  })

  it('bears no tax where goods are free of it, and counts a discount only up to what there is', () => {
    const sums = sumsOf(bill({ lines: [line({ rate: null, discount: { amount: 99_999 } })] }))
    expect(sums).toMatchObject({ line_discounts: 10_000, taxable: 0, tax: 0, net: 0 })
    expect(sums.by_rate).toEqual([{ rate: null, taxable: 0, cgst: 0, sgst: 0, igst: 0, tax: 0 }])
  })
})

const anyDiscount = fc.option(
  fc.oneof(
    fc.record({ amount: fc.integer({ min: 0, max: 500_000 }) }),
    fc.record({ basis_points: fc.integer({ min: 0, max: 10_000 }) }),
  ),
)
const anyLine: fc.Arbitrary<SumLine> = fc.record({
  quantity: fc.integer({ min: 0, max: 5000 }),
  unit_amount: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 100_000_000 })),
  discount: anyDiscount,
  rate: fc.option(fc.constantFrom(...GST_RATES)),
  hsn_code: fc.constantFrom('', '1006', '6109', '9983'),
})
const anyBill: fc.Arbitrary<SumInput> = fc.record({
  lines: fc.array(anyLine, { maxLength: 12 }),
  discount: anyDiscount,
  charges: fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 3 }),
  delivery: fc.integer({ min: 0, max: 50_000 }),
  prices_include_tax: fc.boolean(),
  supply: fc.constantFrom('state', 'territory', 'between'),
  round_off: fc.boolean(),
})

describe('the sums of any bill', () => {
  it('are the sums of their parts, to the paisa', () => {
    fc.assert(
      fc.property(anyBill, (input) => {
        const sums = sumsOf(input)
        const of = (name: 'gross' | 'discount' | 'share' | 'taxable' | 'tax' | 'total') =>
          sums.lines.reduce((sum, one) => sum + one[name], 0)
        expect(of('gross')).toBe(sums.gross)
        expect(of('discount')).toBe(sums.line_discounts)
        expect(of('share')).toBe(sums.bill_discount)
        const left = sums.gross - sums.line_discounts - sums.bill_discount
        expect(left).toBe(input.prices_include_tax ? sums.taxable + sums.tax : sums.taxable)
        expect(of('total') + sums.charges + sums.delivery + sums.round_off).toBe(sums.net)
        expect(sums.cgst + sums.sgst + sums.igst).toBe(sums.tax)
        expect(sums.cgst).toBe(sums.sgst)
        for (const rows of [sums.by_rate, sums.by_hsn]) {
          expect(rows.reduce((sum, row) => sum + row.tax, 0)).toBe(sums.tax)
          expect(rows.reduce((sum, row) => sum + row.taxable, 0)).toBe(sums.taxable)
        }
        if (input.round_off) expect(sums.net % 100).toBe(0)
        expect(sums.round_off).toBeGreaterThanOrEqual(-49)
        expect(sums.round_off).toBeLessThanOrEqual(50)
      }),
      { numRuns: 400 },
    )
  })

  it('hold nothing negative but the round-off', () => {
    fc.assert(
      fc.property(anyBill, (input) => {
        const { round_off: _, ...sums } = sumsOf(input)
        const least = (value: unknown): number =>
          typeof value === 'number'
            ? value
            : typeof value === 'object' && value !== null
              ? Math.min(0, ...Object.values(value).map(least))
              : 0
        expect(least(sums)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 400 },
    )
  })

  it('do not depend on the order of the lines', () => {
    const shuffled = anyBill.chain((input) =>
      fc.record({
        input: fc.constant(input),
        lines: fc.shuffledSubarray(input.lines, {
          minLength: input.lines.length,
          maxLength: input.lines.length,
        }),
      }),
    )
    const whole = ({ lines: _, ...sums }: SummedBill) => sums
    fc.assert(
      fc.property(shuffled, ({ input, lines }) => {
        expect(whole(sumsOf({ ...input, lines }))).toEqual(whole(sumsOf(input)))
      }),
      { numRuns: 400 },
    )
  })

  it('equal those of exact fractions', () => {
    fc.assert(
      fc.property(anyBill, (input) => {
        const sums = sumsOf(input)
        for (const [at, { rate, quantity, unit_amount, discount }] of input.lines.entries()) {
          const found = sums.lines[at]
          const gross = BigInt(quantity) * BigInt(unit_amount)
          const off = offOf(gross, discount)
          expect(found?.gross).toBe(Number(gross))
          expect(found?.discount).toBe(Number(off))
          const left = gross - off - BigInt(found?.share ?? 0)
          const tax = taxOf(left, BigInt(rate ?? 0), input)
          expect(found?.tax).toBe(Number(tax))
          expect(found?.taxable).toBe(Number(input.prices_include_tax ? left - tax : left))
        }
      }),
      { numRuns: 400 },
    )
  })
})

/** Half up, as a fraction: the floor of value + 1/2. */
const rounded = (top: bigint, bottom: bigint): bigint => (top * 2n + bottom) / (bottom * 2n)

function offOf(gross: bigint, discount: SumLine['discount']): bigint {
  if (discount === null) return 0n
  const requested =
    'amount' in discount ? BigInt(discount.amount) : rounded(gross * BigInt(discount.basis_points), 10_000n)
  return requested > gross ? gross : requested
}

function taxOf(left: bigint, rate: bigint, { prices_include_tax, supply }: SumInput): bigint {
  const bottom = prices_include_tax ? 10_000n + rate : 10_000n
  return supply === 'between' ? rounded(left * rate, bottom) : 2n * rounded(left * rate, bottom * 2n)
}

describe('spreading', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
  it('loses nothing, takes from no part more than it has, and keeps each within one of its exact share', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (parts, portion) => {
        const whole = parts.reduce((sum, part) => sum + part, 0)
        const amount = Math.floor(whole * portion)
        const shares = spread(
          amount,
          parts.map((weight, at) => ({ weight, key: String(at) })),
        )
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole === 0 ? 0 : amount)
        for (const [at, share] of shares.entries()) {
          const weight = parts[at] ?? 0
          expect(share).toBeLessThanOrEqual(weight)
          if (whole > 0) {
            const floor = Number((BigInt(amount) * BigInt(weight)) / BigInt(whole))
            expect([floor, floor + 1]).toContain(share)
          }
        }
      }),
      { numRuns: 400 },
    )
  })
})

/** The checked fields of a bill with their sums. */
function stated(input: SumInput, sums: SummedBill) {
  return {
    line_items: input.lines.map((one, at) => ({
      quantity: one.quantity,
      unit_amount: one.unit_amount,
      total_amount: sums.lines[at]?.gross ?? 0,
      taxes: [{ amount: sums.lines[at]?.tax ?? 0 }],
    })),
    taxes: sums.by_rate.map(({ tax }) => ({ amount: tax })),
    receipt_summary: {
      total_quantity: sums.quantity,
      sub_total_amount: sums.gross,
      total_tax_amount: sums.tax,
      total_discount_amount: sums.line_discounts + sums.bill_discount,
      additional_charges: input.charges.map((amount) => ({ amount })),
      delivery_charges: sums.delivery,
      roundup_amount: sums.round_off,
      net_payable_amount: sums.net,
    },
  }
}

describe('a mismatch', () => {
  it('is not found in what was added up here', () => {
    fc.assert(
      fc.property(anyBill, (input) => {
        expect(mismatch(stated(input, sumsOf(input)))).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it('is found, named and measured wherever one figure is changed', () => {
    const figures = ['total_quantity', 'sub_total_amount', 'total_tax_amount', 'net_payable_amount'] as const
    const withLines = anyBill.filter(({ lines }) => lines.length > 0)
    fc.assert(
      fc.property(
        withLines,
        fc.constantFrom(...figures),
        fc.integer({ min: 1, max: 999 }),
        (input, of, by) => {
          const sums = sumsOf(input)
          const right = stated(input, sums)
          const wrong = {
            ...right,
            receipt_summary: { ...right.receipt_summary, [of]: right.receipt_summary[of] + by },
          }
          // The net amount of the other reading of the prices is right as well: nothing on the bill says which it is.
          if (of === 'net_payable_amount') fc.pre(by !== sums.tax || input.prices_include_tax === false)
          expect(mismatch(wrong)).toMatchObject({ field: `receipt_summary.${of}` })
          if (of !== 'net_payable_amount') expect(mismatch(wrong)?.difference).toBe(by)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('says by how much the net amount is off', () => {
    const input = bill({ round_off: false })
    const right = stated(input, sumsOf(input))
    right.receipt_summary.net_payable_amount = 11_750
    expect(mismatch(right)).toEqual({
      name: 'net_payable',
      field: 'receipt_summary.net_payable_amount',
      stated: 11_750,
      computed: 11_800,
      difference: -50,
    })
  })

  it('is not looked for where a bill states no parts', () => {
    expect(mismatch({ receipt_summary: { total_quantity: 0, net_payable_amount: 500 } })).toBeNull()
  })
})
