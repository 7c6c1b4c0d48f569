import { systemActor } from '#lib/auth/system-actor.ts'
import type { Columns } from '#lib/database/query.ts'
import { closeBalanceMonths } from '#lib/domain/balance/months.ts'
import { settleBankOperation } from '#lib/domain/payments/settle.ts'
import { processPayout } from '#lib/domain/payouts/process.ts'
import { processRefund } from '#lib/domain/refunds/process.ts'
import { processSettlement } from '#lib/domain/settlements/process.ts'
import { settleBalance } from '#lib/domain/settlements/settle.ts'
import type { accounts, bank_operations } from '#lib/generated/prisma/client.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation, Runtime } from '#lib/pipeline/operation.ts'
import { log } from '#lib/process/log.ts'
import { newId } from '#lib/values/id.ts'
import { HOUR } from '#lib/values/time.ts'

/** The most that one run of the task takes up. */
const AT_ONCE = 50

/**
 * Finds bank calls that were reserved a while ago and never recorded, and settles each. They are claimed by
 * postponing their next check, so that several workers share them and a failed one is retried.
 * @returns how many were claimed
 */
export async function settleReserved(runtime: Runtime): Promise<number> {
  const now = Math.floor(runtime.clock() / 1000)
  const { rows } = await runtime.query<Columns<bank_operations, 'account_id' | 'id'>>(
    `UPDATE bank_operations SET checked_at = $1 WHERE (account_id, id) IN (
       SELECT account_id, id FROM bank_operations WHERE state = 'reserved' AND checked_at <= $2
       ORDER BY checked_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
     RETURNING account_id, id`,
    [now, now - runtime.timing.settleAfter],
  )
  for (const row of rows) {
    const actor = await systemActor(runtime.query, row.account_id, 'settle')
    await execute(
      runtime,
      settleBankOperation,
      actor,
      { id: row.id },
      { requestId: newId('request', runtime.clock()) },
    ).catch((error) =>
      log().warn({ err: error, bank_operation: row.id }, 'A bank call could not be settled yet.'),
    )
  }
  return rows.length
}

/** How long a bank may take until its records are looked for that no job waits for any more, in seconds. */
const SILENT = 3 * HOUR

/**
 * Goes on with refunds, payouts and settlements of live mode whose job has given up because the bank was silent for hours.
 * Harmless to repeat: the reference of each is kept.
 */
export async function resumeSilent(runtime: Runtime): Promise<number> {
  const { rows } = await runtime.query<{ account_id: string; id: string; job: keyof typeof RESUMED }>(
    `WITH waiting AS (
       SELECT data ->> 'refund_id' AS id FROM pgboss.job WHERE name = 'process-refund' AND state < 'completed'
       UNION ALL
       SELECT data ->> 'payout_id' FROM pgboss.job WHERE name = 'process-payout' AND state < 'completed'
       UNION ALL
       SELECT data ->> 'settlement_id' FROM pgboss.job WHERE name = 'process-settlement' AND state < 'completed'
     ), open AS (
       SELECT account.id AS account_id, refund.id, 'refund' AS job FROM accounts account
       JOIN refunds refund ON refund.account_id = account.id AND refund.status = 'pending' AND refund.created_at < $1
       WHERE account.mode = 'live'
       UNION ALL
       SELECT account.id, payout.id, 'payout' FROM accounts account
       JOIN payouts payout ON payout.account_id = account.id AND payout.status = 'processing' AND payout.created_at < $1
       WHERE account.mode = 'live'
       UNION ALL
       SELECT account.id, settlement.id, 'settlement' FROM accounts account
       JOIN settlements settlement
         ON settlement.account_id = account.id AND settlement.status = 'created' AND settlement.created_at < $1
       WHERE account.mode = 'live'
     )
     SELECT account_id, id, job FROM open WHERE id NOT IN (SELECT id FROM waiting WHERE id IS NOT NULL) LIMIT ${AT_ONCE}`,
    [Math.floor(runtime.clock() / 1000) - SILENT],
  )
  for (const { account_id, id, job } of rows) {
    const actor = await systemActor(runtime.query, account_id, 'settle')
    const requestId = newId('request', runtime.clock())
    await execute(runtime, RESUMED[job], actor, { id }, { requestId }).catch((error) =>
      log().warn({ err: error, [job]: id }, 'A bank is still silent.'),
    )
  }
  return rows.length
}
const RESUMED: Record<'refund' | 'payout' | 'settlement', Operation> = {
  refund: processRefund,
  payout: processPayout,
  settlement: processSettlement,
}

/** Settles what is due in every account that settles. Harmless to repeat: an account settles once a working day. */
export async function settleBalances(runtime: Runtime): Promise<void> {
  const { rows } = await runtime.query<Columns<accounts, 'id'>>(
    'SELECT id FROM accounts WHERE settlement_delay_days IS NOT NULL AND erasing_at IS NULL ORDER BY id',
    [],
  )
  await inEach(runtime, rows, settleBalance)
}

/** Closes the months that are over in every account whose balance has moved. Harmless to repeat. */
export async function closeMonths(runtime: Runtime): Promise<void> {
  const { rows } = await runtime.query<Columns<accounts, 'id'>>(
    `SELECT id FROM accounts WHERE erasing_at IS NULL
       AND EXISTS (SELECT FROM balance_movements WHERE account_id = accounts.id) ORDER BY id`,
    [],
  )
  await inEach(runtime, rows, closeBalanceMonths)
}

async function inEach(runtime: Runtime, accounts: { id: string }[], operation: Operation): Promise<void> {
  for (const { id } of accounts) {
    const actor = await systemActor(runtime.query, id, operation.name)
    const requestId = newId('request', runtime.clock())
    await execute(runtime, operation, actor, {}, { requestId }).catch((error) =>
      log().warn({ err: error, account: id }, `${operation.name} failed and is tried again.`),
    )
  }
}
