import type pg from 'pg'

/**
 * What else is found: a customer for each payer, linked to a tenth of the payments, and as many bills and requests as there
 * are in a few months.
 */
export async function addRecords(pool: pg.Pool, account: string): Promise<void> {
  const customer = `'cust_' || lpad(substr(contact, 6), 14, '0')`
  await pool.query(
    `INSERT INTO customers (account_id, id, name, email, contact, identity, search_name, notes, created_at)
     SELECT account_id, ${customer}, 'Payer ' || substr(contact, 6), email, contact, email || ' ' || contact,
            'payer ' || substr(contact, 6), '{}', min(created_at)
     FROM payments WHERE account_id = $1 GROUP BY account_id, email, contact`,
    [account],
  )
  await pool.query(
    `UPDATE payments SET customer_id = ${customer} WHERE account_id = $1 AND created_at % 10 = 0`,
    [account],
  )
  await pool.query(
    `INSERT INTO bills (account_id, id, token, status, receipt_number, receipt_type, receipt_timestamp, business_category,
                        currency, amount, email, body, created_at, updated_at)
     SELECT account_id, 'bill_' || right(id, 14), id, 'issued', 'B-' || right(id, 14), 'tax_invoice', created_at, 'ecommerce',
            'INR', amount, email, '{}', created_at, created_at
     FROM payments WHERE account_id = $1 AND created_at % 10 = 1`,
    [account],
  )
  await pool.query(
    `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id,
                               client_request_id, created_at)
     SELECT account_id, 'req_' || right(id, 14), 'api', 'POST', '/v1/orders', 200, 1, 'key', 'key_1', 'cart-' || right(id, 14),
            created_at
     FROM payments WHERE account_id = $1 AND created_at % 10 = 2`,
    [account],
  )
  await pool.query('VACUUM ANALYZE payments, customers, bills, request_logs')
}
