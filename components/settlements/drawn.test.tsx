import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SettlementDetails } from '#lib/domain/settlements/schema.ts'
import { SettlementOverview } from './settlement-overview.tsx'
import { SettlementStub } from './settlement-stub.tsx'

const settlement = {
  id: 'setl_NfLw3gQ81xRt0a',
  entity: 'settlement',
  amount: 9_764,
  currency: 'INR',
  fees: 236,
  tax: 36,
  status: 'processed',
  utr: 'UTR616612345678',
  created_by: 'system:settle',
  failure_reason: null,
  created_at: 1_781_505_000,
  finished_at: 1_781_508_600,
  acquirer: { id: 'acq_1', name: 'Bank' },
  captured_until: 1_781_418_600,
  kinds: [{ kind: 'capture', count: 2, amount: 10_000n, fee: 236n, tax: 36n, credit: 9_764n, debit: 0n }],
  bank_line: { id: 'bkl_NfLw3gQ81xRt0a', date: '2026-06-16', amount: 9_764 },
} as unknown as SettlementDetails

const text = (markup: string) => markup.replaceAll(/<[^>]+>/g, ' ')

it('says fees and tax once: in the sum, not in the stub', () => {
  const sum = text(renderToStaticMarkup(<SettlementOverview settlement={settlement} />))
  for (const shown of ['Fees', '₹2.00', 'Tax on fees', '₹0.36']) expect(sum).toContain(shown)
  const stub = text(renderToStaticMarkup(<SettlementStub settlement={settlement} linked />))
  expect(stub).toContain('Bank')
  for (const repeated of ['Fees', 'Tax', '₹2.36', '₹0.36']) expect(stub).not.toContain(repeated)
  for (const shown of ['UTR616612345678', 'Captured until', '16 Jun 2026']) expect(stub).toContain(shown)
})
