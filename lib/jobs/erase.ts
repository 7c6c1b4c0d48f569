import { ACCOUNT_TABLES_OF } from '#lib/jobs/account-tables.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'

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
export async function eraseAccount(
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
export async function eraseMerchant(system: Eraser, merchantId: string): Promise<void> {
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
export async function eraseBooks(system: Query, accountId: string): Promise<void> {
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
