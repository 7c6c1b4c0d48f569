import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { LinesTable } from '#components/bank-statements/lines-table.tsx'
import { StatementsTable } from '#components/bank-statements/statements-table.tsx'
import { controlOf } from '#components/shared/list/filter-controls.tsx'
import { readList } from '#components/shared/list/list.ts'
import { PreferencesContext } from '#components/ui/preferences-provider.tsx'
import type { BankStatement, ListedBankLine } from '#lib/domain/bank-statements/schema.ts'
import { queryFromText } from '#lib/filters/filter-query.ts'
import { DEFAULT_PREFERENCES } from '#lib/values/preferences.ts'
import { bankLineList } from './list.tsx'

vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({}))
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  redirect: () => undefined,
}))

const ID = 'NfLw3gQ81xRt0a'
/** Booked on 16 November in India, which begins on the 15th in Honolulu. */
const BOOKED = Date.parse('2026-11-16T00:00:00+05:30') / 1000
const line: ListedBankLine = {
  id: `bkl_${ID}`,
  statement_id: `bst_${ID}`,
  number: 1,
  date: '2026-11-16',
  side: 'credit',
  amount: 90_100,
  currency: 'INR',
  reference: 'REF1',
  description: '',
  status: 'unmatched',
  settlement_id: null,
  matched_by: null,
  matched_at: null,
  difference: null,
  created_at: BOOKED,
  reversal: false,
  reason: null,
  balance_change: null,
}
const statement: BankStatement = {
  id: `bst_${ID}`,
  file_name: 'june.sta',
  format: 'mt940',
  bank_account: '••5678',
  number: '7',
  currency: 'INR',
  from_date: '2026-11-15',
  to_date: '2026-11-16',
  opening: 100,
  closing: 1000,
  difference: 0,
  count: 3,
  added: 2,
  created_by: 'user:a@example.com',
  created_at: BOOKED,
}

describe.each(['Asia/Kolkata', 'Pacific/Honolulu', 'Pacific/Kiritimati', 'America/New_York'])(
  'read in %s',
  (zone) => {
    const drawn = (children: ReactNode) =>
      renderToStaticMarkup(
        <PreferencesContext value={{ ...DEFAULT_PREFERENCES, time_zone: zone }}>
          {children}
        </PreferencesContext>,
      )
    const reader = { currency: 'INR', grouping: 'indian' as const, zone, now: BOOKED + 40 * 86_400 }

    it('booking dates are those that the bank wrote, without a time of day', () => {
      expect(drawn(<LinesTable lines={[line]} />)).toContain('<time dateTime="2026-11-16">16 Nov 2026</time>')
      const statements = drawn(<StatementsTable statements={[statement]} />).replaceAll(/<[^>]+>/g, '')
      expect(statements).toContain('15 Nov 2026 to 16 Nov 2026')
    })

    it('a filter of booking dates finds the lines of the bank’s days', () => {
      const day = { from: '2026-11-16', to: '2026-11-16' }
      const found = readList(bankLineList, day, reader)
      expect(found).toMatchObject({ problems: [], filters: { from: BOOKED, to: BOOKED + 86_399 } })
      expect(queryFromText(bankLineList, 'created:2026-11-16', reader)).toMatchObject({ query: day })
      const [control] = bankLineList.filters.flatMap((filter) =>
        filter.names.includes('period') ? (controlOf(filter, day, reader) ?? []) : [],
      )
      expect(control?.value).toBe('16 Nov 2026')
    })
  },
)

it('a line that differs from its settlement says by how much', () => {
  const differs = { ...line, status: 'differs' as const, settlement_id: `setl_${ID}` }
  const textOf = (difference: number) =>
    renderToStaticMarkup(<LinesTable lines={[{ ...differs, difference }]} />).replaceAll(/<[^>]+>/g, '')
  expect(textOf(-90)).toContain('₹0.90 less')
  expect(textOf(90)).toContain('₹0.90 more')
})
