import { describe, expect, it } from 'vitest'
import { billEmail } from './bill-email.ts'

const bill = {
  merchant: 'Kaveri <Stores>',
  brand: { color: null, logo: null, support: null },
  number: 'A-1',
  name: 'Asha <b>Rao',
  amount: 125_000,
  currency: 'INR',
  url: 'https://pay.example/bill/abc',
}

describe('the email of a bill', () => {
  it('has the colour of the merchant on its button, with text that can be read', () => {
    const html = (color: string) => billEmail({ ...bill, brand: { ...bill.brand, color } }).html
    expect(html('ffee00')).toContain('background:#ffee00;color:#000000')
    expect(html('102030')).toContain('background:#102030;color:#ffffff')
    expect(billEmail(bill).html).toContain('background:#17603f;color:#ffffff')
  })

  it('names the support contact in both parts', () => {
    const support = { email: 'care@shop.example', phone: '+918041234567', url: null }
    const { text, html } = billEmail({ ...bill, brand: { ...bill.brand, support } })
    for (const part of [text, html]) expect(part).toContain('Help: care@shop.example, +918041234567')
    expect(billEmail(bill).text).not.toContain('Help:')
  })

  it('escapes what people entered', () => {
    const { html, text } = billEmail(bill)
    expect(html).not.toMatch(/<b>|<Stores>/)
    expect(text).toContain('Hello Asha <b>Rao,')
  })
})
