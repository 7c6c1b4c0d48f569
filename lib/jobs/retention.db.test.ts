import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RETENTION } from '#lib/domain/retention/schema.ts'
import { cleanupAuditLines } from '#lib/jobs/cleanup.ts'
import { CLEANUPS, cleanupTasks } from '#lib/jobs/retention.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { DAY } from '#lib/values/time.ts'

let instance: Instance
let account: string
beforeAll(async () => {
  instance = await openInstance()
  account = instance.merchant.accounts.test
})
afterAll(() => instance.close())

const run = (text: string, values: unknown[] = []) => instance.runtime.query(text, values)
const many = 'generate_series(1, 2500) n'

/**
 * For each table that is swept: 2,500 rows that are old enough to go, with ids that begin with old, and one that is
 * younger by a day, with an id that begins with new. `$1` is the account, `$2` the time that a row has to be as old as.
 */
const FILL: Record<
  string,
  { retained: number; id: string; insert: (rows: string, id: string, at: string) => string }
> = {
  processes: {
    retained: 3,
    id: 'id',
    // By the clock of the database, which the clock of the test is not.
    insert: (rows, id, at) =>
      `INSERT INTO processes (id, works, started_at, beat_at)
       SELECT ${id}, $1 = '', now(), now() + (${at} - ${instance.now()}) * interval '1 second' FROM ${rows}`,
  },
  oauth_artifacts: {
    retained: 0,
    id: `payload ->> 'n'`,
    insert: (rows, id, at) =>
      `INSERT INTO oauth_artifacts (kind, id_hash, payload, expires_at, created_at)
       SELECT 'Interaction', sha256(convert_to(${id}, 'UTF8')), jsonb_build_object('n', ${id}, 'a', $1::text), ${at}, 1 FROM ${rows}`,
  },
  oauth_clients: {
    retained: DAY / 4,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO oauth_clients (id, name, origin, metadata, created_at) SELECT ${id}, $1::text, 'dynamic', '{}', ${at} FROM ${rows}`,
  },
  bank_statement_drafts: {
    retained: DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO bank_statement_drafts (account_id, id, file_name, content, created_at) SELECT $1, ${id}, 'x', '', ${at} FROM ${rows}`,
  },
  batches: {
    retained: 90 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO batches (account_id, id, kind, status, currency, count, total, created_by, created_at)
       SELECT $1, ${id}, 'refund', CASE WHEN n % 2 = 0 THEN 'checked' ELSE 'cancelled' END, 'INR', 1, 1, 'x', ${at} FROM ${rows}`,
  },
  batch_rows: {
    retained: 90 * DAY,
    id: 'payment_id',
    insert: (rows, id, at) =>
      `WITH batch AS (INSERT INTO batches (account_id, id, kind, status, currency, count, total, created_by, created_at)
         VALUES ($1, 'rows of ' || ${at}, 'refund', 'checked', 'INR', 1, 1, 'x', ${at}))
       INSERT INTO batch_rows (account_id, batch_id, number, payment_id, status)
       SELECT $1, 'rows of ' || ${at}, n, ${id}, 'ready' FROM ${rows}`,
  },
  invitations: {
    retained: 365 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO invitations (merchant_id, id, email, name, role, invited_by, created_at, expires_at)
       SELECT $1, ${id}, 'a@example.com', 'A', 'viewer', 'x', 1, ${at} FROM ${rows}`,
  },
  wallet_codes: {
    retained: DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO wallet_codes (account_id, id, order_id, subject, browser, created_at) SELECT $1, ${id}, 'order', '', '', ${at} FROM ${rows}`,
  },
  idempotency_keys: {
    retained: 2 * DAY,
    id: 'key',
    insert: (rows, id, at) =>
      `INSERT INTO idempotency_keys (account_id, key, operation, request_hash, created_at) SELECT $1, ${id}, 'x', '', ${at} FROM ${rows}`,
  },
  request_logs: {
    retained: 30 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO request_logs (account_id, id, source, method, path, status, duration_ms, actor_kind, actor_id, created_at)
       SELECT $1, ${id}, 'api', 'GET', '/', 200, 1, 'key', 'x', ${at} FROM ${rows}`,
  },
  acquirer_calls: {
    retained: 30 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO acquirer_calls (account_id, id, acquirer_id, call, duration_ms, request, created_at)
       SELECT $1, ${id}, 'acq_filler', 'capture', 1, '{}', ${at} FROM ${rows}`,
  },
  gateway_differences: {
    retained: 365 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO gateway_differences (account_id, id, acquirer_id, subject, kind, about, currency, state, solved_at, seen_at, created_at)
       SELECT $1, ${id}, 'acq_filler', 'payment', 'amount', ${id}, 'INR', 'solved', ${at}, ${at}, ${at} FROM ${rows}`,
  },
  webhook_attempts: {
    retained: 30 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO webhook_attempts (account_id, id, endpoint_id, event_id, number, cause, duration_ms, request_headers, created_at)
       SELECT $1, ${id}, 'wh_filler', ${id}, 1, 'schedule', 1, '{}', ${at} FROM ${rows}`,
  },
  webhook_deliveries: {
    retained: 30 * DAY,
    id: 'event_id',
    insert: (rows, id, at) =>
      `INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event, state, round_at, created_at)
       SELECT $1, 'wh_filler', ${id}, 'order.paid', 'failed', ${at}, ${at} FROM ${rows}`,
  },
  sessions: {
    retained: 90 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, user_agent) SELECT ${id}, 'usr_filler', 1, 1, ${at}, $1 FROM ${rows}`,
  },
  password_resets: {
    retained: 90 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO password_resets (id, user_id, created_by, created_at, expires_at) SELECT ${id}, 'usr_filler', $1, 1, ${at} FROM ${rows}`,
  },
  alerts: {
    retained: 90 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO alerts (id, name, subject, summary, began_at, looked_at, ended_at)
       SELECT ${id}, 'disk_nearly_full', ${id}, $1, 1, 1, ${at} FROM ${rows}`,
  },
  passkey_challenges: {
    retained: 0,
    id: 'challenge',
    insert: (rows, id, at) =>
      `INSERT INTO passkey_challenges (challenge, purpose, session_id, created_at, expires_at) SELECT ${id}, 'sign_in', $1, 1, ${at} FROM ${rows}`,
  },
  scheduled_exports: {
    retained: 90 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO scheduled_exports (account_id, id, schedule_id, list, format, name, due_at, status, created_at)
       SELECT $1, ${id}, ${id}, 'payments', 'csv', 'x', 1, 'failed', ${at} FROM ${rows}`,
  },
  mails: {
    retained: 365 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO mails (account_id, id, kind, recipient, subject, text, html, status, created_at)
       SELECT $1, ${id}, 'bill', 'a@example.com', '', '', '', 'sent', ${at} FROM ${rows}`,
  },
  grant_spending: {
    retained: 365 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO grant_spending (account_id, grant_id, id, operation, amount, created_at) SELECT $1, 'grant_filler', ${id}, 'x', 1, ${at} FROM ${rows}`,
  },
  moved_alone: {
    retained: 2 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO moved_alone (account_id, id, flow, counted_for, amount, created_at) SELECT $1, ${id}, 'refunds', 'person:x', 1, ${at} FROM ${rows}`,
  },
  approval_locks: {
    retained: 2 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO approval_locks (account_id, id, created_at) SELECT $1, ${id}, ${at} FROM ${rows}`,
  },
  oauth_grants: {
    retained: 730 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, redirect_host, created_at, updated_at, expires_at, revoked_at, revoked_reason)
       SELECT $1, ${id}, 'x', 'x', 'x', 'x', 1, 1, 2, ${at}, 'ended' FROM ${rows}`,
  },
  events: {
    retained: 730 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO events (account_id, id, event, contains, payload, actor_kind, actor_id, actor_name, request_id, created_at)
       SELECT $1, ${id}, 'order.paid', '{}', '{}', 'key', 'x', 'x', 'x', ${at} FROM ${rows}`,
  },
  approvals: {
    retained: 2922 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO approvals (account_id, id, operation, input, idempotency_key, amount, currency, cause, status, actor_kind, actor_id, actor_name, user_id, request_id, created_at, expires_at, decided_at)
       SELECT $1, ${id}, 'refund_payment', '{}', ${id}, 1, 'INR', 'role_threshold', 'expired', 'user', 'x', 'x', 'x', 'x', ${at}, ${at}, ${at} FROM ${rows}`,
  },
  audit_lines: {
    retained: 2922 * DAY,
    id: 'id',
    insert: (rows, id, at) =>
      `INSERT INTO audit_lines (account_id, id, action, actor_kind, actor_id, actor_name, request_id, created_at)
       SELECT $1, ${id}, 'x', 'key', 'x', 'x', 'x', ${at} FROM ${rows}`,
  },
  statement_seals: {
    retained: 2922 * DAY,
    id: 'code',
    insert: (rows, id, at) =>
      `INSERT INTO statement_seals (account_id, code, customer_id, to_at, zone, opening, credits, debits, closing, entries, through, created_at)
       SELECT $1, ${id}, 'x', 1, 'UTC', 0, 0, 0, 0, 0, 0, ${at} FROM ${rows}`,
  },
}

/** Its rows are deleted once they are added to the counters, however young they are: it has a test of its own. */
const FOLDED = 'record_count_changes'
const swept = Object.entries(CLEANUPS).flatMap(([table, cleanups]) =>
  table === FOLDED ? [] : [{ table, cleanups }],
)

it('has a verdict for every table of the schema, and for none that is not there', async () => {
  const { rows } = await run(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const there = rows
    .map(({ table_name }) => String(table_name))
    .filter((name) => name !== '_prisma_migrations')
  const listed = Object.keys(RETENTION).filter((name) => name !== '_prisma_migrations')
  expect(there.sort()).toEqual(listed.sort())
})

it('is proven below for every table that is swept', () => {
  expect(Object.keys(FILL).sort()).toEqual(swept.map(({ table }) => table).sort())
})

describe('the cleanup', () => {
  beforeAll(async () => {
    await run(
      `INSERT INTO users (id, email, name, password_hash, created_at) VALUES ('usr_filler', 'f@example.com', 'F', '-', 1)`,
    )
    await run(
      `INSERT INTO webhook_endpoints (account_id, id, url, events, secret_encrypted, created_at, updated_at) VALUES ($1, 'wh_filler', 'https://a.example', '{}', '', 1, 1)`,
      [account],
    )
    await run(
      `INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, redirect_host, created_at, updated_at, expires_at)
       VALUES ($1, 'grant_filler', 'x', 'x', 'x', 'x', $2, $2, $2)`,
      [account, instance.now()],
    )
  })

  it.each(swept)(
    'of $table deletes what is old, in batches, and nothing younger',
    async ({ table, cleanups }) => {
      const { retained: retention, id, insert } = FILL[table] as (typeof FILL)[string]
      const due = instance.now() - retention
      await run(insert(many, `'old' || n`, '$2::bigint'), [account, due - 10])
      await run(insert('generate_series(1, 3) n', `'new' || n`, '$2::bigint'), [account, due + 60])
      const count = async (prefix: string) =>
        Number((await run(`SELECT count(*) AS n FROM ${table} WHERE ${id} LIKE '${prefix}%'`)).rows[0]?.n)
      expect(await count('old')).toBe(2500)
      const batches: number[] = []
      const watched = {
        ...instance.runtime,
        query: async (text: string, values: unknown[]) => {
          const response = await instance.runtime.query(text, values)
          if (/^DELETE|DELETE FROM (webhook_deliveries|processes)/.test(text))
            batches.push(Number(response.rows[0]?.gone ?? response.rows.length))
          if (text.includes('delete_expired_rows')) batches.push(Number(response.rows[0]?.gone))
          return response
        },
      } as Runtime
      for (const cleanup of cleanups) await cleanup(watched)
      expect([await count('old'), await count('new')]).toEqual([0, 3])
      expect(Math.max(...batches)).toBeLessThanOrEqual(1000)
      expect(batches.length).toBeGreaterThanOrEqual(3)
    },
  )

  it(`of ${FOLDED} deletes every row, and each is in the counters then`, async () => {
    const before = instance.now() - DAY
    const bucket = before - (before % DAY)
    const fill = (rows: string, at: number) =>
      run(
        `INSERT INTO ${FOLDED} (account_id, kind, created_at, currency, status, method, captured, authorized, error_reason, count, amount, amount_paid, amount_refunded)
         SELECT $1, 'filler', $2::bigint, 'INR', '', '', false, false, '', 1, n, 0, 0 FROM ${rows}`,
        [account, at],
      )
    await fill(many, bucket + 1)
    await fill('generate_series(1, 3) n', bucket + DAY)
    for (const cleanup of CLEANUPS[FOLDED]) await cleanup(instance.runtime)
    expect((await run(`SELECT FROM ${FOLDED}`)).rows).toEqual([])
    const { rows } = await run(
      `SELECT bucket::int, count::int, amount::int FROM record_counts WHERE kind = 'filler' AND span = $1 ORDER BY bucket`,
      [DAY],
    )
    expect(rows).toEqual([
      { bucket, count: 2500, amount: (2500 * 2501) / 2 },
      { bucket: bucket + DAY, count: 3, amount: 6 },
    ])
  })

  it.each([
    ['mails', 'mail_days', 7],
    ['events', 'event_days', 31],
  ] as const)(
    'of %s keeps them for the days of the account, and never longer than the server',
    async (table, column, days) => {
      const { insert } = FILL[table] as (typeof FILL)[string]
      const { retained: retention } = FILL[table] as (typeof FILL)[string]
      const count = async () =>
        Number((await run(`SELECT count(*) AS n FROM ${table} WHERE id LIKE 'own%'`)).rows[0]?.n)
      const clean = async () => {
        for (const cleanup of CLEANUPS[table]) await cleanup(instance.runtime)
      }
      await run(insert('generate_series(1, 3) n', `'own' || n`, '$2::bigint'), [
        account,
        instance.now() - (days + 1) * DAY,
      ])
      await clean()
      expect(await count()).toBe(3)
      await run(`UPDATE accounts SET ${column} = $2 WHERE id = $1`, [account, days])
      await clean()
      expect(await count()).toBe(0)
      // An account cannot keep them longer than the server does.
      await run(`UPDATE accounts SET ${column} = 36500 WHERE id = $1`, [account])
      await run(insert('generate_series(4, 6) n', `'own' || n`, '$2::bigint'), [
        account,
        instance.now() - retention - DAY,
      ])
      await clean()
      expect(await count()).toBe(0)
      await run(`UPDATE accounts SET ${column} = NULL WHERE id = $1`, [account])
    },
  )

  it('works in several workers at once', async () => {
    const { insert } = FILL.audit_lines as (typeof FILL)[string]
    await run(insert(many, `'again' || n`, '$2::bigint'), [account, 5])
    const counts = await Promise.all(Array.from({ length: 4 }, () => cleanupAuditLines(instance.runtime)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(2500)
  })

  it('leaves an append-only table as closed as it was', async () => {
    for (const table of ['audit_lines', 'events', 'statement_seals'])
      await expect(run(`DELETE FROM ${table}`), table).rejects.toThrow(/permission denied/)
  })

  it('cannot be made to delete young rows, or rows of the ledger', async () => {
    const now = Math.floor(Date.now() / 1000)
    const ask = (table: string, before: number) =>
      run('SELECT delete_expired_rows($1, $2, $3, $4, $5)', [table, 'id', account, before, 10])
    await expect(ask('audit_lines', now - 364 * DAY)).rejects.toThrow(/kept for 365 days/)
    await expect(ask('events', now)).rejects.toThrow(/kept for 30 days/)
    await expect(ask('ledger_postings', 1)).rejects.toThrow(/never deleted/)
    await expect(ask('payments', 1)).rejects.toThrow(/never deleted/)
  })

  it('keeps batches that were started and invitations that were accepted', async () => {
    for (const status of ['finished', 'cancelled', 'running'])
      await run(
        `INSERT INTO batches (account_id, id, kind, status, currency, count, total, created_by, created_at, started_at)
         VALUES ($1, 'kept ' || $2::text, 'refund', $2::text, 'INR', 1, 1, 'x', 1, 2)`,
        [account, status],
      )
    await run(
      `INSERT INTO invitations (merchant_id, id, email, name, role, invited_by, created_at, expires_at, accepted_at)
       VALUES ($1, 'kept', 'a@example.com', 'A', 'viewer', 'x', 1, 2, 2)`,
      [account],
    )
    for (const { cleanup } of cleanupTasks()) await cleanup(instance.runtime)
    expect((await run(`SELECT id FROM batches WHERE id LIKE 'kept%'`)).rows).toHaveLength(3)
    expect((await run(`SELECT id FROM invitations WHERE id = 'kept'`)).rows).toHaveLength(1)
  })

  it('keeps approvals that wait, and clients and grants in use', async () => {
    await run(
      (FILL.approvals as (typeof FILL)[string])
        .insert('generate_series(1, 1) n', `'waits' || n`, '$2::bigint')
        .replace("'expired'", "'waiting'")
        .replace('$2::bigint, $2::bigint, $2::bigint', '$2::bigint, $2::bigint, NULL'),
      [account, 1],
    )
    await run(
      `INSERT INTO oauth_clients (id, name, origin, metadata, created_at, granted_at) VALUES ('used', 'x', 'dynamic', '{}', 1, 1)`,
    )
    await run(
      `INSERT INTO oauth_grants (account_id, id, user_id, client_id, client_name, redirect_host, created_at, updated_at, expires_at)
       VALUES ($1, 'in_use', 'x', 'used', 'x', 'x', 1, 1, $2)`,
      [account, instance.now() + 1000],
    )
    for (const { cleanup } of cleanupTasks()) await cleanup(instance.runtime)
    const there = async (table: string, id: string) =>
      (await run(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).rows.length
    expect([await there('approvals', 'waits1'), await there('oauth_clients', 'used')]).toEqual([1, 1])
    expect(await there('oauth_grants', 'in_use')).toBe(1)
    // Once its grant is gone, the client goes, too.
    await run(`UPDATE oauth_grants SET expires_at = 2 WHERE id = 'in_use'`)
    for (const { cleanup } of cleanupTasks()) await cleanup(instance.runtime)
    for (const { cleanup } of cleanupTasks()) await cleanup(instance.runtime)
    expect([await there('oauth_grants', 'in_use'), await there('oauth_clients', 'used')]).toEqual([0, 0])
  })
})
