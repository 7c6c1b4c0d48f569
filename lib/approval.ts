import { auditLine, flush, inTransaction } from '#lib/context.ts'
import { askForApproval } from '#lib/domain/approvals/ask.ts'
import type { HeldForApproval } from '#lib/domain/approvals/hold.ts'
import { whyItWaits } from '#lib/domain/approvals/schema.ts'
import { refused } from '#lib/errors.ts'
import type { Actor, Meta, Runtime } from '#lib/operation.ts'
import type { Permission } from '#lib/permissions.ts'

/**
 * Does the work of an operation. When it holds itself for approval, what it did is undone, and what waits is written down
 * by a transaction of its own.
 * @throws waiting_for_approval, with metadata.approval_id
 */
export async function orWait<T>(
  runtime: Runtime,
  operation: { permission: Permission },
  actor: Actor,
  meta: Meta,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!isHeld(thrown)) throw thrown
    const asking = { name: 'ask_for_approval', status: 202 }
    const approval = await inTransaction(runtime, asking, actor, meta, async (context, writes) => {
      const asked = await askForApproval(context, thrown, operation.permission)
      if (asked.made) writes.push(auditLine(context, asking.name, asked))
      await flush(context.tables, writes)
      return asked
    })
    throw refused(
      'waiting_for_approval',
      `${whyItWaits(thrown.asked.cause)} It waits for somebody who may approve it, for 24 hours at most.`,
      {
        metadata: {
          approval_id: approval.id,
          cause: thrown.asked.cause,
          expires_at: String(approval.expires_at),
        },
      },
    )
  }
}

/** By name and not by class: Next's bundle and plain Node each load that file once. */
function isHeld(thrown: unknown): thrown is HeldForApproval {
  return thrown instanceof Error && thrown.name === 'HeldForApproval' && 'asked' in thrown
}
