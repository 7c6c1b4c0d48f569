import { afterAll, beforeAll, expect, it } from 'vitest'
import { listBillsForDashboard } from '#lib/domain/bills/list.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { listDocumentsForDashboard } from '#lib/domain/documents/list.ts'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { listPayoutsForDashboard } from '#lib/domain/payouts/list.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { findRecords } from '#lib/domain/search/find-records.ts'
import { SEARCH_KINDS } from '#lib/domain/search/kinds.ts'
import { FOUND_KINDS, type FoundKind } from '#lib/domain/search/schema.ts'
import { search } from '#lib/domain/search/search.ts'
import { listSettlementsForDashboard } from '#lib/domain/settlements/list.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { minBill } from '#lib/testing/bill.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { cardOf, shopOf } from '#lib/testing/shop.ts'

let instance: Instance
/** Texts as people type them, those of emails, phones, amounts, numbers, references and names; IDs are added. */
const samples = [
  'meera.nair@example.com',
  'MEERA.NAIR@',
  'meera',
  'Meera Nair',
  'guest',
  'Guest@example.org',
  '+919812345678',
  '98123 45678',
  '919812345678',
  '5678',
  '345678',
  '2026',
  '9943212026',
  '123.00',
  '₹123.00',
  '6.78',
  'INR 2026',
  'inv-2026-77',
  'INV-2026',
  'desk/77',
  'DESK',
  'MYS-1',
  '74332745',
  'HDFCN26112300017',
  'UTR2611230001',
  'PO-77',
  'cart-55',
  'Meera inv',
  'pout_NfLw',
  'unknown@example.com',
  'umbrella',
  '%%',
  '__',
  'pay_NfLw3gQ81xRt0a',
]
beforeAll(async () => {
  instance = await openInstance()
  const rest = await openRest(instance)
  const shop = shopOf(rest, instance)
  const meera = { email: 'Meera.Nair@example.com', contact: '+919812345678' }
  const customer = await instance.run(createCustomer, { name: 'Meera Nair', ...meera })
  const order = await shop.order(12_300, { receipt: 'INV-2026-77', payment_capture: true })
  const paid = await shop.pay(order, cardOf('4111111111111111'), meera)
  const numbered = await shop.order(202_600, { receipt: '2026', payment_capture: true })
  const guest = await shop.pay(numbered, cardOf('4111111111111111'), {
    email: 'guest@example.org',
    contact: '+919943212026',
  })
  const refund = (await shop.refund(paid, { amount: 678 })).body
  const { rrn } = (await shop.fetch(paid.id)).acquirer_data
  const bill = await rest.post('/v1/bills', {
    ...minBill,
    receipt_number: 'DESK/77',
    store_code: 'MYS-1',
    customer: { email: 'meera.nair@example.com', contact: '+919812345678' },
  })
  expect(bill.status).toBe(201)
  const rows = [
    `INSERT INTO settlements (account_id, id, amount, currency, status, fees, tax, utr, run, movements, captured_until, created_at)
     VALUES ($1, 'setl_NfLw3gQ81xRt0a', 5000, 'INR', 'processed', 0, 0, 'HDFCN26112300017', 'first', '[]', $2, $2)`,
    `INSERT INTO payouts (account_id, id, customer_id, fund_account_id, amount, currency, fees, tax, status, purpose, utr, reference_id, narration, created_at)
     VALUES ($1, 'pout_NfLw3gQ81xRt0a', 'cust_NfLw3gQ81xRt0a', 'fa_NfLw3gQ81xRt0a', 9900, 'INR', 0, 0, 'processed', 'refund', 'UTR2611230001', 'PO-77', 'Test', $2)`,
    `INSERT INTO documents (account_id, id, purpose, name, mime_type, size, sha256, storage_key, created_by, created_at)
     VALUES ($1, 'doc_NfLw3gQ81xRt0a', 'other', 'Meera invoice.pdf', 'application/pdf', 1, '', '', 'user:1', $2)`,
    `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, client_request_id, created_at)
     VALUES ($1, 'req_NfLw3gQ81xRt0a', 'api', 'GET', '/v1/orders', 200, 1, 'key', 'key_1', 'cart-55', $2)`,
  ]
  for (const sql of rows) await instance.runtime.query(sql, [instance.merchant.accounts.test, instance.now()])
  await instance.runtime.query('UPDATE refunds SET acquirer_data = $1 WHERE account_id = $2', [
    JSON.stringify({ arn: '74332745' }),
    instance.merchant.accounts.test,
  ])
  samples.push(
    paid.id,
    paid.id.slice(0, 12),
    order.id,
    refund.id,
    customer.id,
    bill.body.id,
    guest.id,
    String(rrn),
  )
})
afterAll(() => instance.close())

// The lists have different filters; the texts here are the same for each.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyList = Operation<any, any>

/** What the lists find by a text: in their search boxes, or in the filters that take such a text. */
const LISTS: [kind: FoundKind, list: AnyList, filters: string[]][] = [
  ['payment', listPaymentsForDashboard, ['q']],
  ['customer', listCustomersForDashboard, ['q']],
  ['bill', listBillsForDashboard, ['q']],
  ['order', listOrdersForDashboard, ['receipt']],
  ['refund', listRefundsForDashboard, ['reference']],
  ['payout', listPayoutsForDashboard, ['utr', 'reference']],
  ['settlement', listSettlementsForDashboard, ['utr']],
  ['document', listDocumentsForDashboard, ['name']],
  ['request', listRequestsForDashboard, ['client_request']],
]

const isId = (text: string) => /^(pay|cust|order|rfnd|bill|pout)_/.test(text)

it('finds the same in the palette and in the list of each kind of record', async () => {
  const found = new Set<FoundKind>()
  for (const text of samples) {
    const { groups } = await instance.run(findRecords, { q: text })
    for (const [kind, list, filters] of LISTS) {
      const [palette = []] = groups.filter((group) => group.kind === kind).map(({ items }) => idsOf(items))
      const listed = new Set<string>()
      for (const filter of filters) {
        // The list of payments has those of an order or a customer, too; their IDs name other records.
        if (isId(text) && (filter !== 'q' || (kind === 'payment' && !text.startsWith('pay_')))) continue
        for (const id of idsOf((await instance.run(list, { [filter]: text })).items)) listed.add(id)
      }
      if (filters.includes('q')) expect([text, kind, palette]).toEqual([text, kind, [...listed].sort()])
      else expect([text, kind, palette]).toEqual([text, kind, expect.arrayContaining([...listed])])
      for (const _ of listed) found.add(kind)
    }
  }
  expect([...found].sort()).toEqual(LISTS.map(([kind]) => kind).sort())
})

it('finds the same for tools as in the palette', async () => {
  const forTools = new Set(Object.values(SEARCH_KINDS).map(({ kind }) => kind))
  expect(FOUND_KINDS).toEqual(expect.arrayContaining([...forTools]))
  for (const text of samples) {
    const { groups } = await instance.run(findRecords, { q: text })
    const palette = groups.filter(({ kind }) => forTools.has(kind)).flatMap(({ items }) => items)
    const { results } = await instance.run(search, { query: text })
    const records = results.filter(({ id }) => !/^(guide|docs):/.test(id))
    expect([text, idsOf(records)]).toEqual([text, idsOf(palette)])
  }
})

function idsOf(items: { id: string }[]): string[] {
  return items.map(({ id }) => id).sort()
}
