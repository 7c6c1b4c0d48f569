import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import type {
  BankLineDetails,
  BankStatementDetails,
  StatementDraft,
} from '#lib/domain/bank-statements/schema.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'

let role: Role = 'finance'
let line: BankLineDetails
let statement: BankStatementDetails
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  redirect: () => undefined,
}))
vi.mock('#lib/auth/staff.ts', () => ({
  requireStaff: async () => ({
    permissions: new Set(ROLE_PERMISSIONS[role]),
    account: { currency: 'INR', mode: 'test' },
  }),
  currentPreferences: async () => ({ grouping: 'indian' }),
}))
vi.mock('#app/(dashboard)/comments/record-comments.tsx', () => ({ RecordComments: () => null }))
vi.mock('#lib/surfaces/page.ts', () => ({
  read: async ({ name }: { name: string }) =>
    ({
      get_bank_line_details: line,
      get_bank_statement_details: statement,
      fetch_bank_statements: { items: [statement] },
      fetch_bank_statement_draft: draft,
    })[name],
}))

const ID = 'NfLw3gQ81xRt0a'
const settlement = {
  id: `setl_${ID}`,
  amount: 90_000,
  currency: 'INR',
  utr: 'UTR616612345678',
  finished_at: 1_781_505_000,
}
const draft: StatementDraft = {
  id: `bsd_${ID}`,
  file_name: 'june.csv',
  format: 'table',
  currency: 'INR',
  table: {
    heads: ['Date', 'UTR', 'Credit'],
    rows: [['16/06/2026', 'UTR616612345678', '900.00']],
    account_number: '50200012345678',
    columns: {
      date: 0,
      date_order: 'dmy',
      amount: null,
      side: null,
      credit: 2,
      debit: null,
      reference: 1,
      description: null,
      balance: null,
    },
    date_order_open: true,
  },
  problem: null,
  plan: 'f00',
  statements: [
    {
      bank_account: '••5678',
      number: null,
      from_date: '2026-06-16',
      to_date: '2026-06-16',
      credits: { count: 2, amount: 180_000 },
      debits: { count: 0, amount: 0 },
      reversals: 1,
      opening: 0,
      closing: 180_000,
      difference: 0,
      added: 1,
      known: 0,
      uncertain: [
        { key: '0.7', line: 7, date: '2026-06-16', side: 'credit', amount: 90_000, text: 'CASH DEPOSIT' },
      ],
    },
  ],
  left_out: [{ line: 9, text: 'TOTAL 1800.00' }],
  left_out_count: 1,
}

beforeEach(() => {
  role = 'finance'
  line = {
    id: `bkl_${ID}`,
    statement_id: `bst_${ID}`,
    number: 1,
    date: '2026-06-16',
    side: 'credit',
    amount: 90_100,
    currency: 'INR',
    reference: 'REF1',
    description: 'From Counterfoil',
    status: 'unmatched',
    settlement_id: null,
    matched_by: null,
    matched_at: null,
    reversal: false,
    reason: null,
    balance_change: null,
    created_at: 1_781_505_000,
    bank_account: '••5678',
    settlement: null,
    candidates: [settlement],
  }
  statement = {
    id: `bst_${ID}`,
    file_name: 'june.sta',
    format: 'mt940',
    bank_account: '••5678',
    number: '7',
    currency: 'INR',
    from_date: '2026-06-15',
    to_date: '2026-06-16',
    opening: 100,
    closing: 1000,
    difference: -200,
    count: 3,
    added: 2,
    created_by: 'user:a@example.com',
    created_at: 1_781_505_000,
    statuses: { matched: 1, differs: 0, accepted: 0, unmatched: 1, ignored: 0, debit: 1 },
  }
})

type Page = (props: never) => Promise<React.ReactElement>

const PAGES = {
  'drafts/[id]': () => import('./drafts/[id]/page.tsx'),
  'files/[id]': () => import('./files/[id]/page.tsx'),
  import: () => import('./import/page.tsx'),
  'lines/[id]': () => import('./lines/[id]/page.tsx'),
}

async function drawn(path: keyof typeof PAGES, searchParams: Record<string, string> = {}): Promise<string> {
  const { default: page } = (await PAGES[path]()) as { default: Page }
  const props = { params: Promise.resolve({ id: ID }), searchParams: Promise.resolve(searchParams) }
  return renderToStaticMarkup(await page(props as never))
}

it('a credit without a settlement offers those that it may pay', async () => {
  const page = await drawn('lines/[id]')
  for (const text of [
    'Match with a settlement',
    `value="setl_${ID}"`,
    'Or a settlement ID',
    '₹901.00',
    'REF1',
  ])
    expect(page).toContain(text)
  role = 'viewer'
  expect(await drawn('lines/[id]')).toContain('settlements:write')
})

it('a credit with another amount than its settlement says so, and is unmatched', async () => {
  const matched = { settlement_id: settlement.id, matched_by: 'person' as const, matched_at: 1_781_505_000 }
  line = { ...line, status: 'differs', ...matched, settlement, candidates: [] }
  const page = await drawn('lines/[id]')
  for (const text of ['The amount differs', '₹900.00', 'By a team member', 'Unmatch</button>'])
    expect(page).toContain(text)
})

it('a statement says whether its balances add up', async () => {
  expect(await drawn('files/[id]')).toContain('The balances don&#x27;t add up')
  statement = { ...statement, opening: null, closing: null }
  expect(await drawn('files/[id]')).toMatch(/Opening balance<\/dt><dd><span[^>]*>—<\/span>/)
  statement = { ...statement, difference: 0 }
  expect(await drawn('files/[id]')).toContain('come to the closing balance')
})

it('the import shows the statements there are, and who may not import', async () => {
  const page = await drawn('import', { known: '3' })
  for (const text of ['type="file"', '3 lines in this file', 'june.sta', 'Don&#x27;t add up'])
    expect(page).toContain(text)
  role = 'viewer'
  expect(await drawn('import')).toContain('You can&#x27;t import statements')
})

it('a file shows what its import would do, and its columns beside its first rows', async () => {
  const page = await drawn('drafts/[id]')
  for (const text of [
    'Check the import',
    '₹1,800.00',
    'come to the closing balance',
    'Reversals',
    'Line 9:',
    'TOTAL 1800.00',
    'value="0.7"',
    'Line 7: credit of ₹900.00, 2026-06-16',
    'Import</button>',
    'Discard file',
    'Columns of the file',
    'could be swapped',
    '3. Credit',
    '900.00',
    'Not in the file',
    'Account number',
  ])
    expect(page).toContain(text)
})

it('a credit that differs is accepted, and one without a settlement is ignored, each with a reason', async () => {
  expect(await drawn('lines/[id]')).toContain('Ignore credit')
  const matched = {
    settlement_id: settlement.id,
    matched_by: 'reference' as const,
    matched_at: 1_781_505_000,
  }
  line = { ...line, amount: 89_000, status: 'differs', ...matched, settlement, candidates: [] }
  const page = await drawn('lines/[id]')
  for (const text of ['Accept the difference', 'Return ₹10.00 to the balance', 'Leave the balance as it is'])
    expect(page).toContain(text)
  line = { ...line, status: 'accepted', reason: 'Charges of the bank', balance_change: 1000 }
  const accepted = await drawn('lines/[id]')
  for (const text of ['Charges of the bank', '₹10.00']) expect(accepted).toContain(text)
  expect(accepted).not.toContain('Unmatch</button>')
  line = { ...line, status: 'ignored', settlement_id: null, settlement: null, balance_change: null }
  expect(await drawn('lines/[id]')).toContain('Stop ignoring')
})
