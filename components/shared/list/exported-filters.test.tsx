import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { ExportOptions } from './export-options.tsx'
import { exportedFilters } from './list.ts'

const reader = { currency: 'INR', zone: 'Asia/Kolkata', now: Date.parse('2026-11-20T13:11:00Z') / 1000 }

it('says the filters of an export as one types them, with the days of a named period', () => {
  const text = (query: Record<string, string>) => exportedFilters(paymentList, query, reader)
  expect(text({ period: '7d', captured: '1' })).toBe('created:2026-11-14..2026-11-20 captured:yes')
  expect(text({ ids: 'pay_a,pay_b' })).toBe('2 selected rows')
  expect(text({})).toBe('')
})

it('shows that text on the page of an export, and ticks all columns or none', () => {
  const options = { path: '/payments', query: {}, filters: { period: '7d' }, columns: ['id', 'amount'] }
  const html = renderToStaticMarkup(<ExportOptions {...options} text="created:2026-11-14..2026-11-20" />)
  expect(html).toContain('created:2026-11-14..2026-11-20')
  expect(html).not.toContain('period: 7d')
  // The file has the filters that are set, whatever the page says of them.
  expect(html).toContain('<input type="hidden" name="period" value="7d"/>')
  for (const label of ['Select all', 'Select none']) expect(html).toContain(label)
})
