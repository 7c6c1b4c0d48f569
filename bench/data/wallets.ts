import { insertRows, type Row } from '#bench/data/bulk.ts'
import type { Instance } from '#bench/instance.ts'
import { newId } from '#lib/values/id.ts'

/** More than any run can spend, one paisa at a time. */
const LOADED = 1_000_000_000

export type Wallet = { customer_id: string; transfer_id: string }

/**
 * Makes customers whose wallets one large transfer each has filled, as the server would have left them.
 * @param first the number of the first, where others of the account are there already
 */
export async function makeWallets(instance: Instance, count: number, first = 0): Promise<Wallet[]> {
  const { pool } = instance.database
  await pool.query(`UPDATE accounts SET capabilities = '{wallet}' WHERE id = $1`, [instance.accountId])
  // The server has read its account before.
  instance.actor.account.capabilities = ['wallet']
  const made = Array.from({ length: count }, (_, index) => walletOf(instance.accountId, first + index))
  for (const table of Object.keys(made[0] ?? {})) {
    await insertRows(
      pool,
      table,
      made.map((rows) => rows[table] as Row),
    )
  }
  return made.map(({ transfers }) => ({
    customer_id: String(transfers?.recipient),
    transfer_id: String(transfers?.id),
  }))
}

function walletOf(account_id: string, index: number): Record<string, Row> {
  const at = Date.now()
  const created_at = Math.floor(at / 1000)
  const [customer_id, transfer_id, posted] = [
    newId('customer', at),
    newId('transfer', at),
    newId('ledger_transaction', at),
  ]
  const contact = `+9190000${String(index).padStart(5, '0')}`
  const money = { amount: LOADED, currency: 'INR' }
  return {
    customers: { account_id, id: customer_id, contact, identity: ` ${contact}`, notes: {}, created_at },
    wallets: {
      account_id,
      customer_id,
      balance: LOADED,
      returning_amount: 0,
      entries: 1,
      last_entry_at: created_at,
      usage_month: '',
      usage: 0,
      created_at,
    },
    transfers: {
      account_id,
      id: transfer_id,
      status: 'processed',
      source: account_id,
      recipient: customer_id,
      ...money,
      amount_reversed: 0,
      fees: 0,
      tax: 0,
      notes: {},
      on_hold: false,
      created_at,
      linked_account_notes: [],
    },
    customer_transactions: {
      account_id,
      id: newId('customer_transaction', at),
      customer_id,
      seq: 1,
      source: transfer_id,
      status: 'completed',
      type: 'transfer',
      ...money,
      credit: LOADED,
      debit: 0,
      balance: LOADED,
      created_at,
    },
    ledger_transactions: { account_id, id: posted, kind: 'transfer', reference: transfer_id, created_at },
    ledger_postings: {
      account_id,
      transaction_id: posted,
      line: 1,
      debit: 'bank',
      credit: 'wallets',
      amount: LOADED,
      created_at,
    },
  }
}

/** One wallet with so many entries that a page of its statement can be deep. @returns its customer */
export async function makeLongStatement(instance: Instance, entries: number): Promise<string> {
  // Past those that the debits were measured on.
  const [wallet] = await makeWallets(instance, 1, 50_000)
  const customerId = wallet?.customer_id ?? ''
  await instance.database.pool.query(
    `INSERT INTO customer_transactions
       (account_id, id, customer_id, seq, source, status, type, amount, currency, credit, debit, balance, created_at)
     SELECT $1, 'ctxn_' || lpad(seq::text, 14, '0'), $2, seq, 'trf_long', 'completed', 'transfer', 1, 'INR',
            (seq % 2)::int, ((seq + 1) % 2)::int, ${LOADED} + seq % 2, 1700000000 + seq * 20
     FROM generate_series(2, $3::bigint) seq`,
    [instance.accountId, customerId, entries],
  )
  await instance.database.pool.query('VACUUM (FREEZE, ANALYZE) customer_transactions')
  return customerId
}
