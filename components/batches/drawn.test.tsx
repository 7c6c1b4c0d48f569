import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import {
  BATCH_STATUSES,
  type Batch,
  type ListedBatch,
  type ListedRow,
  ROW_STATUSES,
  type RowStatus,
} from '#lib/domain/batches/schema.ts'
import { csvLine } from '#lib/values/csv.ts'
import { BatchForm } from './batch-form.tsx'
import { BatchesTable, BatchPill, RowPill } from './batches-table.tsx'
import { BatchProgress, progressText, spokenProgress } from './progress.tsx'
import { RESULT_COLUMNS, RowsTable } from './rows-table.tsx'
import { StartForm } from './start-form.tsx'

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined, refresh: () => undefined }) }))

const initial = { values: { kind: 'refund' }, idempotency_key: 'key' }
const reasons = { reasons: [], required: false, speed: 'normal' as const }
const action = async () => initial
const row: ListedRow = {
  number: 1,
  payment_id: 'pay_NfLw3gQ81xRt0a',
  amount: 50_050,
  currency: 'INR',
  status: 'done',
  result_id: 'rfnd_NfLw3gQ81xRt0a',
  problem: null,
  finished_at: 1,
  reason: 'Damaged',
  payment: {
    amount: 80_000,
    currency: 'INR',
    customer_name: null,
    email: 'payer@example.com',
    contact: null,
    receipt: 'R-81',
  },
}
const rejected: ListedRow = {
  ...row,
  number: 2,
  payment_id: '',
  amount: null,
  status: 'rejected',
  result_id: null,
  payment: null,
  problem: 'This is not a payment ID.',
}
const batch: ListedBatch = {
  id: 'bat_NfLw3gQ81xRt0a',
  kind: 'refund',
  status: 'running',
  name: 'Returns',
  reason: null,
  currency: 'INR',
  count: 2,
  total: 70_050,
  created_by: 'user:a@example.com',
  created_at: 1_781_505_000,
  started_at: null,
  finished_at: null,
}

it('draws the forms with native fields, so that they work without script', () => {
  const form = renderToStaticMarkup(
    <BatchForm
      action={action}
      initial={initial}
      kinds={{ refund: 'Refunds', capture: 'Captures' }}
      reasons={reasons}
    />,
  )
  for (const name of ['kind', 'file', 'rows', 'name', 'reason', 'idempotency_key'])
    expect(form).toContain(`name="${name}"`)
  const start = renderToStaticMarkup(
    <StartForm batch={{ ...batch, without_reason: 2 }} reasons={reasons} action={action} initial={initial} />,
  )
  expect(start).toContain('Refund 2 payments')
  expect(start).toContain('Enter ₹700.50 to confirm.')
  expect(start).toContain('name="count" value="2"')
})

it('draws the rows with their results and problems, and the same in the file', () => {
  const rows = renderToStaticMarkup(<RowsTable rows={[row, rejected]} />)
  expect(rows).toContain('href="/refunds/rfnd_NfLw3gQ81xRt0a"')
  expect(rows).toContain('This is not a payment ID.')
  // On a phone an ID has a line of its own.
  expect(rows).toMatch(/data-place="note"[^>]*><a[^>]* aria-label="rfnd_NfLw3gQ81xRt0a"/)
  expect(renderToStaticMarkup(<BatchesTable batches={[batch]} />)).toContain('/batches/bat_NfLw3gQ81xRt0a')
  for (const text of ['payer@example.com', 'R-81', '₹800.00', 'Damaged', 'Row 2 of the file'])
    expect(rows).toContain(text)
  expect([row, rejected].map((each) => csvLine(RESULT_COLUMNS.map(([, cell]) => cell(each))))).toEqual([
    '1,pay_NfLw3gQ81xRt0a,500.50,INR,Damaged,800.00,payer@example.com,,R-81,Done,rfnd_NfLw3gQ81xRt0a,\r\n',
    '2,,,INR,Damaged,,,,,Rejected,,This is not a payment ID.\r\n',
  ])
})

const withRows = (status: Batch['status'], counts: Partial<Record<RowStatus, number>>): Batch => ({
  ...batch,
  status,
  count: 120,
  covered: true,
  adds: 0,
  without_reason: 0,
  ignored_columns: [],
  rows: Object.fromEntries(
    ROW_STATUSES.map((each) => [each, { count: counts[each] ?? 0, amount: 0 }]),
  ) as Batch['rows'],
})

it('gives every state an icon beside its word', () => {
  for (const status of BATCH_STATUSES)
    expect(renderToStaticMarkup(<BatchPill status={status} />)).toContain('<svg')
  for (const status of ROW_STATUSES)
    expect(renderToStaticMarkup(<RowPill status={status} />)).toContain('<svg')
})

it('speaks of approval thresholds where a batch of refunds starts, and not for captures', () => {
  const start = (kind: 'refund' | 'capture') =>
    renderToStaticMarkup(
      <StartForm
        batch={{ ...batch, kind, without_reason: 2 }}
        reasons={reasons}
        action={action}
        initial={initial}
      />,
    )
  expect(start('refund')).toContain('approval threshold')
  expect(start('capture')).not.toContain('approval')
})

it('says how far a batch has come, as a named bar and in words', () => {
  const running = withRows('running', { done: 45, failed: 2, waiting: 1, ready: 72, rejected: 3 })
  const drawn = renderToStaticMarkup(<BatchProgress batch={running} />)
  expect(drawn).toMatch(
    /<progress[^>]* aria-label="Rows processed" aria-describedby="progress" value="48" max="120"/,
  )
  expect(drawn.replaceAll(/<[^>]+>/g, '')).toContain(
    '48 of 120 rows processed: 45 done, 2 failed, 1 sent for approval, 72 left',
  )
  expect(progressText(withRows('paused', { ready: 120 }))).toBe('0 done, 0 failed, 120 left')
  expect(progressText(withRows('cancelled', { done: 20, left: 100 }))).toBe(
    '20 done, 0 failed, 100 cancelled',
  )
  expect(renderToStaticMarkup(<BatchProgress batch={withRows('checked', { ready: 120 })} />)).toBe('')
})

it('announces each quarter and the end, not each row', () => {
  const spoken = Array.from({ length: 121 }, (_, done) =>
    spokenProgress(withRows('running', { done, ready: 120 - done })),
  )
  expect([...new Set(spoken)]).toEqual(
    [0, 25, 50, 75, 100].map((share) => `Batch running, ${share}% processed`),
  )
  expect(spokenProgress(withRows('finished', { done: 119, failed: 1 }))).toBe(
    'Batch finished: 119 done, 1 failed',
  )
})

it('takes the reason of a batch from the list, and only for rows without one', () => {
  const start = (without_reason: number) =>
    renderToStaticMarkup(
      <StartForm
        batch={{ ...batch, without_reason }}
        reasons={{ reasons: ['Late'], required: true, speed: 'normal' }}
        action={action}
        initial={initial}
      />,
    )
  expect(start(1)).toMatch(/<select[^>]*name="reason"/)
  expect(start(1)).toContain('For 1 row without a reason.')
  expect(start(0)).not.toContain('name="reason"')
})
