import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { repairCounts } from '#lib/counters/repair.ts'
import { listApprovalsForDashboard } from '#lib/domain/approvals/list.ts'
import { fetchBalance } from '#lib/domain/balance/fetch.ts'
import { listBillsForDashboard } from '#lib/domain/bills/list.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { getCustomerDetails } from '#lib/domain/customers/fetch.ts'
import { listCustomersForDashboard } from '#lib/domain/customers/list.ts'
import { listDocumentsForDashboard } from '#lib/domain/documents/list.ts'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { fetchSplits, fetchTotals, fetchVolume } from '#lib/domain/overview/totals.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { listPayoutsForDashboard } from '#lib/domain/payouts/list.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { listTransfersForDashboard } from '#lib/domain/transfers/list.ts'
import { sumStatement } from '#lib/domain/wallets/get-statement-details.ts'
import { listWalletsForDashboard } from '#lib/domain/wallets/list.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { DAY } from '#lib/values/time.ts'

/** An amount that is exact as a number while the sum of two is not: it exceeds 2^53. */
const LARGE = 6_000_000_000_000_001n
const TWO = 2n * LARGE

let instance: Instance
let account: string
let now: number
beforeAll(async () => {
  instance = await openInstance()
  account = instance.merchant.accounts.test
  now = instance.now()
  // The limits of a single amount would only make the test longer, so it inserts rows directly.
  await instance.database.pool.query('ALTER TABLE orders DROP CONSTRAINT orders_amount')
  await instance.database.pool.query('ALTER TABLE payments DROP CONSTRAINT payments_amount')
  await instance.database.pool.query('ALTER TABLE documents DROP CONSTRAINT documents_size')
  await everything()
  await instance.database.prisma.$transaction(repairCounts)
})
afterAll(() => instance.close())

let serial = 0
/** Writes one row, dated a second after the one before. */
async function put(table: string, kind: string, row: Record<string, unknown>) {
  serial += 1
  const id = `${kind}_${String(serial).padStart(14, '0')}`
  const whole = { account_id: account, id, created_at: now - DAY + serial, ...row }
  const names = Object.keys(whole).filter((name) => whole[name as 'id'] !== undefined)
  await instance.database.pool.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    names.map((name) => whole[name as 'id']),
  )
  return id
}

let CUSTOMER: string
const inr = { currency: 'INR' }

async function everything() {
  CUSTOMER = (await instance.run(createCustomer, { name: 'Asha Rao' })).id
  const other = (await instance.run(createCustomer, { name: 'Meera' })).id
  const card = { method: 'card', customer_id: CUSTOMER }
  const taken = { ...card, captured: true, fee: 0, tax: 0 }
  for (const currency of ['INR', 'INR', 'USD'])
    await put('payments', 'pay', { ...taken, status: 'captured', amount: LARGE, currency })
  const back = { status: 'refunded', amount: 500, amount_refunded: 500, refund_status: 'full' }
  await put('payments', 'pay', { ...taken, ...inr, ...back })
  // Returned before it was captured, so it was neither collected nor refunded.
  await put('payments', 'pay', { ...card, ...inr, ...back })
  for (const status of ['failed', 'failed', 'created', 'authorized', 'authorized'])
    await put('payments', 'pay', { ...card, ...inr, status, amount: LARGE, email: `${status}@example.com` })

  const order = { payment_capture: true, ...inr }
  for (const [status, amount_paid] of [
    ['paid', LARGE],
    ['paid', LARGE],
    ['attempted', 7n],
    ['created', 0n],
  ])
    await put('orders', 'order', { ...order, status, amount: LARGE, amount_paid, receipt: `R-${status}` })

  const refund = { ...inr, payment_id: 'pay_00000000000001', speed_requested: 'normal' }
  for (const status of ['processed', 'processed', 'pending', 'pending', 'failed', 'failed'])
    await put('refunds', 'rfnd', {
      ...refund,
      status,
      amount: LARGE,
      created_by: status === 'failed' ? 'user:A' : 'key:B',
      speed_processed: status === 'pending' ? null : 'normal',
    })

  const transfer = { ...inr, source: 'pay_00000000000001', recipient: CUSTOMER }
  for (const status of ['processed', 'processed', 'created', 'created', 'failed', 'failed'])
    await put('transfers', 'trf', { ...transfer, status, amount: LARGE, amount_reversed: 3 })

  const payout = { ...inr, customer_id: CUSTOMER, fund_account_id: 'fa_1', fees: 0, tax: 0, narration: 'x' }
  for (const status of ['processed', 'processed', 'processing', 'processing', 'reversed', 'reversed'])
    await put('payouts', 'pout', { ...payout, status, amount: LARGE, purpose: status })

  const bill = { receipt_type: 'tax_invoice', receipt_timestamp: 1, business_category: 'retail', body: '{}' }
  for (const [status, currency] of [
    ['issued', 'INR'],
    ['issued', 'INR'],
    ['issued', 'USD'],
    ['deleted', 'INR'],
  ])
    await put('bills', 'bill', {
      ...bill,
      status,
      currency,
      amount: LARGE,
      updated_at: 1,
      deleted_at: status === 'deleted' ? 1 : null,
      receipt_number: `B-${serial}`,
      token: `token-${serial}`,
      store_code: currency,
    })

  const approval = { ...inr, operation: 'refund_payment', input: '{}', cause: 'merchant_threshold' }
  const decided = { decided_at: 1, decided_by: 'user:B', decided_by_id: 'b' }
  const requester = { actor_kind: 'user', actor_id: 'u', actor_name: 'Asha', user_id: 'u', request_id: 'r' }
  const states: [string, number][] = [
    ['waiting', now + DAY],
    ['waiting', now + DAY],
    ['waiting', now - 1],
  ]
  for (const [status, expires_at] of [...states, ['approved', now], ['approved', now], ['rejected', now]])
    await put('approvals', 'appr', {
      ...approval,
      ...requester,
      status,
      expires_at,
      amount: LARGE,
      idempotency_key: `k${serial}`,
      ...(status === 'waiting' ? {} : decided),
    })

  const document = { mime_type: 'image/png', sha256: 'a', storage_key: 'b', size: LARGE }
  for (const purpose of ['kyc_proof', 'kyc_proof', 'other'])
    await put('documents', 'doc', { ...document, purpose, name: `${purpose}.png` })

  for (const customer of [CUSTOMER, other]) {
    serial += 1
    await instance.database.pool.query(
      'INSERT INTO wallets (account_id, customer_id, balance, created_at) VALUES ($1, $2, $3, $4)',
      [account, customer, LARGE, now],
    )
  }
  for (const seq of [1, 2])
    await put('customer_transactions', 'ctxn', {
      ...inr,
      customer_id: CUSTOMER,
      seq,
      source: 's',
      status: 'processed',
      type: 'transfer',
      amount: LARGE,
      credit: LARGE,
      debit: 0,
      balance: LARGE * BigInt(seq),
    })
  await instance.database.pool.query('UPDATE ledger_balances SET balance = $1 WHERE account_id = $2', [
    TWO,
    account,
  ])
}

// The lists have different filters; the requests here are the same for each.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyList = Operation<z.ZodType<any, any>, z.ZodType<any>>
const read = (operation: AnyList, input: object = {}) => instance.run(operation, input)

describe('the sums of a list', () => {
  const cases: [string, AnyList, object[]][] = [
    [
      'payments',
      listPaymentsForDashboard,
      [
        { currency: 'INR', amounts: { captured: TWO + 500n, refunded: 500n, authorized: TWO, failed: TWO } },
        { currency: 'USD', amounts: { captured: LARGE, refunded: 0n, authorized: 0n, failed: 0n } },
      ],
    ],
    ['orders', listOrdersForDashboard, [{ currency: 'INR', amounts: { paid: TWO + 7n, ordered: 2n * TWO } }]],
    [
      'refunds',
      listRefundsForDashboard,
      [{ currency: 'INR', amounts: { processed: TWO, pending: TWO, failed: TWO } }],
    ],
    [
      'transfers',
      listTransfersForDashboard,
      [{ currency: 'INR', amounts: { processed: TWO, reversed: 6n, on_hold: TWO - 6n } }],
    ],
    [
      'payouts',
      listPayoutsForDashboard,
      [{ currency: 'INR', amounts: { processed: TWO, processing: TWO, reversed: TWO } }],
    ],
    [
      'bills',
      listBillsForDashboard,
      [
        { currency: 'INR', amounts: { billed: TWO } },
        { currency: 'USD', amounts: { billed: LARGE } },
      ],
    ],
    ['approvals', listApprovalsForDashboard, [{ currency: 'INR', amounts: { waiting: TWO, approved: TWO } }]],
  ]

  it.each(cases)(
    'of %s add like to like, in each currency, and exactly beyond 2^53',
    async (_, list, sums) => {
      expect((await read(list)).totals).toEqual(sums)
    },
  )

  it.each(cases)('of %s are those of what the filter finds alone', async (_, list) => {
    const nothing = await read(list, { from: now + DAY })
    expect(nothing.total).toBe(0)
    expect(nothing.totals).toHaveLength(1)
    for (const sum of Object.values(nothing.totals[0].amounts)) expect(sum).toBe(0n)
    expect(nothing.empty).toBe(false)
  })

  it('of failed payments are apart from what was captured', async () => {
    const failed = await read(listPaymentsForDashboard, { status: ['failed'] })
    expect(failed.total).toBe(2)
    expect(failed.totals).toEqual([
      { currency: 'INR', amounts: { captured: 0n, refunded: 0n, authorized: 0n, failed: TWO } },
    ])
  })

  it('of documents and wallets are exact beyond 2^53', async () => {
    expect((await read(listDocumentsForDashboard)).bytes).toBe(3n * LARGE)
    expect((await read(listWalletsForDashboard)).balance).toBe(TWO)
    expect(await instance.run(sumStatement, { id: CUSTOMER })).toMatchObject({
      opening: 0n,
      credits: TWO,
      closing: TWO,
      reconciles: true,
    })
  })

  it('do not stop the checks of the ledger', async () => {
    const [broken] = await instance.violations()
    expect(broken).toMatchObject({ name: 'A kept balance equals the sum of its postings.' })
    expect(broken?.rows).toMatchObject([{ account: 'merchant_balance', balance: String(TWO) }])
  })

  it('stand on the overview and on the page of a customer as on the lists', async () => {
    const stretch = { from: now - DAY, to: now }
    const totals = await instance.run(fetchTotals, { current: stretch, previous: stretch })
    expect(totals.current).toMatchObject({ collected: TWO + 500n, captured_count: 3, refunded: 2n * TWO })
    const { points } = await instance.run(fetchVolume, { ...stretch, step: 'month', zone: 'UTC' })
    expect(points).toMatchObject([{ amount: TWO + 500n, count: 3, failed: 2 }])
    expect((await instance.run(fetchSplits, stretch)).methods).toEqual([
      { name: 'card', amount: TWO + 500n, count: 3 },
    ])
    expect((await instance.run(fetchAttention, {})).reversed).toEqual({ count: 2, amount: TWO })
    expect(await instance.run(fetchBalance, {})).toMatchObject({
      balance: TWO,
      authorized: TWO,
      refunds_pending: TWO,
    })
    const customer = await instance.run(getCustomerDetails, { id: CUSTOMER })
    expect(customer).toMatchObject({ paid: TWO + 500n, refunded: 500n })
  })
})

describe('the counts of the tabs', () => {
  const cases: [string, AnyList, filter: object, tab: object, tabs: object][] = [
    [
      'payments',
      listPaymentsForDashboard,
      { email: 'failed@example.com' },
      { status: ['captured'] },
      { all: 2, failed: 2 },
    ],
    ['orders', listOrdersForDashboard, { receipt: 'R-paid' }, { stuck: true }, { all: 2, paid: 2 }],
    ['refunds', listRefundsForDashboard, { initiator: 'user' }, { overdue: true }, { all: 2, failed: 2 }],
    [
      'payouts',
      listPayoutsForDashboard,
      { purpose: 'reversed' },
      { status: ['processed'] },
      { all: 2, reversed: 2 },
    ],
    ['bills', listBillsForDashboard, { store: 'USD' }, { status: ['deleted'] }, { all: 1, issued: 1 }],
    [
      'documents',
      listDocumentsForDashboard,
      { name: 'kyc' },
      { purpose: ['other'] },
      { all: 2, kyc_proof: 2 },
    ],
    ['customers', listCustomersForDashboard, { q: 'asha' }, { paying: false }, { all: 1, paying: 1 }],
    ['transfers', listTransfersForDashboard, { from: -1, to: 1 }, { status: ['created'] }, { all: 0 }],
    ['approvals', listApprovalsForDashboard, { max: 1 }, { status: ['expired'] }, { all: 0 }],
  ]

  it.each(cases)('of %s obey every filter but the tab', async (_, list, filter, tab, tabs) => {
    const all = (await read(list)).tabs as Record<string, number>
    for (const input of [filter, { ...filter, ...tab }]) {
      const found = await read(list, input)
      expect(found.tabs).toEqual({
        ...Object.fromEntries(Object.keys(all).map((name) => [name, 0])),
        ...tabs,
      })
    }
    // What a tab says is what it shows.
    expect((await read(list, { ...filter, ...tab })).total).toBe(0)
    expect((await read(list, tab)).tabs).toEqual(all)
  })

  it('of approvals count an undecided one past its time as expired', async () => {
    expect((await read(listApprovalsForDashboard)).tabs).toMatchObject({
      all: 6,
      waiting: 2,
      expired: 1,
      approved: 2,
    })
  })

  it('come with the page: rows, counters, and a tab that compares with the present take three statements', async () => {
    const statements: string[] = []
    const query: typeof instance.runtime.query = (sql, values) => {
      statements.push(sql)
      return instance.runtime.query(sql, values)
    }
    const runtime = { ...instance.runtime, query }
    const { execute } = await import('#lib/pipeline/execute.ts')
    await execute(
      runtime,
      listRefundsForDashboard,
      instance.actor,
      { status: ['failed'] },
      { requestId: 'req_1' },
    )
    expect(statements).toHaveLength(3)
  })
})
