import { systemActor } from '#lib/auth/system-actor.ts'
import type { Columns } from '#lib/database/query.ts'
import { closeBalanceMonths } from '#lib/domain/balance/months.ts'
import { askLateReply } from '#lib/domain/payments/ask-late-reply.ts'
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

/** The most that are taken up at a time, and how many of them are under way at once. */
const AT_ONCE = 50
const TOGETHER = 8

/**
 * Finds bank calls that were reserved a while ago and never recorded, and settles each. They are claimed by
 * postponing their next check, so that several workers share them and a failed one is retried. Accounts take turns, so
 * that one whose bank is silent does not hold up the others; while every one can be settled, the next are taken up.
 * @returns how many were claimed
 */
export async function settleReserved(runtime: Runtime): Promise<number> {
  return untilFewer(async () => {
    const now = Math.floor(runtime.clock() / 1000)
    const { rows } = await runtime.query<Columns<bank_operations, 'account_id' | 'id'>>(
      `UPDATE bank_operations SET checked_at = $1 WHERE (account_id, id) IN (
         SELECT account_id, id FROM bank_operations
         WHERE state = 'reserved' AND checked_at <= $2 AND (account_id, id) IN (
           SELECT account_id, id FROM (
             SELECT account_id, id, checked_at, row_number() OVER (PARTITION BY account_id ORDER BY checked_at) AS turn
             FROM bank_operations WHERE state = 'reserved' AND checked_at <= $2) AS due
           ORDER BY turn, checked_at LIMIT ${AT_ONCE})
         FOR UPDATE SKIP LOCKED)
       RETURNING account_id, id`,
      [now, now - runtime.timing.settleAfter],
    )
    const found = rows.map(({ account_id, id }) => ({
      account_id,
      operation: settleBankOperation,
      input: { id },
    }))
    return runEach(runtime, found, 'A bank call could not be settled yet.')
  })
}

/** How long a bank may take until its records are looked for that no job waits for any more, in seconds. */
const SILENT = 3 * HOUR

/**
 * Goes on with payments, refunds, payouts and settlements of live mode that no job waits for any more. Harmless to repeat:
 * the reference of each is kept.
 * @returns how many were found
 */
export async function resumeSilent(runtime: Runtime): Promise<number> {
  return untilFewer(async () => {
    const { rows } = await runtime.query<{ account_id: string; id: string; job: keyof typeof RESUMED }>(
      `WITH waiting AS (
         SELECT coalesce(data ->> 'payment_id', data ->> 'refund_id', data ->> 'payout_id', data ->> 'settlement_id') AS id
         FROM pgboss.job WHERE state < 'completed'
           AND name IN ('ask-late-reply', 'process-refund', 'process-payout', 'process-settlement')
       ), open AS (
         SELECT account.id AS account_id, payment.id, 'payment' AS job FROM accounts account
         JOIN payments payment ON payment.account_id = account.id AND payment.status = 'created' AND payment.created_at < $1
         JOIN bank_operations operation ON operation.account_id = payment.account_id
           AND operation.id = payment.authorization_reference AND operation.state = 'waiting'
         WHERE account.mode = 'live'
         UNION ALL
         SELECT account.id, refund.id, 'refund' FROM accounts account
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
    const found = rows.map(({ account_id, id, job }) => ({ account_id, ...RESUMED[job](id) }))
    return runEach(runtime, found, 'A record that waits for a bank could not be resumed.')
  })
}
const RESUMED: Record<'payment' | 'refund' | 'payout' | 'settlement', (id: string) => Work> = {
  payment: (id) => ({ operation: askLateReply, input: { id, attempt: 1 } }),
  refund: (id) => ({ operation: processRefund, input: { id } }),
  payout: (id) => ({ operation: processPayout, input: { id } }),
  settlement: (id) => ({ operation: processSettlement, input: { id } }),
}

type Work = { operation: Operation; input: object }
type Ran = { count: number; failed: number }

/** Runs again while there may be more, and nothing stands in the way. @returns how many were found in all */
async function untilFewer(run: () => Promise<Ran>): Promise<number> {
  for (let total = 0; ; ) {
    const { count, failed } = await run()
    total += count
    if (count < AT_ONCE || failed > 0) return total
  }
}

/** Runs operations as the system, some at a time. The errors of an account are logged together. */
async function runEach(
  runtime: Runtime,
  found: ({ account_id: string } & Work)[],
  sentence: string,
): Promise<Ran> {
  const errors = new Map<string, unknown[]>()
  const waiting = found.values()
  const lane = async () => {
    for (const { account_id, operation, input } of waiting) {
      const requestId = newId('request', runtime.clock())
      await systemActor(runtime.query, account_id, 'settle')
        .then((actor) => execute(runtime, operation, actor, input, { requestId }))
        .catch((error) => errors.set(account_id, [...(errors.get(account_id) ?? []), error]))
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, lane))
  for (const [account, [err, ...more]] of errors)
    log().warn({ err, account, failed: more.length + 1 }, sentence)
  return { count: found.length, failed: [...errors.values()].flat().length }
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
