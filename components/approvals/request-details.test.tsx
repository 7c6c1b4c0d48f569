import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ApprovalDetails } from '#lib/domain/approvals/schema.ts'
import { RequestDetails } from './request-details.tsx'

const drawn = (operation: string, input: Record<string, unknown>) =>
  renderToStaticMarkup(
    <RequestDetails approval={{ operation, input, currency: 'INR' } as unknown as ApprovalDetails} />,
  )

it('says what is requested field by field, the reason first, and has the JSON behind it', () => {
  const html = drawn('refund_payment', {
    id: 'pay_NfLw3gQ81xRt0a',
    amount: 4_850_000,
    expected_refundable: 5_000_000,
    speed: 'normal',
    receipt: null,
    notes: { reason: 'Broken in transit', shelf: 'A-1' },
  })
  const terms = [...html.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, term]) => term)
  expect(terms).toEqual(['Reason', 'Amount', 'Speed', 'Shelf'])
  expect(html).toContain('48,500.00')
  expect(html).toContain('View as JSON')
})

it('draws nested fields, times and records, and nothing beside the changes of a limit', () => {
  const html = drawn('transfer_payment', {
    id: 'pay_NfLw3gQ81xRt0a',
    transfers: [{ customer: 'cust_NfLw3gQ81xRt0a', amount: 500, on_hold: true, on_hold_until: 1_780_000_000 }],
  })
  expect(html).toContain('href="/customers/cust_NfLw3gQ81xRt0a"')
  expect(html).toMatch(/<dt>On hold<\/dt><dd>Yes<\/dd>/)
  expect(html).toContain('2026')
  expect(drawn('update_key', { refund_limit: 5 })).not.toContain('<dl')
})
