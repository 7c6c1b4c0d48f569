type Rows = <Row>(sql: string, values: unknown[]) => Promise<Row[]>

/** An acquirer that was called so often in this time, in seconds, and responded to nothing, is silent. */
const SILENT_CALLS = 5
export const SILENT_FOR = 600

export type Silent = { id: string; name: string; merchant_id: string; error: string }

/** The acquirers in use that have responded to no call of the last ten minutes, of five and more. @param now in seconds @param accountId only of this account */
export async function silentAcquirers(
  rows: Rows,
  now: number,
  accountId: string | null = null,
): Promise<Silent[]> {
  return rows<Silent>(
    `SELECT acquirer.id, acquirer.name, account.merchant_id, calls.error
     FROM acquirers acquirer
     JOIN accounts account ON account.id = acquirer.account_id AND account.mode = 'live' AND account.closed_at IS NULL
     CROSS JOIN LATERAL (
       SELECT count(*) AS calls, count(line.error) AS failed, max(line.error) AS error FROM acquirer_calls line
       WHERE line.account_id = acquirer.account_id AND line.acquirer_id = acquirer.id
         AND line.created_at > $1 AND line.call NOT IN ('notification', 'return')) AS calls
     WHERE acquirer.state = 'active' AND acquirer.account_id = coalesce($3, acquirer.account_id) AND calls.calls >= $2 AND calls.failed = calls.calls
     ORDER BY acquirer.id`,
    [now - SILENT_FOR, SILENT_CALLS, accountId],
  )
}
