import { ACCOUNT_COLUMNS, type AccountRow, accountJoins, accountOf } from '#lib/auth/account-columns.ts'
import type { Query } from '#lib/database/query.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import type { Permission } from '#lib/values/permissions.ts'

type Link = { name: string; permissions: readonly Permission[]; statement: string }

/**
 * What people hold who have no account here: each statement finds the one record that a link or a code names, and the
 * account that it is of. These are the only look-ups in the product that know a record and no account.
 */
const LINKS = {
  /** The token of a bill's public page is long and random: to know it is to be allowed to look at the bill. */
  bill: {
    name: 'Customer',
    permissions: ['bills:read'],
    statement: `SELECT bills.id AS holder_id, ${ACCOUNT_COLUMNS} FROM bills ${accountJoins('bills')} WHERE bills.token = $1`,
  },
  /** So is that of a link by which a customer follows a refund. */
  refund: {
    name: 'Customer',
    permissions: ['refunds:read'],
    statement: `SELECT link.refund_id AS holder_id, ${ACCOUNT_COLUMNS} FROM refund_links link ${accountJoins('link')} WHERE link.token = $1`,
  },
  /** The code of a wallet statement cannot be guessed: to know it is to have the printed statement. */
  statement: {
    name: 'Reader of a statement',
    permissions: ['wallets:read'],
    statement: `SELECT seal.code AS holder_id, ${ACCOUNT_COLUMNS} FROM statement_seals seal ${accountJoins('seal')}
      WHERE seal.code = $1`,
  },
  /** A payer may look at the one order that they have the checkout link of, and pay it. */
  order: {
    name: 'Payer',
    permissions: ['orders:read', 'payments:create'],
    statement: `SELECT orders.id AS holder_id, ${ACCOUNT_COLUMNS} FROM orders ${accountJoins('orders')} WHERE orders.id = $1`,
  },
  /** An acquirer reports at its own address; its signature is checked before it may do anything. */
  acquirer: {
    name: 'Acquirer',
    permissions: ['payments:write'],
    statement: `SELECT bank.id AS holder_id, ${ACCOUNT_COLUMNS} FROM acquirers bank ${accountJoins('bank')} WHERE bank.id = $1`,
  },
} satisfies Record<string, Link>

/**
 * Who has a link or a code, acting in the account of its record, whose id they have; null when there is no such record.
 * @param value the token of a bill or of a refund's link, the code of a statement, the id of an order
 */
export async function linkHolder(
  query: Query,
  kind: keyof typeof LINKS,
  value: string,
): Promise<Actor | null> {
  const { name, permissions, statement } = LINKS[kind]
  const [row] = (await query<AccountRow & { holder_id: string }>(statement, [value])).rows
  if (!row) return null
  const id = row.holder_id
  return { kind: 'payer', id, name, account: accountOf(row), permissions: new Set<Permission>(permissions) }
}
