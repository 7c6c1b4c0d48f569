import type { Columns } from '#lib/database/query.ts'
import type { accounts, oauth_grants } from '#lib/generated/prisma/client.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { env } from '#lib/process/env.ts'
import { DAY } from '#lib/values/time.ts'

/** What a cleanup works on. It returns how many rows it deleted. */
export type CleanedUp = Pick<Runtime, 'query' | 'clock'>
type CleanUp = (system: CleanedUp) => Promise<number>

/** The most rows that one statement deletes, so that none holds locks for long. */
const AT_ONCE = 1000

/** For how long each kind of row is kept, in seconds. */
const SESSION_RETENTION = 90 * DAY
/** Responses of idempotency keys are kept for two days; one is promised. */
const RESPONSE_RETENTION = 2 * DAY
const CODE_RETENTION = DAY
const DRAFT_RETENTION = DAY
const EXPORT_RETENTION = 90 * DAY
const ALERT_RETENTION = 90 * DAY
const SPENDING_RETENTION = 365 * DAY
const DIFFERENCE_RETENTION = 365 * DAY
const MOVED_ALONE_RETENTION = 2 * DAY
const GRANT_RETENTION = 2 * 365 * DAY
const UNSTARTED_RETENTION = 90 * DAY
const INVITATION_RETENTION = 365 * DAY

/** Deletes sign-ins that expired long ago. Until then they say which networks a person signed in from. */
export const cleanupSessions: CleanUp = (system) =>
  inBatches(system, {
    table: 'sessions',
    key: ['id'],
    condition: 'expires_at < $1',
    order: 'expires_at',
    values: [before(system, SESSION_RETENTION)],
  })

/** Deletes links to set a password that expired long ago. */
export const cleanupPasswordResets: CleanUp = (system) =>
  inBatches(system, {
    table: 'password_resets',
    key: ['id'],
    condition: 'expires_at < $1',
    order: 'expires_at',
    values: [before(system, SESSION_RETENTION)],
  })

/** Deletes challenges of passkeys that expired. */
export const cleanupPasskeyChallenges: CleanUp = (system) =>
  inBatches(system, {
    table: 'passkey_challenges',
    key: ['challenge'],
    condition: 'expires_at < $1',
    order: 'expires_at',
    values: [before(system, 0)],
  })

/** Deletes CSV bank statements whose columns were never chosen. */
export const cleanupStatementDrafts: CleanUp = (system) =>
  inBatches(system, {
    table: 'bank_statement_drafts',
    key: ['account_id', 'id'],
    condition: 'created_at < $1',
    order: 'created_at',
    values: [before(system, DRAFT_RETENTION)],
  })

/** Deletes idempotency keys that are older than promised. */
export const cleanupIdempotencyKeys: CleanUp = (system) =>
  inBatches(system, {
    table: 'idempotency_keys',
    key: ['account_id', 'key'],
    condition: 'created_at < $1',
    order: 'created_at',
    values: [before(system, RESPONSE_RETENTION)],
  })

/** Deletes invitations that were never accepted. */
export const cleanupInvitations: CleanUp = (system) =>
  inBatches(system, {
    table: 'invitations',
    key: ['merchant_id', 'id'],
    condition: 'accepted_at IS NULL AND expires_at < $1',
    order: 'expires_at',
    values: [before(system, INVITATION_RETENTION)],
  })

/** Deletes batches that were checked and never started: no money has moved. */
export async function cleanupUnstartedBatches(system: CleanedUp): Promise<number> {
  const due = before(system, UNSTARTED_RETENTION)
  let total = 0
  for (const id of await accountsOf(system)) {
    // Cancelled first, so that none is started with a part of its rows.
    await system.query(
      `UPDATE batches SET status = 'cancelled', finished_at = $3 WHERE account_id = $1 AND status = 'checked' AND created_at < $2`,
      [id, due, before(system, 0)],
    )
    const unstarted = `account_id = $1 AND status = 'cancelled' AND started_at IS NULL AND created_at < $2`
    total += await inBatches(system, {
      table: 'batch_rows',
      key: ['account_id', 'batch_id', 'number'],
      condition: `account_id = $1 AND batch_id IN (SELECT id FROM batches WHERE ${unstarted})`,
      order: 'batch_id, number',
      values: [id, due],
    })
    total += await ofAccount(
      system,
      'batches',
      `status = 'cancelled' AND started_at IS NULL AND created_at < $2 AND NOT EXISTS
        (SELECT 1 FROM batch_rows line WHERE line.account_id = $1 AND line.batch_id = batches.id)`,
      [id, due],
    )
  }
  return total
}

/** Deletes the one-time passwords of wallets, which count for an hour. */
export const cleanupWalletCodes: CleanUp = (system) =>
  inBatches(system, {
    table: 'wallet_codes',
    key: ['account_id', 'id'],
    condition: 'created_at < $1',
    order: 'created_at',
    values: [before(system, CODE_RETENTION)],
  })

/** Deletes lines of the request log, and calls to banks, that are older than their account keeps them. */
export async function cleanupRequestLog(system: CleanedUp): Promise<number> {
  const { rows } = await system.query<Columns<accounts, 'id' | 'request_log_days'>>(
    'SELECT id, request_log_days FROM accounts',
    [],
  )
  let total = 0
  for (const { id, request_log_days: days } of rows)
    for (const table of ['request_logs', 'acquirer_calls'])
      total += await ofAccount(system, table, 'created_at < $2', [id, before(system, days * DAY)])
  return total
}

/** Deletes mails of the outbox that are older than the server, or their account, keeps them. */
export async function cleanupMails(system: CleanedUp): Promise<number> {
  let total = 0
  for (const { id, days } of await daysOf(system, 'mail_days', env().MAIL_RETENTION_DAYS))
    total += await ofAccount(system, 'mails', 'created_at < $2', [id, before(system, days * DAY)])
  return total
}

/** Deletes lines about files of scheduled exports; the files themselves were deleted long before. */
export const cleanupScheduledExports: CleanUp = (system) =>
  ofAccounts(system, 'scheduled_exports', 'created_at < $2', before(system, EXPORT_RETENTION))

/** Deletes approvals that were decided, or expired, as long ago as the audit log reaches back. */
export const cleanupApprovals: CleanUp = (system) =>
  ofAccounts(
    system,
    'approvals',
    `created_at < $2 AND status <> 'waiting'`,
    before(system, env().AUDIT_RETENTION_DAYS * DAY),
  )

/** Deletes differences from gateways a year after they were solved. */
export const cleanupGatewayDifferences: CleanUp = async (system) =>
  ofAccounts(
    system,
    'gateway_differences',
    "state = 'solved' AND solved_at < $2",
    before(system, DIFFERENCE_RETENTION),
  )

/** Deletes what apps moved longer ago than anyone looks at; a limit counts a day. */
export async function cleanupGrantSpending(system: CleanedUp): Promise<number> {
  const { rows } = await system.query<Columns<oauth_grants, 'account_id' | 'id'>>(
    'SELECT account_id, id FROM oauth_grants',
    [],
  )
  let total = 0
  for (const { account_id, id } of rows)
    total += await inBatches(system, {
      table: 'grant_spending',
      key: ['account_id', 'grant_id', 'id'],
      condition: 'account_id = $1 AND grant_id = $2 AND created_at < $3',
      order: 'created_at',
      values: [account_id, id, before(system, SPENDING_RETENTION)],
    })
  return total
}

/** Deletes what counts towards no total of the last 24 hours any more. */
export const cleanupMovedAlone: CleanUp = (system) =>
  ofAccounts(system, 'moved_alone', 'created_at < $2', before(system, MOVED_ALONE_RETENTION))

/** Deletes locks that were not taken for as long. A transaction that waits for one makes it again. */
export const cleanupApprovalLocks: CleanUp = (system) =>
  ofAccounts(system, 'approval_locks', 'created_at < $2', before(system, MOVED_ALONE_RETENTION))

/** Deletes alerts that ended long ago. */
export const cleanupAlerts: CleanUp = (system) =>
  inBatches(system, {
    table: 'alerts',
    key: ['id'],
    condition: 'ended_at < $1',
    order: 'ended_at',
    values: [before(system, ALERT_RETENTION)],
  })

/** Deletes grants that ended long ago, once nothing is left of what they moved. */
export const cleanupGrants: CleanUp = (system) =>
  ofAccounts(
    system,
    'oauth_grants',
    `created_at < $2 AND COALESCE(revoked_at, expires_at) < $2 AND NOT EXISTS
       (SELECT 1 FROM grant_spending spent WHERE spent.account_id = $1 AND spent.grant_id = oauth_grants.id)`,
    before(system, GRANT_RETENTION),
  )

/** Deletes old audit lines. */
export const cleanupAuditLines: CleanUp = async (system) =>
  appended(system, 'audit_lines', 'id', await everywhere(system, env().AUDIT_RETENTION_DAYS))

/** Deletes events that are older than the server, or their account, keeps them. */
export const cleanupEvents: CleanUp = async (system) =>
  appended(system, 'events', 'id', await daysOf(system, 'event_days', env().EVENT_RETENTION_DAYS))

/** Deletes the seals of statements that were given out as long ago as the audit log reaches back. */
export const cleanupStatementSeals: CleanUp = async (system) =>
  appended(system, 'statement_seals', 'code', await everywhere(system, env().AUDIT_RETENTION_DAYS))

type Days = { id: string; days: number }

/** For how many days each account keeps something: as it chose, and never longer than the server. */
async function daysOf(
  { query }: CleanedUp,
  column: 'mail_days' | 'event_days',
  max: number,
): Promise<Days[]> {
  const { rows } = await query<Columns<accounts, 'id' | 'mail_days' | 'event_days'>>(
    'SELECT id, mail_days, event_days FROM accounts',
    [],
  )
  return rows.map((row) => ({ id: row.id, days: Math.min(max, row[column] ?? max) }))
}

async function everywhere(system: CleanedUp, days: number): Promise<Days[]> {
  return (await accountsOf(system)).map((id) => ({ id, days }))
}

/** Unix seconds, a while ago. */
function before({ clock }: CleanedUp, retention: number): number {
  return Math.floor(clock() / 1000) - retention
}

async function accountsOf({ query }: CleanedUp): Promise<string[]> {
  const { rows } = await query<Columns<accounts, 'id'>>('SELECT id FROM accounts', [])
  return rows.map(({ id }) => id)
}

/** In every account, along the index of its lists, which begins with the account. */
async function ofAccounts(
  system: CleanedUp,
  table: string,
  condition: string,
  before: number,
): Promise<number> {
  let total = 0
  for (const id of await accountsOf(system)) total += await ofAccount(system, table, condition, [id, before])
  return total
}

function ofAccount(system: CleanedUp, table: string, condition: string, values: unknown[]): Promise<number> {
  return inBatches(system, {
    table,
    key: ['account_id', 'id'],
    condition: `account_id = $1 AND ${condition}`,
    order: 'created_at',
    values,
  })
}

async function inBatches(
  { query }: CleanedUp,
  {
    table,
    key,
    condition,
    order,
    values,
  }: { table: string; key: string[]; condition: string; order: string; values: unknown[] },
): Promise<number> {
  const columns = key.join(', ')
  for (let total = 0; ; ) {
    const { rows } = await query(
      `DELETE FROM ${table} WHERE (${columns}) IN
         (SELECT ${columns} FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT ${AT_ONCE}) RETURNING 1`,
      values,
    )
    total += rows.length
    if (rows.length < AT_ONCE) return total
  }
}

/**
 * From a table without DELETE permission, by the function that has it. It is called only where there is something to
 * delete, since it writes to the catalog.
 */
async function appended(system: CleanedUp, table: string, key: string, retention: Days[]): Promise<number> {
  let total = 0
  for (const { id, days } of retention) {
    const values = [before(system, days * DAY)]
    for (;;) {
      const { rows: old } = await system.query(
        `SELECT 1 FROM ${table} WHERE account_id = $1 AND created_at < $2 LIMIT 1`,
        [id, ...values],
      )
      if (old.length === 0) break
      const { rows } = await system.query<{ gone: number }>(
        'SELECT delete_expired_rows($1, $2, $3, $4, $5) AS gone',
        [table, key, id, ...values, AT_ONCE],
      )
      const gone = Number(rows[0]?.gone)
      if (gone === 0) break
      total += gone
    }
  }
  return total
}
