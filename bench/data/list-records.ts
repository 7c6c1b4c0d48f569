import type pg from 'pg'
import { load } from '#bench/data/bulk.ts'
import { MAX_SCHEDULES } from '#lib/domain/exports/schema.ts'
import { WALLET } from '#lib/values/capability.ts'

/** The merchant whose lists are filled, and the largest number of rows that one of them gets. */
export type Owner = { accountId: string; merchantId: string; most: number }

/** The time over which they are spread: two hundred days, up to an hour ago. */
const SPAN = 200 * 86_400
const AMOUNT = '100 + n % 90000'

/** The registration of an app, as an owner makes it. */
const CLIENT = `'${JSON.stringify({
  redirect_uris: ['http://localhost/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  application_type: 'native',
  counterfoil_scope: 'read_only',
})}'`

/** Tables with a row for each number, and their columns as expressions of it. */
type Filled = { table: string; count: number; columns: Record<string, string> }

/**
 * Fills every list of the dashboard beside payments, orders and refunds: 100,000 rows where records come with the
 * business, 1,000 where people make them one by one, and as many schedules as an account can have. No money moves: the
 * ledger has nothing of it.
 */
export async function fillLists(pool: pg.Pool, owner: Owner): Promise<void> {
  // Without it the pages of wallets, transfers, fund accounts and payouts show no rows.
  await pool.query('UPDATE accounts SET capabilities = $2 WHERE id = $1', [owner.accountId, [WALLET]])
  const end = Math.floor(Date.now() / 1000) - 3600
  const tables = tablesOf(owner)
  await load(
    pool,
    tables.map((filled) => (client) => client.query(insertOf(filled, end))),
  )
  const names = tables.map(({ table }) => table).join(', ')
  await pool.query(`VACUUM (FREEZE, ANALYZE) ${names}`)
}

function insertOf({ table, count, columns }: Filled, end: number): string {
  return `INSERT INTO ${table} (${Object.keys(columns).join(', ')})
    SELECT ${Object.values(columns).join(', ')}
    FROM (SELECT n, ${end - SPAN} + n * ${SPAN} / ${count} AS at FROM generate_series(1::bigint, ${count}) AS n) AS numbered`
}

/** IDs that no server makes: theirs begin with the time since 2014. */
const id = (prefix: string, number = 'n') => `'${prefix}_' || lpad((${number})::text, 14, '0')`
/** One of a few values in turn. */
const among = (...values: string[]) => `(ARRAY['${values.join("','")}'])[1 + n % ${values.length}]`
const contact = `'+9197' || lpad(n::text, 8, '0')`
const email = `'list' || n || '@example.com'`

function tablesOf({ accountId, merchantId, most }: Owner): Filled[] {
  const account_id = `'${accountId}'`
  const merchant_id = `'${merchantId}'`
  const few = Math.min(1000, most)
  const schedules = Math.min(MAX_SCHEDULES, most)
  const actor = { actor_kind: "'user'", actor_id: "'usr_bench'", actor_name: "'Bench'" }
  const money = { amount: AMOUNT, currency: "'INR'" }
  const created = { created_at: 'at' }
  const many = (table: string, columns: Filled['columns'], count = most): Filled => ({
    table,
    count,
    columns,
  })
  const own = (table: string, prefix: string, columns: Filled['columns'], count = most) =>
    many(table, { account_id, id: id(prefix), ...columns, ...created }, count)

  return [
    own('customers', 'cust', {
      name: `'Customer ' || n`,
      email,
      contact,
      identity: `${email} || ' ' || ${contact}`,
      search_name: `'customer ' || n`,
    }),
    own('bills', 'bill', {
      token: `'bench' || n`,
      status: "'issued'",
      receipt_number: `'L-' || n`,
      receipt_timestamp: 'at',
      receipt_type: "'tax_invoice'",
      business_category: among('ecommerce', 'food', 'retail'),
      ...money,
      email,
      contact,
      body: "'{}'",
      lines: '3',
      updated_at: 'at',
    }),
    many('wallets', {
      account_id,
      customer_id: id('cust'),
      balance: AMOUNT,
      entries: '1',
      last_entry_at: 'at',
      ...created,
    }),
    own('transfers', 'trf', {
      status: among('processed', 'processed', 'created'),
      source: account_id,
      recipient: id('cust'),
      ...money,
    }),
    own('fund_accounts', 'fa', {
      customer_id: id('cust'),
      account_type: "'bank_account'",
      name: `'Customer ' || n`,
      ifsc: "'HDFC0000001'",
      bank_name: "'HDFC Bank'",
      number_encrypted: "'\\x00'",
      number_last4: `lpad((n % 10000)::text, 4, '0')`,
      digest: `decode(md5(n::text), 'hex')`,
    }),
    own('payouts', 'pout', {
      customer_id: id('cust'),
      fund_account_id: id('fa'),
      ...money,
      fees: '0',
      tax: '0',
      status: among('processed', 'processed', 'reversed'),
      purpose: "'refund'",
      narration: "'Bench'",
      finished_at: 'at',
    }),
    own('documents', 'doc', {
      purpose: among('dispute_evidence', 'kyc_proof', 'other'),
      name: `'paper-' || n || '.pdf'`,
      mime_type: "'application/pdf'",
      size: '1000 + n % 100000',
      sha256: "sha256('0001')",
      storage_key: `'bench/' || n`,
    }),
    own('mails', 'mail', {
      kind: "'bill'",
      recipient: email,
      subject: `'Bill ' || n`,
      text: "'Bench'",
      html: "'<p>Bench</p>'",
      status: among('sent', 'kept', 'failed'),
      object_id: id('bill'),
    }),
    own('events', 'evt', {
      event: among('payment.captured', 'order.paid', 'refund.processed'),
      contains: "'{payment}'",
      payload: "'{}'",
      object_id: id('pay'),
      ...actor,
      request_id: id('req'),
    }),
    own('request_logs', 'req', {
      source: among('api', 'api', 'dashboard'),
      method: "'POST'",
      path: "'/v1/orders'",
      status: 'CASE WHEN n % 20 = 0 THEN 400 ELSE 200 END',
      duration_ms: 'n % 50',
      ...actor,
      operation: "'create_order'",
      error_reason: `CASE WHEN n % 20 = 0 THEN 'input_validation_failed' END`,
    }),
    own('audit_lines', 'aud', {
      action: among('create_order', 'capture_payment', 'refund_payment'),
      object_id: id('order'),
      ...actor,
      request_id: id('req'),
    }),
    own('balance_movements', 'ltx', {
      kind: "'capture'",
      source: id('pay'),
      ...money,
      fee: '2',
      tax: '0',
      debit: '0',
      credit: `${AMOUNT} - 2`,
    }),
    own(
      'settlements',
      'setl',
      {
        ...money,
        status: among('processed', 'processed', 'failed'),
        fees: '2',
        tax: '0',
        run: `'run-' || n`,
        utr: `'UTR' || n`,
        captured_until: 'at',
        movements: "'{}'::jsonb",
        finished_at: 'at',
      },
      few,
    ),
    own(
      'bank_statements',
      'bst',
      {
        file_name: `'statement-' || n || '.sta'`,
        format: "'mt940'",
        bank_account: "'····0001'",
        account_digest: "sha256('0001')",
        layout: "'mt940'",
        currency: "'INR'",
        count: '100',
        added: '100',
        created_by: "'Bench'",
      },
      few,
    ),
    own('bank_statement_lines', 'bkl', {
      statement_id: id('bst', `1 + n % ${few}`),
      number: 'n',
      bank_account: "'\\x00'",
      ...money,
      date: `to_char(to_timestamp(at), 'YYYY-MM-DD')`,
      side: among('credit', 'debit'),
      identity: "sha256(convert_to(n::text, 'UTF8'))",
      occurrence: '1',
      reference: `'REF' || n`,
      description: "'Bench'",
      status: among('unmatched', 'debit'),
    }),
    own('batches', 'bat', {
      kind: among('refund', 'capture'),
      status: "'finished'",
      name: `'Batch ' || n`,
      currency: "'INR'",
      count: '1',
      total: AMOUNT,
      created_by: "'Bench'",
      finished_at: 'at',
    }),
    many('batch_rows', {
      account_id,
      batch_id: id('bat'),
      number: '1',
      payment_id: id('pay'),
      amount: AMOUNT,
      status: "'done'",
    }),
    own('approvals', 'apr', {
      operation: "'refund_payment'",
      input: "'{}'",
      idempotency_key: "'bench-' || n",
      ...money,
      cause: "'merchant_threshold'",
      status: among('approved', 'rejected', 'expired'),
      ...actor,
      user_id: "'usr_bench'",
      request_id: id('req'),
      expires_at: 'at + 86400',
      decided_at: 'at + 60',
    }),
    many(
      'users',
      {
        id: id('usr'),
        email: `'member' || n || '@example.com'`,
        name: `'Member ' || n`,
        password_hash: "'-'",
        ...created,
      },
      few,
    ),
    many(
      'memberships',
      { merchant_id, user_id: id('usr'), role: among('viewer', 'support', 'finance'), ...created },
      few,
    ),
    many(
      'invitations',
      {
        merchant_id,
        id: id('inv'),
        email: `'invited' || n || '@example.com'`,
        name: `'Invited ' || n`,
        role: "'viewer'",
        invited_by: "'Bench'",
        expires_at: 'at + 604800',
        ...created,
      },
      few,
    ),
    own(
      'api_keys',
      'key',
      {
        name: `'Key ' || n`,
        secret_hash: "'\\x00'",
        secret_encrypted: "'\\x00'",
        scopes: "'{payments:read}'",
        revoked_at: 'CASE WHEN n % 2 = 0 THEN at END',
      },
      few,
    ),
    own(
      'webhook_endpoints',
      'whk',
      {
        url: `'https://hooks.example.com/' || n`,
        events: "'{*}'",
        secret_encrypted: "'\\x00'",
        active: 'false',
        disabled_at: 'at',
        updated_at: 'at',
      },
      Math.min(20, most),
    ),
    many('webhook_deliveries', {
      account_id,
      endpoint_id: id('whk', '1'),
      event_id: id('evt'),
      event: "'payment.captured'",
      object_id: id('pay'),
      state: "'delivered'",
      attempts: '1',
      round_at: 'at',
      delivered_at: 'at',
      last_status: '200',
      last_attempt_at: 'at',
      ...created,
    }),
    many(
      'oauth_clients',
      {
        id: `'bench-client-' || n`,
        name: `'App ' || n`,
        origin: "'manual'",
        metadata: CLIENT,
        merchant_id,
        created_by: "'Bench'",
        granted_at: 'at',
        ...created,
      },
      few,
    ),
    own('oauth_grants', 'gra', {
      user_id: id('usr', `1 + n % ${few}`),
      client_id: `'bench-client-' || (1 + n % ${few})`,
      client_name: `'App ' || (1 + n % ${few})`,
      scopes: "'{read_only}'",
      redirect_host: "'localhost'",
      updated_at: 'at',
      expires_at: 'at + 31536000',
    }),
    own(
      'export_schedules',
      'xsc',
      {
        user_id: id('usr'),
        list: "'payments'",
        query: "''",
        filters: "'{}'",
        columns: "'{id,amount}'",
        format: "'csv'",
        head: 'true',
        frequency: among('daily', 'weekly', 'monthly'),
        weekday: '1',
        month_day: '1',
        hour: '6',
        zone: "'Asia/Kolkata'",
        recipients: `ARRAY[${id('usr')}]`,
        next_at: '4102444800',
        updated_at: 'at',
      },
      schedules,
    ),
    own('scheduled_exports', 'xfl', {
      schedule_id: id('xsc', `1 + n % ${schedules}`),
      list: "'payments'",
      format: "'csv'",
      due_at: 'at',
      name: `'payments-' || n || '.csv'`,
      status: "'failed'",
      problem: "'Bench'",
      sent_to: "'{}'",
      finished_at: 'at',
    }),
  ]
}
