import { runApproval } from '#lib/domain/approvals/run.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { log } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'

/**
 * Runs an approved request at once, so that the approver sees the result. If it does not finish here (a silent bank,
 * a crash) the job that was queued with the decision finishes it.
 */
export async function carryOutNow(actor: Actor, id: string): Promise<void> {
  try {
    await runApproval(runtime(), actor.account.id, id)
  } catch (thrown) {
    log().warn({ err: thrown, approval: id }, 'What was approved is left to the job.')
  }
}
