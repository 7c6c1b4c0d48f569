import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { foldCountChanges } from '#lib/counters/fold.ts'
import { queryOn } from '#lib/database/query.ts'
import { closeBalanceMonths } from '#lib/domain/balance/months.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { addressOf } from '#lib/testing/database.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'
import { DAY } from '#lib/values/time.ts'
import { checkInvariants, INVARIANTS } from './invariants.ts'

/** One way to break each invariant, with the rights of a superuser and without the constraints that would stop it. */
const BROKEN: Record<string, string> = {
  'A kept balance equals the sum of its postings.': 'UPDATE ledger_balances SET balance = balance + 1',
  'No kept balance is below zero.': 'UPDATE ledger_balances SET balance = -1',
  'Every movement has a head and every head has legs.':
    "DELETE FROM ledger_postings WHERE transaction_id = (SELECT id FROM ledger_transactions WHERE kind = 'authorize' LIMIT 1)",
  'What is held for payers equals the authorized payments.':
    "UPDATE payments SET status = 'created' WHERE status = 'authorized'",
  'What is on its way back equals the pending refunds.':
    "UPDATE refunds SET status = 'failed' WHERE status = 'pending'",
  'What was refunded of a payment equals its refunds that did not fail.':
    "UPDATE refunds SET amount = amount + 1 WHERE status = 'processed'",
  'No payment is refunded beyond its amount.':
    'UPDATE payments SET amount_refunded = amount + 1 WHERE captured',
  'What is paid on an order equals its captured payments.':
    'UPDATE orders SET amount_paid = amount_paid - 1 WHERE amount_paid > 0',
  'The postings of a payment come to what it says: authorized, captured with fee and tax, refunded.':
    'UPDATE payments SET fee = fee + 1 WHERE captured',
  'What the bank owes equals what payers gave, less what went back to them.':
    "UPDATE refunds SET status = 'pending' WHERE status = 'processed'",
  'What is owed to the holders of wallets equals the sum of all wallets.':
    'UPDATE wallets SET balance = balance + 1',
  'The balance of a wallet equals its entries, and the running balance of each is the true one.':
    'UPDATE customer_transactions SET balance = balance + 1 WHERE seq = 2',
  'What may come back to a wallet equals its payouts at the bank and its payments that are not captured.':
    "UPDATE payouts SET status = 'processed' WHERE status = 'processing'",
  'What is on hold equals the transfers that wait.':
    "UPDATE transfers SET status = 'failed' WHERE status = 'created'",
  'What is on its way to banks equals the payouts that are processing.':
    "UPDATE payouts SET amount = amount + 1 WHERE status = 'processing'",
  'What is on its way to the merchant equals the settlements that the bank has not confirmed.':
    "UPDATE settlements SET status = 'processed' WHERE status = 'created'",
  'Each movement of the balance is one of the ledger, with its amounts.':
    "DELETE FROM balance_movements WHERE kind = 'refund'",
  'A settlement comes to its movements, their fees and their tax.': 'UPDATE settlements SET fees = fees + 1',
  'The balance equals the movements that are not settled.':
    "UPDATE balance_movements SET settlement_id = NULL WHERE kind = 'capture'",
  'A closed month equals the movements in it, and begins with what the one before closed with.':
    'UPDATE balance_months SET closing = closing + 1',
  'The reversed amount of a transfer equals its reversals.': 'UPDATE reversals SET amount = amount + 1',
  'The transfers of a payment come to no more than it.':
    "UPDATE transfers SET amount = amount + 1000000 WHERE source LIKE 'pay_%'",
  'The transferred amount of a payment equals its transfers.':
    'UPDATE payments SET amount_transferred = amount_transferred + 1 WHERE captured',
  'No order is paid beyond its amount.': 'UPDATE orders SET amount = amount_paid - 1 WHERE amount_paid > 0',
  'The counters equal the records that they count.': 'UPDATE record_count_changes SET count = count + 1',
  'The counters of longer spans equal those of half an hour.':
    'UPDATE record_counts SET amount = amount + 1 WHERE span = 86400',
  'What takes two people was approved by another person, or took effect where no one else could.': `INSERT INTO approvals (account_id, id, operation, input, idempotency_key, amount, currency, cause, status, actor_kind,
       actor_id, actor_name, user_id, request_id, created_at, expires_at, decided_at, decided_by_id, passed_at)
     SELECT id, 'apr_own', 'refund_payment', '{}', 'x', 1, 'INR', 'person_total', 'approved', 'key', 'x', 'x', 'usr_x', 'x',
       1, 2, 1, 'usr_x', 1 FROM accounts LIMIT 1`,
}

let instance: Instance
let admin: pg.Client
beforeAll(async () => {
  instance = await openInstance()
  const rest = await openRest(instance)
  const shop = shopOf(rest, instance)
  const payment = await shop.captured(100_000)
  await shop.authorized(5000)
  await shop.refund(payment, { amount: 1000 })
  await shop.refund(payment, { amount: 2013 })
  await foldCountChanges(instance.runtime)
  await instance.pass(60)
  await shop.refund(payment, { amount: 3000 })
  await instance.run(settleNow, {}, undefined, instance.system)
  await shop.captured(100_000)
  await instance.pass(45 * DAY)
  await instance.run(closeBalanceMonths, {}, undefined, instance.system)
  await shop.authorized(5000)
  const later = await shop.captured(100_000)
  await shop.refund(later, { amount: 3000 })
  await useWallet(rest, later.id)
  await instance.run(settleNow, {}, undefined, instance.system)
  admin = new pg.Client({
    connectionString: addressOf(inject('cluster').adminUrl, new URL(instance.url).pathname.slice(1)),
  })
  await admin.connect()
  const { rows } = await admin.query(
    "SELECT conrelid::regclass AS table, conname AS name FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace",
  )
  for (const { table, name } of rows) await admin.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
})
afterAll(async () => {
  await admin.end()
  await instance.close()
})

describe('an invariant', () => {
  it('holds on an instance where all went well', async () => {
    expect(await instance.violations()).toEqual([])
  })

  it.each(INVARIANTS.map(({ name }) => name))('notices when it does not hold: %s', async (name) => {
    await admin.query('BEGIN')
    try {
      await admin.query(BROKEN[name] ?? '')
      const violations = await checkInvariants(queryOn(admin))
      expect(violations.map((violation) => violation.name)).toContain(name)
      expect(violations.find((violation) => violation.name === name)?.rows.length).toBeGreaterThan(0)
    } finally {
      await admin.query('ROLLBACK')
    }
  })

  it('is broken here in one way each', () => {
    expect(Object.keys(BROKEN).sort()).toEqual(INVARIANTS.map(({ name }) => name).sort())
  })
})

describe('the tables themselves', () => {
  it.each([
    'ledger_transactions',
    'ledger_postings',
    'events',
    'audit_lines',
    'customer_transactions',
    'reversals',
    'bill_versions',
  ])('prevent every change and removal in %s', async (table) => {
    for (const sql of [`UPDATE ${table} SET created_at = 0`, `DELETE FROM ${table}`, `TRUNCATE ${table}`]) {
      await expect(instance.runtime.query(sql, [])).rejects.toMatchObject({ code: '42501' })
    }
  })
})

/** A wallet with one of everything: a transfer of a payment, one partly reversed, one on hold, a payout at the bank. */
async function useWallet(rest: Rest, payment: string): Promise<void> {
  const { id } = (await rest.post('/v1/customers', { name: 'Holder', contact: '+919876543210' })).body
  const one = { customer: id, amount: 5000, currency: 'INR' }
  await rest.post(`/v1/payments/${payment}/transfers`, { transfers: [one] })
  const transfer = (await rest.post('/v1/transfers', one)).body
  await rest.post(`/v1/transfers/${transfer.id}/reversals`, { amount: 1000 })
  await rest.post('/v1/transfers', { ...one, on_hold: true })
  const bank_account = { name: 'Holder', ifsc: 'HDFC0000001', account_number: '123456789012' }
  const account = (
    await rest.post('/v1/fund_accounts', { customer_id: id, account_type: 'bank_account', bank_account })
  ).body
  const payout = await rest.post(`/v1/customers/${id}/payouts`, {
    fund_account_id: account.id,
    purpose: 'refund',
    amount: 2000,
    currency: 'INR',
  })
  expect(payout.status, payout.text).toBe(201)
}
