import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BILL_FILTERS } from '#lib/domain/bills/filters.ts'
import { exportBills } from '#lib/domain/bills/list.ts'
import { CUSTOMER_FILTERS } from '#lib/domain/customers/filters.ts'
import { exportCustomers } from '#lib/domain/customers/list.ts'
import { attachDocument } from '#lib/domain/documents/attach.ts'
import { createDocument } from '#lib/domain/documents/create.ts'
import { DOCUMENT_FILTERS } from '#lib/domain/documents/filters.ts'
import { listDocumentsForDashboard } from '#lib/domain/documents/list.ts'
import { PURPOSES } from '#lib/domain/documents/schema.ts'
import { EVENT_FILTERS } from '#lib/domain/events/filters.ts'
import { listEventsForDashboard } from '#lib/domain/events/list.ts'
import { FUND_ACCOUNT_FILTERS } from '#lib/domain/fund-accounts/filters.ts'
import { listFundAccountsForDashboard } from '#lib/domain/fund-accounts/list.ts'
import { ORDER_FILTERS } from '#lib/domain/orders/filters.ts'
import { exportOrders } from '#lib/domain/orders/list.ts'
import { PAYMENT_FILTERS } from '#lib/domain/payments/filters.ts'
import { exportPayments } from '#lib/domain/payments/list.ts'
import { PAYOUT_FILTERS } from '#lib/domain/payouts/filters.ts'
import { exportPayouts } from '#lib/domain/payouts/list.ts'
import { REFUND_FILTERS } from '#lib/domain/refunds/filters.ts'
import { exportRefunds } from '#lib/domain/refunds/list.ts'
import { SETTLEMENT_FILTERS } from '#lib/domain/settlements/filters.ts'
import { exportSettlements } from '#lib/domain/settlements/list.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { TRANSFER_FILTERS } from '#lib/domain/transfers/filters.ts'
import { exportTransfers } from '#lib/domain/transfers/list.ts'
import { WEBHOOK_FILTERS } from '#lib/domain/webhooks/filters.ts'
import { listWebhooksForDashboard } from '#lib/domain/webhooks/list.ts'
import { queryFromText, termsOf } from '#lib/filters/filter-query.ts'
import { type ListParam, readParams } from '#lib/filters/list-params.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { minBill } from '#lib/testing/bill.ts'
import { payer } from '#lib/testing/instance.ts'
import type { Body } from '#lib/testing/shop.ts'
import { ok, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'
import { newId } from '#lib/values/id.ts'

let instance: WalletInstance['instance']
let rest: WalletInstance['rest']
beforeAll(async () => {
  const wallets = await openWalletInstance()
  const { shop } = wallets
  ;({ instance, rest } = wallets)
  await instance.pass(40_000)
  for (const at of [0, 1]) {
    const customer = { name: `Payer ${at}`, email: `payer${at}@example.com`, contact: payer.contact }
    expect((await rest.post('/v1/customers', customer)).status).toBe(201)
  }
  for (let at = 0; at < 12; at += 1) {
    const order = await shop.order(40_000 + at * 2500, {
      receipt: `R-${at % 3}`,
      payment_capture: at % 2 === 0,
      notes: { shop: at % 2 === 0 ? 'Mysuru 2' : 'Hubli' },
    })
    if (at % 4 === 3) continue
    const paid = await shop.pay(order, undefined, { email: `payer${at % 3}@example.com` })
    if (at % 4 === 2) expect((await shop.refund(paid, { amount: 43_000 + at })).body.entity).toBe('refund')
    await instance.pass(40_000)
  }
  let bill: Body
  for (let at = 0; at < 8; at += 1) {
    bill = ok(await rest.post('/v1/bills', billOf(at)))
    if (at % 4 === 1) await rest.call('DELETE', `/v1/bills/${bill.id}`)
    await instance.pass(40_000)
  }
  for (let at = 0; at < 6; at += 1) {
    const holder = await wallets.customer()
    const more = at % 3 === 2 ? { on_hold: true } : {}
    const transfer = ok(await wallets.give(holder.id, 42_000 + at * 1000, more))
    if (at === 0) ok(await rest.post(`/v1/transfers/${transfer.id}/reversals`, {}))
    await instance.pass(40_000)
    if (at % 3 !== 1) continue
    const account = await wallets.fundAccount(holder, at === 1 ? '99999000' : '123456789012')
    ok(await wallets.payOut(holder, account, { ...paidOut(at), amount: 40_000 }))
    if (at === 1)
      ok(await rest.call('PATCH', `/v1/fund_accounts/${account.id}`, { json: { active: false } }), 200)
    await instance.pass(40_000)
  }
  for (let at = 0; at < 3; at += 1) {
    await shop.captured(43_000 + at * 1000)
    await instance.run(settleNow, {}, undefined, instance.system)
    if (at < 2) await instance.pass(40_000)
  }
  for (const [at, name] of ['scan-1.pdf', 'scan-2.pdf', 'proof.png'].entries()) {
    const mime_type = name.endsWith('pdf') ? ('application/pdf' as const) : ('image/png' as const)
    const file = {
      id: newId('document', instance.now() * 1000),
      name,
      mime_type,
      size: 100,
      sha256: 'a'.repeat(64),
    }
    const document = await instance.run(createDocument, { file, purpose: PURPOSES[at % 2] ?? 'other' })
    if (at === 1) await instance.run(attachDocument, { document_id: document.id, object_id: bill.id })
  }
  for (const port of [9, 10])
    ok(await rest.post('/v1/webhooks', { url: `http://localhost:${port}/hooks`, events: ['*'] }))
  await instance.runtime.query("UPDATE webhook_endpoints SET failing_since = 1 WHERE url LIKE '%:9/%'", [])
  SAMPLES.object = [bill.id, ...(await textsOf('SELECT id FROM refunds'))]
  SAMPLES.id = await textsOf('SELECT id FROM fund_accounts')
  SAMPLES.utr = await textsOf('SELECT utr FROM payouts UNION SELECT utr FROM settlements')
  SAMPLES.customer = await textsOf('SELECT recipient FROM transfers UNION SELECT customer_id FROM payments')
  SAMPLES.payment = await textsOf('SELECT source FROM transfers UNION SELECT payment_id FROM refunds')
}, 600_000)
afterAll(() => instance.close())

const billOf = (at: number) => ({
  ...minBill,
  receipt_number: `B-${at}`,
  receipt_type: at % 2 === 0 ? 'credit_invoice' : 'debit_invoice',
  receipt_summary: { ...minBill.receipt_summary, net_payable_amount: 41_000 + at * 1000 },
  payments: [{ method: 'cash', currency: 'INR', amount: 41_000 + at * 1000 }],
  store_code: `MYS-${at % 2}`,
  customer: { email: `payer${at % 3}@example.com` },
})

const paidOut = (at: number) => ({ purpose: at === 1 ? 'salary' : 'refund', reference_id: `PO-${at}` })

async function textsOf(sql: string): Promise<string[]> {
  const { rows } = await instance.runtime.query(sql, [])
  return rows.flatMap((row) => Object.values(row).map(String))
}

// The lists have different rows; here they are IDs.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyExport = Operation<any, any>

const LISTS: [path: string, noun: string, ListParam[], AnyExport][] = [
  ['/v1/payments', 'payment', PAYMENT_FILTERS, exportPayments],
  ['/v1/orders', 'order', ORDER_FILTERS, exportOrders],
  ['/v1/refunds', 'refund', REFUND_FILTERS, exportRefunds],
  ['/v1/customers', 'customer', CUSTOMER_FILTERS, exportCustomers],
  ['/v1/documents', 'document', DOCUMENT_FILTERS, listDocumentsForDashboard],
  ['/v1/events', 'event', EVENT_FILTERS, listEventsForDashboard],
  ['/v1/fund_accounts', 'fund account', FUND_ACCOUNT_FILTERS, listFundAccountsForDashboard],
  ['/v1/webhooks', 'webhook', WEBHOOK_FILTERS, listWebhooksForDashboard],
  ['/v1/bills', 'bill', BILL_FILTERS, exportBills],
  ['/v1/settlements', 'settlement', SETTLEMENT_FILTERS, exportSettlements],
  ['/v1/payouts', 'payout', PAYOUT_FILTERS, exportPayouts],
  ['/v1/transfers', 'transfer', TRANSFER_FILTERS, exportTransfers],
]

/** Values that some of the records have. */
const SAMPLES: Record<string, string[]> = {
  amount: ['>425', '<=450', '400..470'],
  created: ['>=2026-06-16', 'last-month', '7d', '2026-06-15..2026-06-17'],
  receipt: ['R-1', 'r-2', 'R'],
  order: ['R-1', 'r-2'],
  email: ['payer1@example.com', 'PAYER0@example.com'],
  notes: ['shop=Hubli', 'shop'],
  last4: ['1007'],
  contact: ['98765 43210'],
  country: ['IN'],
  q: ['Payer', '425', 'payer1@example.com', 'b-3', 'MYS-1'],
  name: ['scan', 'scan-2.pdf', 'Scan'],
  reference: ['PO-1', 'po-4'],
  purpose: ['salary', 'refund'],
  store: ['MYS-0', 'MYS-1'],
}

const reader = () => ({ currency: 'INR', zone: 'Asia/Kolkata', now: instance.now() })

/** What the dashboard makes of a text: search params, from which the input of its operation is read. */
async function onDashboard(noun: string, filters: ListParam[], operation: AnyExport, text: string) {
  const written = queryFromText({ noun, filters }, text, reader())
  if (written.problems.length > 0) return { problems: written.problems }
  const search = new URLSearchParams(written.query)
  const read = readParams(filters, Object.fromEntries(search), reader())
  if (read.problems.length > 0) return { problems: read.problems }
  try {
    const found = await instance.run(operation, { ...read.input, count: 100 }, undefined, instance.system)
    return { ids: (found.items as { id: string }[]).map(({ id }) => id) }
  } catch (thrown) {
    return { problems: [(thrown as Error).message] }
  }
}

describe.each(LISTS)('GET %s', (path, noun, filters, operation) => {
  it('finds by a text what the list of the dashboard finds by it', async () => {
    const terms = termsOf({ filters })
    const anything = fc.constantFrom(...Object.values(SAMPLES).flat(), 'x', '1')
    const part = fc.constantFrom(...terms, null).chain((term) => {
      const own = term === null ? [] : [...(term.values?.(reader()) ?? []), ...(SAMPLES[term.name] ?? [])]
      const value =
        own.length === 0 ? anything : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...own) }, anything)
      return fc.tuple(fc.constantFrom('', '', '', '-'), value).map(([minus, text]) => {
        const name = term === null ? '' : `${minus}${term.name}:`
        return `${name}${/\s/.test(text) ? JSON.stringify(text) : text}`
      })
    })
    let found = 0
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), async (parts) => {
        const text = parts.join(' ')
        const expected = await onDashboard(noun, filters, operation, text)
        const response = await rest.get(`${path}?${new URLSearchParams({ query: text, count: '100' })}`)
        if (expected.problems) {
          expect([text, response.status, response.body.error?.field]).toEqual([text, 400, 'query'])
          return
        }
        const ids = response.body.items?.map(({ id }: { id: string }) => id)
        expect([text, ids]).toEqual([text, expected.ids])
        found += ids.length
      }),
      { numRuns: 150 },
    )
    expect(found).toBeGreaterThan(0)
  })
})

describe('a text of filters in the API', () => {
  it('combines with the other filters, and with pages', async () => {
    const all = await rest.get('/v1/payments?query=amount:%3E%3D425&count=100')
    const amounts = all.body.items.map(({ amount }: { amount: number }) => amount)
    expect(amounts.length).toBeGreaterThan(2)
    expect(amounts.every((amount: number) => amount >= 42_500)).toBe(true)
    const some = await rest.get('/v1/payments?query=amount:%3E%3D425&status=captured&count=100')
    const captured = all.body.items.filter(({ status }: { status: string }) => status === 'captured')
    expect(some.body.items).toEqual(captured)
    const next = await rest.get(
      `/v1/payments?query=amount:%3E%3D425&count=1&starting_after=${all.body.items[0].id}`,
    )
    expect(next.body.items).toEqual([all.body.items[1]])
  })

  it.each([
    ['statsu:captured', '"statsu" is not a filter of payments. Did you mean status?'],
    ['status:captued', '"captued" is not a value of status. Did you mean status:captured?'],
    ['amount:>many', '"many" is not an amount'],
    ['customer:asha', 'customer'],
  ])('%s is rejected, with the part and the nearest name', async (query, text) => {
    const { status, body } = await rest.get(`/v1/payments?${new URLSearchParams({ query })}`)
    expect([status, body.error.reason, body.error.field]).toEqual([400, 'input_validation_failed', 'query'])
    expect(body.error.description).toContain(text)
  })
})
