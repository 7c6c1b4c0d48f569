import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CreateBill } from '#lib/domain/bills/schema.ts'
import { mismatch } from '#lib/values/bill-mismatch.ts'
import { build } from './build.ts'
import { type BillDraft, blankCustomer, blankDraft, blankLine, type DraftSetting } from './draft.ts'
import { draftOf, preservedOf } from './of-bill.ts'
import { cellsOf, lineFieldsFrom } from './paste.ts'
import { draftFieldOf, problemsOf } from './problems.ts'
import { discountOf, localText, percentInput, percentOf, timestampOf } from './read-text.ts'

const setting: DraftSetting = { currency: 'INR', country: 'IN', zone: 'Asia/Kolkata', seller_state: '29' }
const draft = (more: Partial<BillDraft> = {}) =>
  blankDraft({ receipt_number: 'INV-1', issued_at: '2026-11-21T10:30', ...more })
const rice = blankLine({
  name: 'Rice',
  hsn_code: '1006',
  quantity: '3',
  price: '249.99',
  discount: '10%',
  rate: '18',
})

describe('reading typed input', () => {
  it('reads percentages, discounts and times, and rejects invalid ones', () => {
    expect(['18', '12.5%', '0.25', '100', '100.01', '-1', '1.234', 'x'].map(percentOf)).toEqual([
      1800,
      1250,
      25,
      10_000,
      null,
      null,
      null,
      null,
    ])
    expect(['', '50', '10 %', '1.005', 'half'].map((text) => discountOf(text, 'INR'))).toEqual([
      'none',
      { amount: 5000 },
      { basis_points: 1000 },
      null,
      null,
    ])
    expect(timestampOf('2026-11-21T10:30', 'Asia/Kolkata')).toBe(Date.UTC(2026, 10, 21, 5) / 1000)
    expect(localText(Date.UTC(2026, 10, 21, 5) / 1000, 'Asia/Kolkata')).toBe('2026-11-21T10:30')
    expect([0, 25, 1250, 10_000].map(percentInput)).toEqual(['0', '0.25', '12.5', '100'])
  })
  it('takes rows of a spreadsheet', () => {
    expect(cellsOf('Rice')).toBeNull()
    const cells = cellsOf('Rice\t1006\t3\tkg\t₹ 249.99\t10%\t18 %\r\n"Say ""hi"""\t\t1\r\n')
    expect(cells).toEqual([
      ['Rice', '1006', '3', 'kg', '₹ 249.99', '10%', '18 %'],
      ['Say "hi"', '', '1'],
    ])
    expect(lineFieldsFrom(cells?.[0] ?? [], 'name', ['free', '5', '18'])).toEqual({
      name: 'Rice',
      hsn_code: '1006',
      quantity: '3',
      unit: 'kg',
      price: '249.99',
      discount: '10%',
      rate: '18',
    })
    expect(lineFieldsFrom(['2', '', '99'], 'quantity', [])).toEqual({ quantity: '2', unit: '', price: '99' })
  })
})

describe('a draft', () => {
  it('becomes a bill that the API accepts and that adds up', () => {
    const built = build(draft({ lines: [blankLine(), rice], delivery: '40' }), setting)
    expect(problemsOf(built)).toEqual([])
    // 749.97 less 75.00 is 674.97, tax 121.50, delivery 40.00: 836.47.
    expect(built.body).toMatchObject({
      line_items: [
        {
          name: 'Rice',
          quantity: 3,
          unit_amount: 24_999,
          total_amount: 74_997,
          hsn_code: '1006',
          taxes: [
            { name: 'CGST', percentage: 9, amount: 6075 },
            { name: 'SGST', percentage: 9, amount: 6075 },
          ],
        },
      ],
      receipt_summary: {
        total_quantity: 3,
        sub_total_amount: 74_997,
        total_discount_amount: 7500,
        total_tax_amount: 12_150,
        delivery_charges: 4000,
        roundup_amount: -47,
        net_payable_amount: 83_600,
        payment_status: 'paid',
        discounts: [{ name: 'Discount on line 1, Rice', percent: 10, amount: 7500 }],
      },
      payments: [{ method: 'Cash', amount: 83_600 }],
    })
    expect(built.rows).toEqual([1])
  })

  it('bears integrated tax where the customer is in another state, and union territory tax in a territory', () => {
    const customer = { ...blankCustomer, gstin: '27AAPFU0939F1ZV' }
    const names = (bill: BillDraft, of = setting) => build(bill, of).body.taxes?.map(({ name }) => name)
    expect(names(draft({ lines: [rice], customer }))).toEqual(['IGST'])
    expect(names(draft({ lines: [rice], customer: { ...blankCustomer, place: '27' } }))).toEqual(['IGST'])
    expect(names(draft({ lines: [rice] }), { ...setting, seller_state: '04' })).toEqual(['CGST', 'UTGST'])
    expect(names(draft({ lines: [rice] }), { ...setting, country: 'MY' })).toEqual(['SST'])
    expect(build(draft({ lines: [rice], customer }), setting).body.customer?.billing_address?.province).toBe(
      'Maharashtra',
    )
  })

  it('puts each error at its field', () => {
    const wrong = draft({
      receipt_number: ' ',
      issued_at: '',
      business_category: 'events',
      receipt_delivery: 'digital',
      lines: [
        blankLine(),
        { ...rice, quantity: '1.5' },
        { ...rice, price: 'ten', discount: '9999' },
        { ...rice, name: '' },
      ],
      discount: 'all',
      delivery: '-1',
      customer: { ...blankCustomer, gstin: '27AAPFU0939F1ZZ' },
      payments: [{ method: '', amount: 'x', reference: '' }],
      paid_in_full: false,
    })
    const problems = new Map(problemsOf(build(wrong, setting)).map(({ path, message }) => [path, message]))
    expect([...problems.keys()].sort()).toEqual(
      [
        'customer.email',
        'customer.gstin',
        'delivery',
        'discount',
        'event.name',
        'issued_at',
        'lines.1.quantity',
        'lines.2.discount',
        'lines.2.price',
        'lines.3.name',
        'payments.0.amount',
        'payments.0.method',
        'receipt_number',
      ].sort(),
    )
    expect(problems.get('lines.1.quantity')).toBe('Enter a whole number, such as 1500 g for 1.5 kg.')
    expect(problems.get('customer.email')).toMatch(/Enter an email/)
    expect(problems.get('receipt_number')).toBe('Required.')
    expect(problems.get('payments.0.method')).toBe('Required.')
    expect(problems.get('customer.gstin')).toMatch(/^Invalid GSTIN/)
    expect(problemsOf(build(draft(), setting))[0]).toMatchObject({ path: 'lines.0.name' })
    expect(draftFieldOf('line_items.1.unit_amount', [2, 5])).toBe('lines.5.price')
  })

  const text = fc.constantFrom('Rice', 'Ghee', 'Cotton shirt')
  const money = fc
    .integer({ min: 0, max: 5_000_000 })
    .map((paise) => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`)
  const off = fc.oneof(
    fc.constant(''),
    fc.integer({ min: 0, max: 100 }).map((share) => `${share}%`),
  )
  const anyDraft: fc.Arbitrary<BillDraft> = fc
    .record({
      lines: fc.array(
        fc.record({
          name: text,
          hsn_code: fc.constantFrom('', '1006', '6109'),
          quantity: fc.integer({ min: 1, max: 999 }).map(String),
          unit: fc.constantFrom('', 'kg', 'pc'),
          price: money,
          discount: off,
          rate: fc.constantFrom('free', '0', '0.25', '3', '5', '12', '18', '28', '40'),
          preserved: fc.constantFrom<Record<string, unknown>>(
            {},
            { brand: 'Kaveri', sub_items: [{ name: 'a', quantity: 1, total_amount: 1 }] },
          ),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      prices_include_tax: fc.boolean(),
      discount: off,
      delivery: fc.oneof(fc.constant(''), money),
      round_off: fc.boolean(),
      place: fc.constantFrom('', '27'),
    })
    .map(({ place, ...more }) => draft({ ...more, customer: { ...blankCustomer, place } }))

  /** Adding 40 % to the 3 paise that are left would make 5, including it leaves 3. */
  const TAX_ROUNDS_TO_ZERO = draft({
    lines: [blankLine({ name: 'Rice', quantity: '3', price: '0.03', rate: '40' })],
    prices_include_tax: true,
    discount: '62%',
    round_off: false,
  })

  it('is accepted, adds up, and comes back from its bill as the same bill', () => {
    fc.assert(
      fc.property(anyDraft, (typed) => {
        const { body, problems } = build(typed, setting)
        expect(problems).toEqual([])
        const read = CreateBill.parse(JSON.parse(JSON.stringify(body)))
        expect(mismatch(read)).toBeNull()
        const again = build(draftOf(read, setting), setting, preservedOf(read)).body
        expect(JSON.parse(JSON.stringify(again))).toEqual(read)
      }),
      { numRuns: 200, examples: [[TAX_ROUNDS_TO_ZERO], [draft({ ...TAX_ROUNDS_TO_ZERO, discount: '99%' })]] },
    )
  })
})

describe('an empty bill', () => {
  it('has one error for each field, and none for the whole that follows from them', () => {
    const empty = problemsOf(build(draft({ receipt_number: '', issued_at: '' }), setting))
    expect(empty.map(({ path }) => path)).toEqual(['receipt_number', 'issued_at', 'lines.0.name'])
    expect(problemsOf(build(draft(), setting))).toEqual([
      { path: 'lines.0.name', message: 'Add at least one line item.' },
    ])
  })
})
