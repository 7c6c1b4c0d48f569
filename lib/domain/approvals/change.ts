import { approversOf } from '#lib/domain/approvals/find.ts'
import { passOnce } from '#lib/domain/approvals/hold.ts'
import { ApprovalRequired } from '#lib/domain/approvals/request-approval.ts'
import { FLOW_NAMES, FLOWS, POLICY_HOURS } from '#lib/domain/approvals/schema/policy.ts'
import { APPROVABLE, type Change, type LooserOperation } from '#lib/domain/approvals/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { HOUR } from '#lib/values/time.ts'

type AboutToChange = {
  operation: LooserOperation
  /** The operation and input that run after the approval. */
  input: object
  object_id: string
  /** The changes in words. They are compared when the approved change runs, so that exactly these changes are made. */
  changes: Change[]
  /** Whether any of the changes loosens a limit. */
  looser: boolean
  /** Whether it takes two people wherever the merchant has two, with thresholds or without. */
  always?: true
  /** Why, in the words of the requester. */
  reason: string | null | undefined
}

/**
 * Lets a change of limits pass, or holds it for a second person. It is called in the transaction of the change, after
 * the locks and the rules and before the first write. A change that only tightens passes at once, and so does every
 * change at a merchant without thresholds, unless it always takes two people. If no one else can decide, the change takes effect after a delay.
 * @throws ApprovalRequired
 * @throws approval_reason_required if it would be held, and no reason is given
 * @throws approval_used, approval_changed
 */
export async function holdChange(
  context: Context,
  { looser, always, reason, ...request }: AboutToChange,
): Promise<void> {
  const { actor, account, now } = context
  const change = { ...request, amount: 0, currency: account.currency }
  if (actor.approval) return passOnce(context, actor.approval.id, change)
  if (actor.kind !== 'user' || !looser) return
  const guarded = await isGuarded(context)
  if (!guarded && !always) return
  const approvers = await approversOf(context, APPROVABLE[request.operation].permission, 2)
  const alone = approvers.every(({ id }) => id === actor.id)
  if (!guarded && alone) return
  if (!reason) throw refused('approval_reason_required', undefined, { field: 'reason' })
  throw new ApprovalRequired({
    ...change,
    cause: 'looser_limit',
    user_id: actor.id,
    request_reason: reason,
    takes_effect_at: alone ? now + POLICY_HOURS * HOUR : null,
  })
}

/** Whether the merchant has a threshold in either mode: then loosening a limit takes two people. */
async function isGuarded({ account, rows }: Context): Promise<boolean> {
  const any = FLOW_NAMES.flatMap((flow) => [
    `${FLOWS[flow].columns.above} IS NOT NULL`,
    `${FLOWS[flow].columns.by_role} <> '{}'::jsonb`,
  ])
  const found = await rows(
    `SELECT 1 FROM accounts WHERE merchant_id = $1 AND (${any.join(' OR ')})
     UNION ALL
     SELECT 1 FROM api_keys key JOIN accounts account ON account.id = key.account_id
     WHERE account.merchant_id = $1 AND key.approval_above IS NOT NULL LIMIT 1`,
    [account.merchant_id],
  )
  return found.length > 0
}
