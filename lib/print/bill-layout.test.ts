import { describe, expect, it } from 'vitest'
import type { BillBody } from '#lib/domain/bills/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import { fullBill, minBill, plainSeller } from '#lib/testing/bill.ts'
import { GST_STATES } from '#lib/values/gstin.ts'
import { stateName } from './bill-facts.ts'
import { layoutOf } from './bill-layout.ts'
import { qrOf } from './qr.ts'

const layout = (body: object) => layoutOf({ ...minBill, ...body } as unknown as BillBody, plainSeller)
const sums = (summary: object, taxes?: object[]) =>
  layout({ receipt_summary: { ...minBill.receipt_summary, ...summary }, taxes }).sums.map(
    ({ label, amount }) => `${label} ${amount}`,
  )

describe('the sums', () => {
  it('say only what the bill says', () => {
    expect(sums({})).toEqual([])
    expect(sums({ total_tax_amount: 900, total_tax_percent: 18 })).toEqual(['Tax 18% 9.00'])
  })

  it('name each discount, and the total only when it says something else', () => {
    const discounts = [
      { name: 'Offer', percent: 5, amount: 500 },
      { amount: 100, reference_id: 'M-1' },
    ]
    const named = ['Offer 5% −5.00', 'Discount (M-1) −1.00']
    expect(sums({ discounts })).toEqual(named)
    expect(sums({ discounts, total_discount_amount: 600 })).toEqual(named)
    expect(sums({ discounts, total_discount_amount: 700 })).toEqual([...named, 'Total discount −7.00'])
    expect(sums({ total_discount_amount: 700, total_discount_percent: 2.5 })).toEqual(['Discount 2.5% −7.00'])
  })

  it('add up several taxes, and do not repeat one', () => {
    const cgst = { name: 'CGST', percentage: 9, amount: 450 }
    expect(sums({ total_tax_amount: 450 }, [cgst])).toEqual(['CGST 9% 4.50'])
    expect(
      sums({ total_tax_amount: 900 }, [cgst, { name: 'SGST @ 9%', percentage: 9, amount: 450 }]),
    ).toEqual(['CGST 9% 4.50', 'SGST @ 9% 4.50', 'Total tax 9.00'])
  })

  it('show which way the rounding went', () => {
    expect(sums({ roundup_amount: 12 })).toEqual(['Round-off +0.12'])
    expect(sums({ roundup_amount: -12 })).toEqual(['Round-off −0.12'])
    expect(sums({ roundup_amount: 0 })).toEqual([])
  })
})

describe('money', () => {
  it.each([
    ['INR', 12_345_678, '₹1,23,456.78'],
    ['USD', 12_345_678, '$123,456.78'],
    ['MYR', 12_345_678, 'RM\u00a0123,456.78'],
    ['JPY', 12_345_678, '¥12,345,678'],
    ['KWD', 12_345_678, 'KWD\u00a012,345.678'],
  ])('of %s stands as its readers write it', (currency, net_payable_amount, text) => {
    const { total, words } = layout({ receipt_summary: { total_quantity: 1, currency, net_payable_amount } })
    expect(total.amount).toBe(text)
    expect(words).toMatch(/Only$/)
  })
})

describe('names and people', () => {
  it('calls a return a credit, and methods by their names', () => {
    expect(layout({}).total.label).toBe('Net credit')
    expect(layout({ receipt_type: 'debit_invoice' })).toMatchObject({
      title: 'Debit note',
      total: { label: 'Net payable' },
    })
    const methods = ['upi', 'UPI', 'cod', 'gift_card', 'Store credit'].map((method) => ({
      method,
      currency: 'INR',
      amount: 1,
    }))
    expect(layout({ payments: methods }).payments.map(({ method }) => method)).toEqual([
      'UPI',
      'UPI',
      'Cash on delivery',
      'Gift card',
      'Store credit',
    ])
  })

  it('names the state of the supply on a tax invoice: by the GSTIN of the customer, else by their address', () => {
    const placeOf = (more: object) =>
      layout(more).facts.find(({ label }) => label === 'Place of supply')?.value
    const tax = { receipt_type: 'tax_invoice' }
    const billing_address = { address_line_1: 'x', city: 'Pune', province: 'Maharashtra' }
    expect(placeOf({ ...tax, customer: { name: 'A', billing_address } })).toBe('Maharashtra (27)')
    expect(placeOf({ ...tax, customer: { gstin: '29AAGCB7383J1Z4', billing_address } })).toBe(
      'Karnataka (29)',
    )
    expect(placeOf({ ...tax, customer: { name: 'A' } })).toBeUndefined()
    expect(placeOf({ customer: { name: 'A', billing_address } })).toBeUndefined()
  })

  it('ships elsewhere only when it is elsewhere', () => {
    const { customer } = fullBill
    expect(layout({ customer }).people.map(({ title }) => title)).toEqual(['Billed to', 'Shipped to'])
    const same = { ...customer, shipping_address: customer.billing_address }
    expect(layout({ customer: same }).people.map(({ title }) => title)).toEqual(['Billed to'])
    expect(layout({ customer: {} }).people).toEqual([])
  })

  it('tells when an event is, over midnight too', () => {
    const when = (event: object) => layout({ event: { name: 'X', ...event } }).event?.facts[0]?.value
    expect(when({ start_timestamp: 1_781_600_000 })).toBe('16 Jun 2026, 14:23 IST')
    expect(when({ start_timestamp: 1_781_600_000, end_timestamp: 1_781_607_200 })).toBe(
      '16 Jun 2026, 14:23 to 16:23',
    )
    expect(when({ start_timestamp: 1_781_600_000, end_timestamp: 1_781_690_000 })).toBe(
      '16 Jun 2026, 14:23 IST to 17 Jun 2026, 15:23 IST',
    )
  })
})

describe('codes', () => {
  it('keeps four squares of quiet around a code', () => {
    const { size, runs } = qrOf('https://pay.example/bill/x')
    expect(Math.min(...runs.map(({ x }) => x))).toBe(4)
    expect(Math.max(...runs.map(({ x, length }) => x + length))).toBe(size - 4)
    expect(Math.min(...runs.map(({ y }) => y))).toBe(4)
  })
})

describe('a bill in Hindi', () => {
  const drawn = layoutOf(fullBill as unknown as BillBody, plainSeller, 'hi')

  it('has its labels in Hindi, and the terms of tax law and what the merchant wrote as they are', () => {
    expect(drawn.title).toMatch(/Tax invoice|\p{Script=Devanagari}/u)
    for (const label of [
      ...drawn.people.map(({ title }) => title),
      ...drawn.facts.map(({ label }) => label),
      drawn.total.label,
      drawn.labels.date,
      drawn.labels.item,
      drawn.labels.paid_by,
    ])
      expect(label).toMatch(/\p{Script=Devanagari}/u)
    expect(drawn.labels.hsn).toBe('HSN/SAC')
    const english = layoutOf(fullBill as unknown as BillBody, plainSeller)
    expect(drawn.lines.map(({ name }) => name)).toEqual(english.lines.map(({ name }) => name))
    expect(drawn.total.amount).toBe(english.total.amount)
    expect(drawn.number).toBe(english.number)
  })

  it('has its dates, and the categories that it knows, in Hindi', () => {
    expect(drawn.date).toBe('15 जून 2026, 12:00 IST')
    expect(drawn.event?.facts[0]?.value).toBe('16 जून 2026, 14:23 से 17:10')
    const values = Object.fromEntries(drawn.facts.map(({ label, value }) => [label, value]))
    expect(values).toMatchObject({ श्रेणी: 'काउंटर', सेवा: 'पैक कराना', भुगतान: 'भुगतान हो गया' })
    const own = layoutOf({ ...fullBill, pos_category: 'drive_in' } as unknown as BillBody, plainSeller, 'hi')
    expect(own.facts.find(({ label }) => label === 'श्रेणी')?.value).toBe('Drive in')
  })

  it('has the names of states in Hindi, and addresses as the merchant wrote them', () => {
    const billing_address = { address_line_1: 'MG Road', city: 'Pune', province: 'Maharashtra' }
    const customer = { gstin: '29AAGCB7383J1Z4', billing_address }
    const body = { ...minBill, receipt_type: 'tax_invoice', customer } as unknown as BillBody
    const seller = { ...plainSeller, gstin: '27AAPFU0939F1ZV' }
    const { facts, people, seller: printed } = layoutOf(body, seller, 'hi')
    expect(facts.find(({ label }) => label === 'आपूर्ति का स्थान')?.value).toBe('कर्नाटक (29)')
    expect(people[0]?.lines).toEqual(['MG Road', 'Pune, Maharashtra', 'GSTIN 29AAGCB7383J1Z4 (कर्नाटक)'])
    expect(printed.lines.at(-1)).toBe('GSTIN 27AAPFU0939F1ZV (महाराष्ट्र)')
  })

  it('knows every state of GST', () => {
    for (const [code, name] of Object.entries(GST_STATES)) {
      expect(stateName(textOf('en'), code)).toBe(name)
      expect(stateName(textOf('hi'), code)).toMatch(/^[\p{Script=Devanagari} ()]+$/u)
    }
    expect(stateName(textOf('en'), '98')).toBeNull()
  })

  it('keeps the figures of a date Latin in every month', () => {
    for (let month = 0; month < 12; month += 1) {
      const receipt_timestamp = Date.UTC(2026, month, 9, 7) / 1000
      const { date } = layoutOf({ ...minBill, receipt_timestamp } as unknown as BillBody, plainSeller, 'hi')
      expect(date).toMatch(/^9 [\p{Script=Devanagari}॰]+ 2026, 12:30 IST$/u)
    }
  })

  it('writes the amount out in Hindi', () => {
    const inr = layout({
      receipt_summary: { ...minBill.receipt_summary, currency: 'INR', net_payable_amount: 12_345_650 },
    })
    expect(inr.words).toMatch(/^One Lakh/)
    const { words } = layoutOf(
      {
        ...minBill,
        receipt_summary: { ...minBill.receipt_summary, currency: 'INR', net_payable_amount: 12_345_650 },
      } as unknown as BillBody,
      plainSeller,
      'hi',
    )
    expect(words).toMatch(/लाख/)
  })
})
