import { sendMail } from '#lib/domain/mails/send.ts'
import { askLateReply } from '#lib/domain/payments/ask-late-reply.ts'
import { expireAuthorization } from '#lib/domain/payments/expire.ts'
import { processPayout } from '#lib/domain/payouts/process.ts'
import { processRefund } from '#lib/domain/refunds/process.ts'
import { releaseTransfer } from '#lib/domain/transfers/release.ts'
import { fillWebhookGap } from '#lib/domain/webhooks/fill-gap.ts'
import type { JobName, Jobs } from '#lib/jobs/names.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { execute, type Operation, type Runtime } from '#lib/operation.ts'
import { newId } from '#lib/values/id.ts'

/** What each job does: an operation of the list, run by the house. */
const JOBS: { [N in JobName]: (data: Jobs[N]) => { operation: Operation; input: object } } = {
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
  'send-mail': (data) => ({ operation: plain(sendMail), input: { id: data.mail_id } }),
}

/** Runs one job. Harmless to repeat: the operations look at the state before they change it. */
export async function runJob<N extends JobName>(runtime: Runtime, name: N, data: Jobs[N]): Promise<void> {
  const { operation, input } = JOBS[name](data)
  const actor = await systemActor(runtime.query, data.account_id, name)
  await execute(runtime, operation, actor, input, { requestId: newId('request', runtime.clock()) })
}

/** The list of operations forgets what each takes and gives; execute parses both anyway. */
function plain(operation: unknown): Operation {
  return operation as Operation
}
