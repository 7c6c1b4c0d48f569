import { log } from '#lib/log.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { runApproval } from '#lib/pipeline/run-approval.ts'
import { runtime } from '#lib/runtime.ts'

/**
 * Carries out at once what a person has just approved, so that they see what came of it. What does not come to its end
 * here (a silent bank, a process that dies) the job finishes, which was queued with the decision.
 */
export async function carryOutNow(actor: Actor, id: string): Promise<void> {
  try {
    await runApproval(runtime(), actor.account.id, id)
  } catch (thrown) {
    log().warn({ err: thrown, approval: id }, 'What was approved is left to the job.')
  }
}
