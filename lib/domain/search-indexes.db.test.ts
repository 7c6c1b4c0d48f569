import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { fetchAllBills } from '#lib/domain/bills/fetch.ts'
import { listBillsForDashboard } from '#lib/domain/bills/list.ts'
import { listFundAccountsForDashboard } from '#lib/domain/fund-accounts/list.ts'
import { fetchAllOrders } from '#lib/domain/orders/fetch.ts'
import { listOrdersForDashboard } from '#lib/domain/orders/list.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { listPaymentsForDashboard } from '#lib/domain/payments/list.ts'
import { listPayoutsForDashboard } from '#lib/domain/payouts/list.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { groupErrors } from '#lib/domain/requests/group-errors.ts'
import { listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { listSettlementsForDashboard } from '#lib/domain/settlements/list.ts'
import { fetchAllTransfers } from '#lib/domain/transfers/fetch.ts'
import { listTransfersForDashboard } from '#lib/domain/transfers/list.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

/** Enough rows for PostgreSQL to use an index where one helps, and few enough to create them quickly. */
const ROWS = 20_000

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
  await instance.database.pool.query(
    `INSERT INTO payments (account_id, id, amount, amount_refunded, currency, status, method, captured, order_id, last4, email, contact, customer_id,
                           refund_status, error_reason, capture_by, notes, acquirer_data, created_at)
     SELECT $1, 'pay_' || lpad(i::text, 14, '0'), 100 + i * 7919 % 900000, CASE WHEN i % 1000 = 0 THEN 100 + i * 7919 % 900000 ELSE 0 END, 'INR', CASE WHEN i % 50 = 0 THEN 'authorized' ELSE 'failed' END, 'card', false,
            'order_' || lpad(i::text, 14, '0'), lpad((i % 5000)::text, 4, '0'), i || '@example.com', '+91' || (9800000000 + i),
            'cust_' || lpad((i % 4000)::text, 14, '0'), CASE WHEN i % 1000 = 0 THEN 'full' END, CASE WHEN i % 700 = 0 THEN 'card_expired' ELSE 'incorrect_otp' END,
            CASE WHEN i % 50 = 0 THEN $2 + i END, jsonb_build_object('cart', i::text), jsonb_build_object('rrn', (100000000000 + i)::text), $2::bigint + i
     FROM generate_series(1, ${ROWS}) AS i`,
    [instance.merchant.accounts.test, instance.now() - ROWS],
  )
  await instance.database.pool.query(
    `INSERT INTO orders (account_id, id, amount, currency, status, payment_capture, receipt, customer_id, notes, created_at)
     SELECT account_id, order_id, amount, 'INR', 'attempted', true, 'R-' || amount, customer_id, notes, created_at FROM payments`,
  )
  await instance.database.pool.query(
    `INSERT INTO refunds (account_id, id, amount, currency, payment_id, status, speed_requested, acquirer_data, automatic, created_at)
     SELECT account_id, 'rfnd_' || right(id, 14), amount, 'INR', id, 'pending', 'normal', acquirer_data, created_at % 200 = 0, created_at
     FROM payments`,
  )
  await instance.database.pool.query(
    `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, idempotency_key,
                               client_request_id, created_at)
     SELECT account_id, 'req_' || right(id, 14), 'api', 'GET', '/v1/orders',
            CASE WHEN created_at % 5000 = 0 THEN 500 WHEN created_at % 500 = 0 THEN 404 ELSE 200 END,
            CASE WHEN created_at % 5000 = 1 THEN 1500 ELSE 1 END, 'key', 'key_1', 'cart-' || id,
            'cart-' || amount || '-' || created_at, created_at FROM payments`,
  )
  await instance.database.pool.query(
    `INSERT INTO bills (account_id, id, token, status, receipt_number, receipt_type, receipt_timestamp, business_category, currency, amount,
                        body, created_at, updated_at)
     SELECT account_id, 'bill_' || right(id, 14), id, 'issued', 'B-' || right(id, 14), CASE WHEN amount % 900 = 0 THEN 'debit_invoice' ELSE 'tax_invoice' END, created_at,
            CASE WHEN amount % 900 = 0 THEN 'events' ELSE 'food_and_beverages' END, 'INR', amount,
            '{}', created_at, created_at FROM payments`,
  )
  await instance.database.pool.query(
    `INSERT INTO transfers (account_id, id, status, source, recipient, amount, currency, created_at)
     SELECT account_id, 'trf_' || right(id, 14), 'processed', id, customer_id, amount, 'INR', created_at FROM payments`,
  )
  await instance.database.pool.query(
    `INSERT INTO payouts (account_id, id, customer_id, fund_account_id, amount, currency, fees, tax, status, purpose, utr, reference_id,
                          narration, created_at)
     SELECT account_id, 'pout_' || right(id, 14), customer_id, 'fa_' || right(id, 14), amount, 'INR', 0, 0, 'processed',
            CASE WHEN amount % 900 = 0 THEN 'salary' ELSE 'refund' END, 'UTR' || right(id, 14), 'PO-' || amount, 'Test', created_at FROM payments`,
  )
  await instance.database.pool.query(
    `INSERT INTO settlements (account_id, id, amount, currency, status, fees, tax, utr, run, captured_until, movements, created_at)
     SELECT account_id, 'setl_' || right(id, 14), amount, 'INR', 'processed', 0, 0, 'UTR' || right(id, 14), id, created_at, '{}', created_at
     FROM payments`,
  )
  await instance.database.pool.query(
    `INSERT INTO fund_accounts (account_id, id, customer_id, account_type, name, ifsc, bank_name, number_encrypted, number_last4, digest,
                                active, created_at)
     SELECT account_id, 'fa_' || right(id, 14), customer_id, 'bank_account', 'Asha Rao', 'HDFC0000001', 'HDFC', '', last4, id::bytea,
            amount % 900 <> 0, created_at FROM payments`,
  )
  await instance.database.pool.query(
    'ANALYZE payments, orders, refunds, request_logs, bills, transfers, payouts, settlements, fund_accounts',
  )
}, 600_000)
afterAll(() => instance.close())

// The lists have different filters; the requests here are the same for each.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyList = Operation<z.ZodType<any, any>, z.ZodType<any>>

const CUSTOMER = 'cust_00000000000017'
const AMOUNTS = { min: 5000, max: 5100 }
type Case = [name: string, list: AnyList, input: object, index: string]
const cases: Case[] = [
  ['payments by amount', listPaymentsForDashboard, AMOUNTS, 'payments_account_id_amount_created_at_id_idx'],
  ['payments by card', listPaymentsForDashboard, { last4: '0017' }, 'payments_last4'],
  [
    'payments by the end of a phone number',
    listPaymentsForDashboard,
    { ending: '0017' },
    'payments_contact_end',
  ],
  ['payments by the end of a card', listPaymentsForDashboard, { ending: '017' }, 'payments_last4'],
  [
    'payments by the end of a bank reference',
    listPaymentsForDashboard,
    { ending: '00017', status: ['failed'] },
    'payments_reference_end',
  ],
  ['payments by error', listPaymentsForDashboard, { error: 'card_expired' }, 'payments_error_reason'],
  ['payments by refund status', listPaymentsForDashboard, { refunded: 'full' }, 'payments_refund_status'],
  ['payments by note', listPaymentsForDashboard, { note_key: 'cart', note_value: '17' }, 'payments_notes'],
  ['payments by key of a note', listPaymentsForDashboard, { note_key: 'shelf' }, 'payments_notes'],
  [
    'payments by bank reference',
    listPaymentsForDashboard,
    { reference: '100000000017' },
    'payments_acquirer_data',
  ],
  ['payments by receipt', listPaymentsForDashboard, { order: 'r-8019' }, 'payments_account_id_order_id_idx'],
  ['orders of payments by receipt', listPaymentsForDashboard, { order: 'r-8019' }, 'orders_receipt'],
  ['orders by receipt over the API', fetchAllOrders, { receipt: 'r-8019' }, 'orders_receipt'],
  ['the receipts of a page of orders', listOrdersForDashboard, {}, 'orders_receipt'],
  ['bills by number over the API', fetchAllBills, { receipt_number: 'b-none' }, 'bills_receipt_number'],
  ['bills by number', listBillsForDashboard, { q: 'b-00000000008019' }, 'bills_receipt_number'],
  ['payments by email', listPaymentsForDashboard, { email: '17@Example.com' }, 'payments_email'],
  ['payments by phone', listPaymentsForDashboard, { contact: '9800000017' }, 'payments_contact_end'],
  [
    'payments by the end of a phone',
    listPaymentsForDashboard,
    { contact: '80000017' },
    'payments_contact_end',
  ],
  ['payments by phone over the API', fetchAllPayments, { contact: '9800000017' }, 'payments_contact_end'],
  [
    'payments by the end of a phone in the search box',
    listPaymentsForDashboard,
    { q: '00017' },
    'payments_contact_end',
  ],
  ['payments by a text that may be an amount', listPaymentsForDashboard, { q: '5000' }, 'payments_last4'],
  ['payments by a text that may be a receipt', listPaymentsForDashboard, { q: 'r-8019' }, 'orders_receipt'],
  [
    'payments by a text that may be a reference',
    listPaymentsForDashboard,
    { q: '100000000017' },
    'payments_acquirer_data',
  ],
  ['payments by the beginning of an email', listPaymentsForDashboard, { q: 'asha@' }, 'payments_email'],
  [
    'payments by a text that may be an email',
    listPaymentsForDashboard,
    { q: 'asha' },
    'payments_account_id_order_id_idx',
  ],
  [
    'payments by a text that may be a name',
    listPaymentsForDashboard,
    { q: 'asha' },
    'payments_account_id_customer_id_created_at_id_idx',
  ],
  [
    'customers of payments by a text that may be a name',
    listPaymentsForDashboard,
    { q: 'asha' },
    'customers_search_name',
  ],
  [
    'payments by customer',
    listPaymentsForDashboard,
    { customer: CUSTOMER },
    'payments_account_id_customer_id_created_at_id_idx',
  ],
  ['the next expiry', listPaymentsForDashboard, {}, 'payments_capture_by'],
  ['orders by amount', listOrdersForDashboard, AMOUNTS, 'orders_account_id_amount_created_at_id_idx'],
  ['orders by note', listOrdersForDashboard, { note_key: 'cart', note_value: '17' }, 'orders_notes'],
  ['orders by receipt', listOrdersForDashboard, { receipt: 'r-8019' }, 'orders_receipt'],
  [
    'orders by customer',
    listOrdersForDashboard,
    { customer: CUSTOMER },
    'orders_account_id_customer_id_created_at_id_idx',
  ],
  ['orders with a failed attempt', listOrdersForDashboard, { failed: true }, 'payments_failed_of_order'],
  ['refunds by amount', listRefundsForDashboard, AMOUNTS, 'refunds_account_id_amount_created_at_id_idx'],
  [
    'requests by the ID of the client',
    listRequestsForDashboard,
    { client_request: 'cart-8019-1' },
    'request_logs_client_request_id',
  ],
  [
    'requests with an error of the client',
    listRequestsForDashboard,
    { status: ['4xx'] },
    'request_logs_errors',
  ],
  [
    'transfers behind a long skip',
    fetchAllTransfers,
    { skip: 10_000 },
    'Index Only Scan using transfers_account_id_created_at_id_idx',
  ],
  ['requests with any error', listRequestsForDashboard, { status: ['4xx', '5xx'] }, 'request_logs_errors'],
  ['the latest errors', groupErrors, {}, 'request_logs_errors'],
  ['requests with a field in error', listRequestsForDashboard, { field: 'amount' }, 'request_logs_errors'],
  [
    'requests with an error of the server',
    listRequestsForDashboard,
    { status: ['5xx'] },
    'request_logs_server_errors',
  ],
  ['slow requests', listRequestsForDashboard, { slow: true }, 'request_logs_slow'],
  [
    'requests by idempotency key',
    listRequestsForDashboard,
    { key: 'cart-pay_00000000000017' },
    'request_logs_idempotency_key',
  ],
  ['refunds never captured', listRefundsForDashboard, { captured: false }, 'refunds_never_captured'],
  [
    'refunds by bank reference',
    listRefundsForDashboard,
    { reference: '100000000017' },
    'refunds_acquirer_data',
  ],
  ['bills by amount', listBillsForDashboard, AMOUNTS, 'bills_account_id_amount_created_at_id_idx'],
  [
    'bills by type',
    listBillsForDashboard,
    { type: ['debit_invoice'] },
    'bills_account_id_receipt_type_created_at_id_idx',
  ],
  [
    'bills by business',
    listBillsForDashboard,
    { category: ['events'] },
    'bills_account_id_business_category_created_at_id_idx',
  ],
  [
    'bills by delivery',
    listBillsForDashboard,
    { delivery: 'failed' },
    'bills_account_id_delivery_status_created_at_id_idx',
  ],
  [
    'transfers by amount',
    listTransfersForDashboard,
    AMOUNTS,
    'transfers_account_id_amount_created_at_id_idx',
  ],
  ['payouts by amount', listPayoutsForDashboard, AMOUNTS, 'payouts_account_id_amount_created_at_id_idx'],
  [
    'payouts by purpose',
    listPayoutsForDashboard,
    { purpose: 'salary' },
    'payouts_account_id_purpose_created_at_id_idx',
  ],
  ['payouts by reference', listPayoutsForDashboard, { reference: 'PO-8019' }, 'payouts_reference_id'],
  ['payouts by UTR', listPayoutsForDashboard, { utr: 'UTR00000000000017' }, 'payouts_utr'],
  [
    'settlements by amount',
    listSettlementsForDashboard,
    AMOUNTS,
    'settlements_account_id_amount_created_at_id_idx',
  ],
  ['settlements by UTR', listSettlementsForDashboard, { utr: 'UTR00000000000017' }, 'settlements_utr'],
  ...[
    ['bills', listBillsForDashboard] as const,
    ['transfers', listTransfersForDashboard] as const,
    ['payouts', listPayoutsForDashboard] as const,
    ['settlements', listSettlementsForDashboard] as const,
  ].map(
    ([noun, list]): Case => [
      ...([`${noun} with the largest amount first`, list, { sort: '-amount' }] as const),
      `${noun}_account_id_amount_created_at_id_idx`,
    ],
  ),
  ['refunds of a payment', listRefundsForDashboard, { payment: 'pay_00000000000017' }, 'refunds_of_payment'],
  ['refunds by reason', listRefundsForDashboard, { reason: 'Goods returned' }, 'refunds_reason'],
  ['bills of a customer', listBillsForDashboard, { customer: CUSTOMER }, 'bills_account_id_customer_id_idx'],
  [
    'bills of a store',
    listBillsForDashboard,
    { store: 'S-17' },
    'bills_account_id_store_code_created_at_id_idx',
  ],
  [
    'transfers to a customer',
    listTransfersForDashboard,
    { recipient: CUSTOMER },
    'transfers_account_id_recipient_created_at_id_idx',
  ],
  [
    'transfers from an order',
    listTransfersForDashboard,
    { source: 'order_00000000000017' },
    'transfers_account_id_source_created_at_id_idx',
  ],
  [
    'payouts of a customer',
    listPayoutsForDashboard,
    { customer: CUSTOMER },
    'payouts_account_id_customer_id_created_at_id_idx',
  ],
  [
    'fund accounts of a customer',
    listFundAccountsForDashboard,
    { customer: CUSTOMER },
    'fund_accounts_account_id_customer_id_created_at_id_idx',
  ],
  [
    'payments by method',
    listPaymentsForDashboard,
    { method: ['upi'] },
    'payments_account_id_method_created_at_id_idx',
  ],
  ['payments that expire soon', listPaymentsForDashboard, { lapsing: true }, 'payments_capture_by'],
  ...[
    ['payments', listPaymentsForDashboard, 'refunded'] as const,
    ['orders', listOrdersForDashboard, 'paid'] as const,
    ['refunds', listRefundsForDashboard, 'failed'] as const,
    ['bills', listBillsForDashboard, 'deleted'] as const,
    ['transfers', listTransfersForDashboard, 'failed'] as const,
    ['payouts', listPayoutsForDashboard, 'reversed'] as const,
    ['settlements', listSettlementsForDashboard, 'failed'] as const,
  ].map(
    ([noun, list, status]): Case => [
      ...([`${noun} by status`, list, { status: [status] }] as const),
      `${noun}_account_id_status_created_at_id_idx`,
    ],
  ),
  ['a fund account', listFundAccountsForDashboard, { id: 'fa_00000000000017' }, 'fund_accounts_pkey'],
  [
    'requests about a record',
    listRequestsForDashboard,
    { object: 'pay_NfLw3gQ81xRt0a' },
    'request_logs_account_id_object_id_idx',
  ],
  ['requests with a reason', listRequestsForDashboard, { reason: 'card_expired' }, 'request_logs_refused'],
  [
    'fund accounts that are inactive',
    listFundAccountsForDashboard,
    { active: false },
    'fund_accounts_account_id_active_created_at_id_idx',
  ],
]

it.each(cases)('%s are found by their index', async (_, list, input, index) => {
  const sent: { sql: string; values: unknown[] }[] = []
  const query: typeof instance.runtime.query = (sql, values) => {
    sent.push({ sql, values })
    return instance.runtime.query(sql, values)
  }
  const runtime = { ...instance.runtime, query }
  await execute(runtime, list, instance.actor, input, { requestId: 'req_NfLw3gQ81xRt0a' })
  const plans: string[] = []
  for (const { sql, values } of sent.filter(({ sql: text }) => /^\s*(SELECT|WITH)/.test(text))) {
    const { rows } = await instance.runtime.query(`EXPLAIN ${sql}`, values)
    plans.push(rows.map((row) => String(row['QUERY PLAN'])).join('\n'))
  }
  expect(plans.join('\n\n')).toContain(index)
})

/** Filters that read rows in the order of time until a page is full, by the reason why that is soon enough. */
const IN_ORDER_OF_TIME: Record<string, string[]> = {
  'Each value is that of many rows, so a page is soon full.': [
    'list_payments_for_dashboard captured',
    'list_refunds_for_dashboard initiator',
    'list_refunds_for_dashboard speed',
    'list_settlements_for_dashboard credit',
  ],
  'It is a status and an age, and the index of the status leads to those rows.': [
    'list_orders_for_dashboard stuck',
    'list_refunds_for_dashboard overdue',
  ],
  'Requests are kept for some weeks, and their list stops counting early.': [
    'list_requests_for_dashboard actor',
    'list_requests_for_dashboard ip',
    'list_requests_for_dashboard method',
    'list_requests_for_dashboard objects',
    'list_requests_for_dashboard operation',
    'list_requests_for_dashboard path',
    'list_requests_for_dashboard source',
  ],
}

/** What every list takes: the place in it, and its order. */
const PLACE = ['after', 'before', 'count', 'exact', 'from', 'ids', 'sort', 'to']

it('names the index of every filter, or why it has none', () => {
  const tried = cases.flatMap(([, { name }, input]) =>
    Object.keys(input).map((filter) => `${name} ${filter}`),
  )
  const shapes = new Map(
    cases.map(([, { name, input }]) => [name, Object.keys((input as unknown as z.ZodObject).shape)]),
  )
  const declared = [...shapes].flatMap(([name, filters]) =>
    filters.filter((filter) => !PLACE.includes(filter)).map((filter) => `${name} ${filter}`),
  )
  const untried = declared.filter((filter) => filter.includes('_for_dashboard ') && !tried.includes(filter))
  const verdict = 'Give the filter a case with its index above, or a place in IN_ORDER_OF_TIME.'
  expect(untried.sort(), verdict).toEqual(Object.values(IN_ORDER_OF_TIME).flat().sort())
})

it('has statistics of every expression by which a partial index finds rows', async () => {
  // The condition of an index for a few rows of one kind is enough to find those.
  const found = ['oauth_artifacts_registration']
  const { rows } = await instance.database.pool.query<{ name: string }>(
    `SELECT index.relname AS name
     FROM pg_index JOIN pg_class index ON index.oid = indexrelid
     WHERE index.relnamespace = 'public'::regnamespace AND indexprs IS NOT NULL AND indpred IS NOT NULL
       AND NOT EXISTS (SELECT FROM pg_stats_ext_exprs
                       JOIN pg_class held ON held.oid = indrelid AND held.relname = tablename
                       WHERE regexp_replace(expr, '[()]', '', 'g') = regexp_replace(pg_get_expr(indexprs, indrelid), '[()]', '', 'g'))`,
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(found)
})

it('finds an order by its receipt without reading the others, newest first', async () => {
  const { rows } = await instance.database.pool.query<{ plan: string }>(
    `EXPLAIN SELECT * FROM orders WHERE account_id = '${instance.merchant.accounts.test}' AND lower(receipt) LIKE 'r-12345%'
     ORDER BY created_at DESC, id DESC LIMIT 26`,
  )
  expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain('orders_receipt')
})
