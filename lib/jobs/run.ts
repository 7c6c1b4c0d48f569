import { expireApproval } from '#lib/domain/approvals/end.ts'
import { sendMail } from '#lib/domain/mails/send.ts'
import { askLateReply } from '#lib/domain/payments/ask-late-reply.ts'
import { expireAuthorization } from '#lib/domain/payments/expire.ts'
import { processPayout } from '#lib/domain/payouts/process.ts'
import { processRefund } from '#lib/domain/refunds/process.ts'
import { releaseTransfer } from '#lib/domain/transfers/release.ts'
import { fillWebhookGap } from '#lib/domain/webhooks/fill-gap.ts'
import type { JobName, Jobs } from '#lib/jobs/names.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation, Runtime } from '#lib/pipeline/operation.ts'
import { runApproval } from '#lib/pipeline/run-approval.ts'
import { newId } from '#lib/values/id.ts'

/** What was approved is carried out for whoever asked, not by the house. */
type Plain = Exclude<JobName, 'run-approval'>

/** What each other job does: an operation of the list, run by the house. */
const JOBS: { [N in Plain]: (data: Jobs[N]) => { operation: Operation; input: object } } = {
  'process-refund': (data) => ({ operation: plain(processRefund), input: { id: data.refund_id } }),
  'expire-authorization': (data) => ({
    operation: plain(expireAuthorization),
    input: { id: data.payment_id },
  }),
  'ask-late-reply': (data) => ({
    operation: plain(askLateReply),
    input: { id: data.payment_id, attempt: data.attempt },
  }),
  'release-transfer': (data) => ({ operation: plain(releaseTransfer), input: { id: data.transfer_id } }),
  'process-payout': (data) => ({ operation: plain(processPayout), input: { id: data.payout_id } }),
  'fill-webhook-gap': ({ webhook_id, from, to }) => ({
    operation: plain(fillWebhookGap),
    input: { id: webhook_id, from, to },
  }),
  'expire-approval': (data) => ({ operation: plain(expireApproval), input: { id: data.approval_id } }),
  'send-mail': (data) => ({ operation: plain(sendMail), input: { id: data.mail_id } }),
}

/** Runs one job. Harmless to repeat: the operations look at the state before they change it. */
export async function runJob<N extends JobName>(runtime: Runtime, name: N, data: Jobs[N]): Promise<void> {
  if (name === 'run-approval')
    return runApproval(runtime, data.account_id, (data as Jobs['run-approval']).approval_id)
  const { operation, input } = JOBS[name as Plain](data as never)
  const actor = await systemActor(runtime.query, data.account_id, name)
  await execute(runtime, operation, actor, input, { requestId: newId('request', runtime.clock()) })
}

/** The list of operations forgets what each takes and gives; execute parses both anyway. */
function plain(operation: unknown): Operation {
  return operation as Operation
}
