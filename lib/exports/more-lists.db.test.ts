import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ExportedList, exportOperationOf, hasPeriod } from '#lib/domain/exports/lists.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { EXPORT_COLUMNS } from '#lib/exports/lists.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { Figure } from '#lib/values/csv.ts'

let shop: ApprovalInstance
let owner: Actor
beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person()
  const account = owner.account.id
  const { query } = shop.instance.runtime
  await shop.fundAccount(await shop.holder(100_000), '12345678000')
  const { id: payment } = await shop.shop.captured(50_000)
  const app = await shop.program(owner)
  await outcomeOf(shop.instance.run(refundPayment, { id: payment, amount: 1_000 }, undefined, app))
  await query(
    `INSERT INTO documents (account_id, id, purpose, name, mime_type, size, sha256, storage_key, created_by, created_at)
     VALUES ($1, 'doc_NfLw3gQ81xRt0a', 'dispute_evidence', '=scan.pdf', 'application/pdf', 2048, repeat('ab', 32), 'k', 'user:a@shop.example', 5)`,
    [account],
  )
  await query(
    `INSERT INTO document_links (account_id, document_id, object_id, created_at) VALUES ($1, 'doc_NfLw3gQ81xRt0a', $2, 6)`,
    [account, payment],
  )
})
afterAll(() => shop.instance.close())

/** The first row of the file of a list, by the names of its columns. */
async function firstOf(list: ExportedList, filters: object = {}) {
  const { items } = await shop.instance.run(
    exportOperationOf(list),
    { ...filters, count: 1000 },
    undefined,
    owner,
  )
  const columns = EXPORT_COLUMNS[list]('Asia/Kolkata', 'INR')
  const textOf = (cell: unknown) => (cell instanceof Figure ? cell.text : cell)
  return Object.fromEntries(columns.map(([name, cell]) => [name, textOf(cell(items[0]))]))
}

it('documents have their checksum and what they are attached to', async () => {
  expect(await firstOf('documents')).toMatchObject({
    document_id: 'doc_NfLw3gQ81xRt0a',
    name: '=scan.pdf',
    size: 2048,
    sha256: 'ab'.repeat(32),
    created_at: 5,
    attached_to: expect.stringMatching(/^pay_/),
    uploaded_by: 'a@shop.example',
  })
})

it('fund accounts have the last digits of their number, and never the number', async () => {
  const row = await firstOf('fund-accounts')
  expect(row).toMatchObject({
    status: 'active',
    account_last4: '8000',
    customer_id: expect.stringMatching(/^cust_/),
  })
  expect(JSON.stringify(row)).not.toContain('12345678000')
})

it('approvals have who requested what, with its amount', async () => {
  expect(await firstOf('approvals', { status: ['waiting'] })).toMatchObject({
    status: 'waiting',
    operation: 'refund_payment',
    amount: '10.00',
    amount_minor: 1_000,
    currency: 'INR',
    requested_for: owner.name,
    record_id: expect.stringMatching(/^pay_/),
    decided_by: null,
  })
})

it('events have their payload', async () => {
  const row = await firstOf('events', { event: ['payment.captured'] })
  expect(row).toMatchObject({ event: 'payment.captured', event_id: expect.stringMatching(/^evt_/) })
  expect(JSON.parse(String(row.payload))).toHaveProperty('payment.entity.id', row.payment_id)
})

it('those with times can be sent for a period', () => {
  const lists: ExportedList[] = ['approvals', 'documents', 'events', 'fund-accounts']
  expect(lists.filter(hasPeriod)).toEqual(['approvals', 'documents', 'events'])
})
