import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { insertRows, type Row } from '#bench/data/bulk.ts'
import { authorizationData } from '#lib/acquirer/bank-data.ts'
import { newId } from '#lib/values/id.ts'

export const AMOUNT = 49_900

/**
 * Makes authorized payments as the server would have left them: order, payment, card, the call to the bank, the bank's
 * memory of it, and the movement in the ledger. Returns the ids of the payments.
 */
export async function makeAuthorized(pool: pg.Pool, accountId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(5000, count - ids.length) }, () => authorized(accountId))
    for (const table of Object.keys(batch[0] ?? {}) as (keyof Authorized)[]) {
      await insertRows(
        pool,
        table,
        batch.map((rows) => rows[table]),
      )
    }
    await insertRows(pool, 'record_count_changes', counted(batch))
    ids.push(...batch.map((rows) => String(rows.payments.id)))
  }
  return ids
}

/** Their part of the counters: all are alike but for the second of their creation. */
function counted(batch: Authorized[]): Row[] {
  const seconds = Map.groupBy(batch, ({ payments }) => Number(payments.created_at))
  const none = { status: '', method: '', captured: false, authorized: false, error_reason: '' }
  return [...seconds].flatMap(([created_at, { length: count }]) => {
    const sums = { count, amount: count * AMOUNT, amount_paid: 0, amount_refunded: 0 }
    const both = { currency: 'INR', ...none, ...sums, created_at }
    const account = { account_id: batch[0]?.payments.account_id }
    return [
      { ...account, id: randomUUID(), kind: 'orders', ...both, status: 'attempted', authorized: true },
      { ...account, id: randomUUID(), kind: 'payments', ...both, status: 'authorized', method: 'card' },
    ]
  })
}

type Authorized = Record<
  | 'orders'
  | 'payments'
  | 'cards'
  | 'bank_operations'
  | 'simulator_records'
  | 'ledger_transactions'
  | 'ledger_postings',
  Row
>

function authorized(account_id: string): Authorized {
  const at = Date.now()
  const created_at = Math.floor(at / 1000)
  const [order_id, payment_id, card_id] = [newId('order', at), newId('payment', at), newId('card', at)]
  const [reference, transaction_id] = [newId('bank_operation', at), newId('ledger_transaction', at)]
  const data = authorizationData(reference, 'card')
  const money = { amount: AMOUNT, currency: 'INR' }
  const given = { outcome: 'authorized', data, international: false }
  return {
    orders: {
      account_id,
      id: order_id,
      ...money,
      status: 'attempted',
      attempts: 1,
      authorized: true,
      payment_capture: false,
      amount_paid: 0,
      partial_payment: false,
      notes: {},
      created_at,
    },
    payments: {
      account_id,
      id: payment_id,
      ...money,
      status: 'authorized',
      order_id,
      method: 'card',
      card_id,
      last4: '1007',
      international: false,
      amount_refunded: 0,
      captured: false,
      notes: { shelf: 'A-12' },
      acquirer_data: data,
      email: 'payer@example.com',
      contact: '+919876543210',
      authorization_reference: reference,
      authorized_at: created_at,
      capture_by: created_at + 259_200,
      created_at,
    },
    cards: {
      account_id,
      id: card_id,
      payment_id,
      name: 'Test Payer',
      last4: '1007',
      network: 'Visa',
      type: 'credit',
      issuer: 'ICIC',
      international: false,
      emi: false,
      sub_type: 'consumer',
      iin: '410028',
    },
    bank_operations: {
      account_id,
      id: reference,
      kind: 'authorize',
      payment_id,
      state: 'succeeded',
      created_at,
      checked_at: created_at,
      finished_at: created_at,
    },
    simulator_records: {
      reference,
      kind: 'authorization',
      created_at,
      answer: { given, method: 'card', ...money, passed: null, wrong: 0 },
    },
    ledger_transactions: {
      account_id,
      id: transaction_id,
      kind: 'authorize',
      reference: `authorize:${payment_id}`,
      payment_id,
      created_at,
    },
    ledger_postings: {
      account_id,
      transaction_id,
      line: 1,
      debit: 'bank',
      credit: 'authorized_payments',
      amount: AMOUNT,
      created_at,
    },
  }
}
