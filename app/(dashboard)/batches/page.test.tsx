import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Batch, type BatchStatus, type ListedRow, ROW_STATUSES } from '#lib/domain/batches/schema.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'

let role: Role = 'finance'
let status: BatchStatus = 'checked'
let ignored: string[] = []
let failed = 0
let adds = 0
let reason: string | null = null
let covered = true
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('next/navigation', () => ({
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
  redirect: () => undefined,
}))
vi.mock('#lib/auth/staff.ts', () => ({
  requireStaff: async () => ({ permissions: new Set(ROLE_PERMISSIONS[role]) }),
}))
vi.mock('#lib/surfaces/page.ts', () => ({
  deny: () => undefined,
  read: async ({ name }: { name: string }) => {
    if (name === 'fetch_refund_reasons') return { reasons: [], required: false, speed: 'normal' }
    return name === 'get_batch_details' ? batchOf() : found
  },
}))

const row: ListedRow = {
  number: 1,
  payment_id: 'pay_NfLw3gQ81xRt0a',
  amount: 50_050,
  currency: 'INR',
  status: 'ready',
  result_id: null,
  problem: null,
  finished_at: null,
  reason: null,
  payment: null,
}
const found = { items: [row], more: true }

function batchOf(): Batch {
  const none = Object.fromEntries(ROW_STATUSES.map((each) => [each, { count: 0, amount: 0 }]))
  const rows = {
    ...none,
    ready: { count: 2, amount: 50_150 },
    rejected: { count: 1, amount: 70_000 },
    failed: { count: failed, amount: 0 },
  }
  return {
    id: 'bat_NfLw3gQ81xRt0a',
    kind: 'refund',
    status,
    name: null,
    reason,
    currency: 'INR',
    count: 2,
    total: 50_150,
    rows: rows as Batch['rows'],
    created_by: 'user:a@example.com',
    created_at: 1_781_505_000,
    started_at: null,
    finished_at: null,
    covered,
    adds,
    without_reason: 2,
    ignored_columns: ignored,
  }
}

async function drawn(): Promise<string> {
  const { default: Page } = await import('./[id]/page.tsx')
  const params = Promise.resolve({ id: 'bat_NfLw3gQ81xRt0a' })
  return renderToStaticMarkup(await Page({ params, searchParams: Promise.resolve({}) }))
}

beforeEach(() => {
  ignored = []
  failed = 0
  adds = 0
  reason = null
  covered = true
  role = 'finance'
  status = 'checked'
})

it('shows what a batch would move, and starts it by its total', async () => {
  const page = await drawn()
  for (const text of [
    'Not started',
    '1 row is rejected',
    '₹700.00',
    'Enter ₹501.50 to confirm.',
    'Discard batch',
  ])
    expect(page).toContain(text)
  expect(page).toContain('Refund 2 payments')
  expect(page).toContain('after=1')
  role = 'viewer'
  const shown = await drawn()
  expect(shown).toContain('refunds:write')
  expect(shown).not.toContain('Discard batch')
})

it('offers what the status of a batch allows', async () => {
  const offered = { checked: ['Discard batch'], running: ['Pause', 'Cancel remaining rows'] }
  const paused: Record<string, string[]> = {
    paused: ['Resume', 'Cancel remaining rows'],
    cancelled: [],
    finished: [],
  }
  for (const [each, buttons] of Object.entries({ ...offered, ...paused })) {
    status = each as BatchStatus
    const page = await drawn()
    expect(page.includes('<progress'), each).toBe(each !== 'checked')
    for (const label of ['Discard batch', 'Pause', 'Resume', 'Cancel remaining rows'])
      expect(page.includes(`${label}</button>`), `${each}: ${label}`).toBe(buttons.includes(label))
    expect(page.includes('/results'), each).toBe(each !== 'checked')
  }
})

it('offers the kinds of batches that a person may start', async () => {
  const { default: Page } = await import('./new/page.tsx')
  const draw = async () =>
    renderToStaticMarkup(await Page({ params: Promise.resolve({}), searchParams: Promise.resolve({}) }))
  expect(await draw()).toContain('value="capture"')
  role = 'support'
  expect(await draw()).not.toContain('value="capture"')
  role = 'viewer'
  expect(await draw()).toContain('refunds:write')
})

it('names the columns of its file that are not used', async () => {
  expect(await drawn()).not.toContain('not used')
  ignored = ['Receipt', '<b>Reason']
  const page = await drawn()
  for (const text of ['2 columns are not used', 'Not used: Receipt, &lt;b&gt;Reason.'])
    expect(page).toContain(text)
})

it('offers to retry the rows that failed, once the batch has ended, to those who may start it', async () => {
  const offers = async () => (await drawn()).includes('Retry failed rows</button>')
  for (const each of ['running', 'paused', 'cancelled', 'finished'] as const) {
    status = each
    failed = 0
    expect(await offers(), each).toBe(false)
    failed = 2
    expect(await offers(), each).toBe(each === 'cancelled' || each === 'finished')
  }
  role = 'viewer'
  expect(await offers()).toBe(false)
})

it('asks for a reason at the start where the batch has none', async () => {
  expect(await drawn()).toContain('Refund reason')
  reason = 'Goods returned'
  expect(await drawn()).not.toContain('Refund reason')
})

it('says which rows add to a refund of a batch', async () => {
  expect(await drawn()).not.toContain('to a refund of the last 24 hours')
  adds = 1
  expect(await drawn()).toContain('1 row adds to a refund of the last 24 hours')
})

it('says that the balance does not cover the total before it is typed', async () => {
  expect(await drawn()).not.toContain('does not cover')
  covered = false
  expect(await drawn()).toContain('Your balance does not cover the total')
})
