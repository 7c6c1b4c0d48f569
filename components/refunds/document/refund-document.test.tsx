import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { RefundForCustomer } from '#lib/domain/refunds/schema.ts'
import type { Language } from '#lib/values/language.ts'
import { RefundDocument } from './refund-document.tsx'

const refund = {
  id: 'rfnd_NfLw3gQ81xRt0a',
  merchant_name: 'Chai House',
  mode: 'live',
  amount: 5000n,
  currency: 'INR',
  status: 'processed',
  created_at: 1,
  finished_at: 2,
  due: null,
  overdue: false,
  acquirer_data: [],
  payment: {
    amount: 5000n,
    created_at: 1,
    method: 'card',
    bank: null,
    wallet: null,
    vpa: null,
    receipt: null,
  },
}

function page(language: Language, support: RefundForCustomer['support']): string {
  const shown = { ...refund, support } as unknown as RefundForCustomer
  return renderToStaticMarkup(
    <RefundDocument
      {...{ theme: 'system', nonce: '', styles: '', path: '/refund/x', language }}
      refund={shown}
      means="Visa"
      references={[]}
    />,
  )
}

const SUPPORT = { email: 'care@chai.example', phone: '+91 80412 34567', url: 'https://chai.example/help' }

describe('the page of a refund', () => {
  it.each([
    ['en', 'Questions? Contact Chai House:'],
    ['hi', 'कोई सवाल? Chai House से संपर्क करें:'],
  ] as const)('names the support contact in %s', (language, text) => {
    const html = page(language, SUPPORT)
    expect(html).toContain(text)
    for (const href of ['mailto:care@chai.example', 'tel:+918041234567', 'https://chai.example/help'])
      expect(html).toContain(`href="${href}"`)
  })

  it('has no such line without a contact', () => {
    expect(page('en', null)).not.toContain('Questions?')
  })
})
