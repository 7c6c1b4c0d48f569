import { advanceClosure } from '#lib/domain/closures/advance.ts'
import { RESET_DRAINS } from '#lib/domain/closures/schema.ts'
import type { accounts, closures } from '#lib/generated/prisma/client.ts'
import { eraseAccount, eraseBooks, eraseMerchant } from '#lib/jobs/erase.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { log } from '#lib/log.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import type { Columns } from '#lib/query.ts'
import { newId } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

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
