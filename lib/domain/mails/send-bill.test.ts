import { describe, expect, it } from 'vitest'
import type { Brand } from '#lib/domain/merchants/schema.ts'
import { codeEmail } from '#lib/domain/wallets/ask-code.ts'
import { payerEmail } from './payer-email.ts'
import { billEmail } from './send-bill.ts'

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

describe('an email to a customer', () => {
  const logo = { hash: 'a'.repeat(64), width: 301, height: 90 }
  const email = {
    ...bill,
    mode: 'live',
    language: 'en',
    subject: 's',
    amount: '₹1.00',
    sentence: 's',
  } as const
  const made = (brand: Brand) => [
    billEmail({ ...bill, brand }),
    codeEmail({ ...bill, brand, receipt: null }),
    payerEmail({ ...email, brand, facts: [], action: null, note: null, footer: 'f' }),
  ]

  it('shows the logo above the name, and only in its HTML', () => {
    const withLogo = made({ ...bill.brand, logo })
    for (const [at, without] of made(bill.brand).entries()) {
      const { text, html } = withLogo[at] ?? without
      expect(html).toMatch(
        /<img src="cid:a{32}@logo" width="151" height="45" alt="" style="[^"]*">\n<p[^>]*>Kaveri &#60;Stores&#62;<\/p>/,
      )
      expect(html).not.toMatch(/https?:[^"]*\.png/)
      expect(without.html).not.toContain('<img')
      expect(text).toBe(without.text)
    }
  })
})
