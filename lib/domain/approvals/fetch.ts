import { findApproval, standing } from '#lib/domain/approvals/find.ts'
import { ApprovalWithMessage, FetchApproval, whatBecameOf } from '#lib/domain/approvals/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** Also a tool, without an HTTP route: an app checks with it whether its request was approved. */
export const fetchApproval = defineOperation({
  name: 'fetch_approval',
  title: 'Fetch an approval',
  summary: 'Returns the decision on a request for approval, and the result once it was approved.',
  permission: 'approvals:ask',
  http: null,
  scope: 'any',
  effect: 'read',
  input: FetchApproval,
  output: ApprovalWithMessage,
  async run(context, input) {
    const approval = standing(context, await findApproval(context, input.id))
    return { ...approval, message: whatBecameOf(approval) }
  },
})
