import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApprovalChanges } from './request-details.tsx'

it('labels both values of a change without the heads of a table, which a narrow page hides', () => {
  const change = { label: 'Refunds by support above', before: '₹300.00', after: '₹50,000.00' }
  const html = renderToStaticMarkup(<ApprovalChanges changes={[change]} />)
  expect(html).toMatch(/<dt[^>]*>Before<\/dt><dd[^>]*>₹300\.00<\/dd>/)
  expect(html).toMatch(/<dt[^>]*>After<\/dt><dd[^>]*>₹50,000\.00<\/dd>/)
})
