import { systemActor } from '#lib/auth/system-actor.ts'
import type { Columns } from '#lib/database/query.ts'
import { advanceClosure } from '#lib/domain/closures/advance.ts'
import { RESET_DRAINS } from '#lib/domain/closures/schema.ts'
import type { accounts, closures } from '#lib/generated/prisma/client.ts'
import { ACCOUNT_TABLES_OF } from '#lib/jobs/account-tables.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { log } from '#lib/process/log.ts'
import { newId } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

type Eraser = Pick<Runtime, 'query' | 'storage'>
type Query = Pick<Runtime, 'query'>

/** The most rows that one statement deletes, so that none holds locks for long. */
const AT_ONCE = 1000

/** The tables with the references by which the bank simulator knows an account. */
const REFERENCED = ['bank_operations', 'payouts', 'settlements']

/**
 * Deletes the rows and files of an account, table by table in bounded statements. Harmless to repeat, and to run in several
 * workers. The account is marked (`erasing_at`), so nothing else writes.
 * @param why `reset`: settings, keys and the audit log stay; `closure`: of live mode, only the books stay
 */
async function eraseAccount(
  system: Eraser,
  account: { id: string; mode: string },
  why: 'reset' | 'closure',
): Promise<void> {
  for (const table of REFERENCED) await forgetAtBank(system, account.id, table)
  for (const [table, verdicts] of Object.entries(ACCOUNT_TABLES_OF)) {
    const retained = verdicts[why] !== 'deleted' && !(why === 'closure' && account.mode === 'test')
    if (retained) continue
    if (verdicts.appended) await eraseAppended(system, table, account.id)
    else await eraseRows(system, table, 'account_id', account.id)
  }
  if (why === 'reset')
    await system.query('UPDATE ledger_balances SET balance = 0 WHERE account_id = $1 AND balance <> 0', [
      account.id,
    ])
  else await system.query('UPDATE settlements SET created_by = NULL WHERE account_id = $1', [account.id])
  for (const folder of ['documents', 'previews', 'exports', 'account-exports'])
    for await (const { key } of system.storage.list(`${folder}/${account.id}/`))
      await system.storage.delete(key)
}

/** Deletes what is left of a closed merchant once its accounts are erased, and its people without another merchant. */
async function eraseMerchant(system: Eraser, merchantId: string): Promise<void> {
  const { query } = system
  const { rows: people } = await query<{ user_id: string }>(
    'SELECT user_id FROM memberships WHERE merchant_id = $1',
    [merchantId],
  )
  for (const table of ['logos', 'invitations', 'oauth_blocks', 'roles'])
    await eraseRows(system, table, 'merchant_id', merchantId)
  await eraseClients(system, merchantId)
  for (const { user_id } of people) await erasePerson(system, merchantId, user_id)
  await eraseRows(system, 'memberships', 'merchant_id', merchantId)
  await query(
    `UPDATE merchants SET name = 'Deleted business', billing_label = '', gstin = NULL, address = NULL, support_email = NULL,
       support_phone = NULL, support_url = NULL, brand_color = NULL, logo_hash = NULL WHERE id = $1`,
    [merchantId],
  )
  await query('UPDATE closures SET requested_by = NULL, decided_by = NULL WHERE merchant_id = $1', [
    merchantId,
  ])
}

/** Deletes the books that were kept of the live account of a merchant. */
async function eraseBooks(system: Query, accountId: string): Promise<void> {
  for (const [table, { closure, appended }] of Object.entries(ACCOUNT_TABLES_OF)) {
    if (closure === 'deleted') continue
    if (appended) await eraseAppended(system, table, accountId)
    else await eraseRows(system, table, 'account_id', accountId)
  }
}

/** A person who belongs to no other merchant, with everything they sign in with. */
async function erasePerson(system: Query, merchantId: string, userId: string): Promise<void> {
  const { rows } = await system.query(
    'SELECT 1 FROM memberships WHERE user_id = $1 AND merchant_id <> $2 LIMIT 1',
    [userId, merchantId],
  )
  if (rows.length > 0) return
  await system.query(
    'DELETE FROM passkey_challenges WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)',
    [userId],
  )
  for (const table of [
    'sessions',
    'password_resets',
    'totp_secrets',
    'recovery_codes',
    'passkeys',
    'sign_in_links',
    'memberships',
  ])
    await eraseRows(system, table, 'user_id', userId)
  await system.query('DELETE FROM users WHERE id = $1', [userId])
}

/** The apps that the merchant registered, with their tokens. */
async function eraseClients({ query }: Query, merchantId: string): Promise<void> {
  await query(
    `DELETE FROM oauth_artifacts WHERE payload ->> 'clientId' IN (SELECT id FROM oauth_clients WHERE merchant_id = $1)`,
    [merchantId],
  )
  await query('DELETE FROM oauth_clients WHERE merchant_id = $1', [merchantId])
}

/** What the bank simulator remembers of an account. A real bank keeps its own records. */
async function forgetAtBank({ query }: Query, accountId: string, table: string): Promise<void> {
  for (;;) {
    const { rows } = await query(
      `DELETE FROM simulator_records WHERE reference IN (
         SELECT reference FROM simulator_records JOIN ${table} made ON made.id = simulator_records.reference
         WHERE made.account_id = $1 LIMIT ${AT_ONCE}) RETURNING 1`,
      [accountId],
    )
    if (rows.length < AT_ONCE) return
  }
}

async function eraseRows({ query }: Query, table: string, column: string, id: string): Promise<void> {
  for (;;) {
    const { rows } = await query(
      `DELETE FROM ${table} WHERE ${column} = $1
         AND ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${column} = $1 LIMIT ${AT_ONCE})) RETURNING 1`,
      [id],
    )
    if (rows.length < AT_ONCE) return
  }
}

/** From a table without DELETE permission, by the function that has it. */
async function eraseAppended({ query }: Query, table: string, accountId: string): Promise<void> {
  for (;;) {
    const { rows: left } = await query(`SELECT 1 FROM ${table} WHERE account_id = $1 LIMIT 1`, [accountId])
    if (left.length === 0) return
    await query('SELECT delete_erased_rows($1, $2, $3) AS gone', [table, accountId, AT_ONCE])
  }
}

/** Takes every deletion of a merchant, and every reset of test data, one step further. */
export async function advanceClosures(system: Runtime): Promise<void> {
  const { rows: open } = await system.query<Columns<closures, 'id' | 'merchant_id'>>(
    "SELECT id, merchant_id FROM closures WHERE status IN ('waiting', 'closed') ORDER BY id",
    [],
  )
  for (const closure of open)
    await advance(system, closure).catch((error) =>
      log().warn({ err: error, closure: closure.id }, 'A deletion failed and is tried again.'),
    )
  const { rows: resets } = await system.query<Columns<accounts, 'id'>>(
    "SELECT id FROM accounts WHERE mode = 'test' AND closed_at IS NULL AND erasing_at <= $1",
    [now(system) - RESET_DRAINS],
  )
  for (const { id } of resets) {
    await eraseAccount(system, { id, mode: 'test' }, 'reset')
    await system.query(
      'UPDATE accounts SET erasing_at = NULL, history_until = NULL WHERE id = $1 AND closed_at IS NULL',
      [id],
    )
  }
}

type AccountRow = Columns<accounts, 'id' | 'mode'>

async function advance(
  system: Runtime,
  { id, merchant_id }: Columns<closures, 'id' | 'merchant_id'>,
): Promise<void> {
  const { rows: accounts } = await system.query<AccountRow>(
    'SELECT id, mode FROM accounts WHERE merchant_id = $1 ORDER BY mode',
    [merchant_id],
  )
  const live = accounts.find(({ mode }) => mode === 'live')
  if (!live) return
  const actor = await systemActor(system.query, live.id, 'closures')
  const meta = { requestId: newId('request', system.clock()) }
  const { value } = await execute(system, advanceClosure, actor, { id }, meta)
  if (!value.erase) return
  for (const account of accounts) await eraseAccount(system, account, 'closure')
  await eraseMerchant(system, merchant_id)
  await system.query(
    "UPDATE closures SET status = 'deleted', finished_at = $2 WHERE id = $1 AND status = 'closed'",
    [id, now(system)],
  )
}

/** The least that the function of the database keeps books. */
const BOOKS_RETENTION_DAYS = 2922

/** Deletes the books of merchants that were deleted as long ago as the audit log reaches back, and 8 years at least. */
export async function cleanupClosedBooks(
  system: Pick<Runtime, 'query' | 'clock'>,
  retentionDays: number,
): Promise<void> {
  const before = Math.floor(system.clock() / 1000) - Math.max(retentionDays, BOOKS_RETENTION_DAYS) * DAY
  const { rows } = await system.query<Columns<accounts, 'id'>>(
    `SELECT account.id FROM accounts account JOIN closures closure ON closure.merchant_id = account.merchant_id
     WHERE closure.status = 'deleted' AND account.mode = 'live' AND account.closed_at < $1`,
    [before],
  )
  for (const { id } of rows) await eraseBooks(system, id)
}

function now({ clock }: Pick<Runtime, 'clock'>): number {
  return Math.floor(clock() / 1000)
}
