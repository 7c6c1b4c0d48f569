import type { z } from 'zod'
import { systemActorWith } from '#lib/auth/system-actor.ts'
import type { Part } from '#lib/database/query.ts'
import { expireApproval } from '#lib/domain/approvals/end.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { askAcquirer } from '#lib/domain/bank-notifications.ts'
import { runBatch } from '#lib/domain/batches/run.ts'
import { recordGatewayRefund } from '#lib/domain/gateway-imports/record-refund.ts'
import { importGatewayPages } from '#lib/domain/gateway-imports/run.ts'
import { sendMail } from '#lib/domain/mails/send.ts'
import { askLateReply } from '#lib/domain/payments/ask-late-reply.ts'
import { expireAuthorization } from '#lib/domain/payments/expire.ts'
import { payoutParts, processPayout } from '#lib/domain/payouts/process.ts'
import type { InAccount } from '#lib/domain/record.ts'
import { processRefund, refundParts } from '#lib/domain/refunds/process.ts'
import { processSettlement } from '#lib/domain/settlements/process.ts'
import { releaseTransfer } from '#lib/domain/transfers/release.ts'
import { queueMissedEvents } from '#lib/domain/webhooks/missed-events.ts'
import { makeScheduledExport } from '#lib/exports/make.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation, Runtime } from '#lib/pipeline/operation.ts'
import type { JobName, Jobs } from '#lib/ports/jobs.ts'
import { log } from '#lib/process/log.ts'
import { newId } from '#lib/values/id.ts'

type Job<N extends JobName> = (runtime: Runtime, data: Jobs[N]) => Promise<void>

const JOBS: { [N in JobName]: Job<N> } = {
  'process-refund': asSystem(
    'process-refund',
    processRefund,
    (data) => ({ id: data.refund_id }),
    (place, data) => refundParts(place, data.refund_id),
  ),
  'expire-authorization': asSystem('expire-authorization', expireAuthorization, (data) => ({
    id: data.payment_id,
  })),
  'ask-late-reply': asSystem('ask-late-reply', askLateReply, (data) => ({
    id: data.payment_id,
    attempt: data.attempt,
  })),
  'ask-acquirer': asSystem('ask-acquirer', askAcquirer, ({ acquirer_id, reference }) => ({
    id: acquirer_id,
    reference,
  })),
  'record-gateway-refund': asSystem(
    'record-gateway-refund',
    recordGatewayRefund,
    ({ acquirer_id, refund_id, payment_id }) => ({ id: acquirer_id, refund_id, payment_id }),
  ),
  'import-gateway': asSystem('import-gateway', importGatewayPages, ({ import_id }) => ({ id: import_id })),
  'release-transfer': asSystem('release-transfer', releaseTransfer, (data) => ({ id: data.transfer_id })),
  'process-payout': asSystem(
    'process-payout',
    processPayout,
    (data) => ({ id: data.payout_id }),
    (place, data) => payoutParts(place, data.payout_id),
  ),
  'process-settlement': asSystem('process-settlement', processSettlement, (data) => ({
    id: data.settlement_id,
  })),
  'fill-webhook-gap': asSystem('fill-webhook-gap', queueMissedEvents, ({ webhook_id, from, to }) => ({
    id: webhook_id,
    from,
    to,
  })),
  'expire-approval': asSystem('expire-approval', expireApproval, (data) => ({ id: data.approval_id })),
  'send-mail': asSystem('send-mail', sendMail, (data) => ({ id: data.mail_id })),
  // What was approved runs as the requester, not as the system.
  'run-approval': (runtime, data) => runApproval(runtime, data.account_id, data.approval_id),
  // A batch runs as the person who started it.
  'run-batch': (runtime, data) => runBatch(runtime, data.account_id, data.batch_id),
  // An export runs as the person who saved the schedule.
  'make-export': (runtime, data) => makeScheduledExport(runtime, data.account_id, data.export_id),
}

/** Runs one job. Harmless to repeat: the operations look at the state before they change it. */
export async function runJob<N extends JobName>(runtime: Runtime, name: N, data: Jobs[N]): Promise<void> {
  await JOBS[name](runtime, data)
}

/**
 * A job that runs one operation as the system.
 * @param partsOf what the operation reads first, where it is read together with the account
 */
function asSystem<N extends JobName, I extends z.ZodType, O extends z.ZodType>(
  name: N,
  operation: Operation<I, O>,
  inputOf: (data: Jobs[N]) => z.input<I>,
  partsOf: (place: InAccount, data: Jobs[N]) => Record<string, Part> = () => ({}),
): Job<N> {
  return async (runtime, data) => {
    const { account_id } = data
    const parts = partsOf({ account: { id: account_id } }, data)
    const { actor, reader } = await systemActorWith(runtime.reader, account_id, name, parts)
    // What the job is about is being deleted with the account.
    if (actor.account.erasing) return
    const requestId = newId('request', runtime.clock())
    try {
      await execute({ ...runtime, reader }, operation, actor, inputOf(data), { requestId })
    } catch (thrown) {
      // Records of money are deleted with their account alone: after a reset of test data there is nothing left to do.
      if (actor.account.mode === 'live' || !isAppError(thrown) || thrown.reason !== 'record_not_found')
        throw thrown
      log().info({ job: String(name) }, 'What a job is about was deleted with the test data.')
    }
  }
}
