import type { Context } from '#lib/pipeline/operation.ts'

/**
 * Locks names of an account until the transaction ends, in one statement and in one order, so that two transactions
 * cannot deadlock. Rows are used because not every PostgreSQL-compatible engine has advisory locks.
 */
export async function lockNames(
  { account, now, rows }: Pick<Context, 'account' | 'now' | 'rows'>,
  names: string[],
): Promise<void> {
  await rows(
    `INSERT INTO approval_locks (account_id, id, created_at)
     SELECT $1, name, $3::bigint FROM (SELECT DISTINCT name FROM unnest($2::text[]) name) names ORDER BY name
     ON CONFLICT (account_id, id) DO UPDATE SET created_at = EXCLUDED.created_at`,
    [account.id, names, now],
  )
}
