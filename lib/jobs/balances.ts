import { closeBalanceMonths } from '#lib/domain/balance/months.ts'
import { settleBalance } from '#lib/domain/settlements/settle.ts'
import type { accounts } from '#lib/generated/prisma/client.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { log } from '#lib/log.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation, Runtime } from '#lib/pipeline/operation.ts'
import type { Columns } from '#lib/query.ts'
import { newId } from '#lib/values/id.ts'

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
