import type { Query } from '#lib/database/query.ts'
import { startError } from '#lib/server/cannot-start.ts'

const GROWING = [
  'ledger_transactions',
  'ledger_postings',
  'balance_movements',
  'balance_months',
  'events',
  'audit_lines',
  'audit_seals',
  'bill_versions',
  'customer_transactions',
  'reversals',
  'statement_seals',
]

/**
 * What the first migration takes away from the server's own role: tables that only grow, and the key of a database. A dump
 * that is restored under another role, or without its privileges, grants it again.
 */
const WITHHELD = [
  ...GROWING.flatMap((table) => ['UPDATE', 'DELETE', 'TRUNCATE'].map((privilege) => ({ table, privilege }))),
  ...['UPDATE', 'DELETE'].map((privilege) => ({ table: 'instance', privilege })),
]

type Role = { user: string; is_superuser: boolean; tables: string[] }

/** The role of this connection, and the tables that it may change though they only grow. */
async function roleOf(query: Query): Promise<Role> {
  const { rows } = await query<Role>(
    `SELECT current_user AS user, rolsuper AS is_superuser, ARRAY(
       SELECT DISTINCT name FROM unnest($1::text[], $2::text[]) AS withheld (name, privilege)
       WHERE to_regclass(name) IS NOT NULL AND has_table_privilege(name, privilege) ORDER BY name) AS tables
     FROM pg_roles WHERE rolname = current_user`,
    [WITHHELD.map(({ table }) => table), WITHHELD.map(({ privilege }) => privilege)],
  )
  return rows[0] as Role
}

/** @throws CannotStart where the role of this connection is a superuser, from whom nothing can be withheld */
export async function assertNoSuperuser(query: Query): Promise<void> {
  const { user, is_superuser } = await roleOf(query)
  if (is_superuser) throw startError('database_superuser', { user })
}

/** @throws CannotStart where the role of this connection could change the ledger, the events or the audit log */
export async function assertWithheld(query: Query): Promise<void> {
  await assertNoSuperuser(query)
  const { user, tables } = await roleOf(query)
  if (tables.length > 0) throw startError('privileges_given', { user, tables: tables.join(', ') })
}

/**
 * Takes away again what a restore has granted.
 * @returns the tables that the role could change until now
 * @throws CannotStart where it still could, since it is a superuser or has the privilege from another role
 */
export async function withhold(query: Query): Promise<string[]> {
  await assertNoSuperuser(query)
  const { user, tables } = await roleOf(query)
  if (tables.length === 0) return []
  // One statement, so that a role which owns only some of them changes nothing.
  await query(
    WITHHELD.map(({ table, privilege }) => `REVOKE ${privilege} ON ${table} FROM PUBLIC, CURRENT_USER;`).join(
      '\n',
    ),
    [],
  )
  await query('GRANT UPDATE (settlement_id) ON balance_movements TO CURRENT_USER', [])
  const left = (await roleOf(query)).tables
  if (left.length > 0) throw startError('privileges_inherited', { user, tables: left.join(', ') })
  return tables
}
