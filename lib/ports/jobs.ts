/** The kinds of work for later, and what each is given. Every job is harmless to repeat. */
export type Jobs = {
  /** Sends a refund to the bank, or asks again for its outcome. */
  'process-refund': { account_id: string; refund_id: string }
  /** Returns authorized payments that were not captured in time. */
  'expire-authorization': { account_id: string; payment_id: string }
  /** Asks the bank whether a payment that failed or hangs was authorized after all. */
  'ask-late-reply': { account_id: string; payment_id: string; attempt: number }
  /** Asks an acquirer about a reference that it has reported a change of. */
  'ask-acquirer': { account_id: string; acquirer_id: string; reference: string }
  /** Records a refund that was made at a gateway itself. `payment_id`: of its payment here. */
  'record-gateway-refund': { account_id: string; acquirer_id: string; refund_id: string; payment_id: string }
  /** Imports pages from a gateway until its time is over, and then queues itself again. */
  'import-gateway': { account_id: string; import_id: string }
  /** Hands a mail of the outbox to the server for mail. */
  'send-mail': { account_id: string; mail_id: string }
  /** Gives a wallet what was held for it, when its hold ends. */
  'release-transfer': { account_id: string; transfer_id: string }
  /** Sends a payout to the bank, or asks again for its outcome. */
  'process-payout': { account_id: string; payout_id: string }
  /** Sends a settlement to the bank, or asks again for its outcome. */
  'process-settlement': { account_id: string; settlement_id: string }
  /** Queues for an endpoint that came back what transactions added that had not seen it yet. */
  'fill-webhook-gap': { account_id: string; webhook_id: string; from: number; to: number }
  /** Expires a request that was not decided in time. */
  'expire-approval': { account_id: string; approval_id: string }
  /** Runs an approved request, if the process that began it stopped. */
  'run-approval': { account_id: string; approval_id: string }
  /** Carries out the rows of a batch that are left, until it is paused or its time is over. */
  'run-batch': { account_id: string; batch_id: string }
  /** Makes the file of a scheduled export, and mails the links to it. */
  'make-export': { account_id: string; export_id: string }
}
export type JobName = keyof Jobs
export const JOB_NAMES = [
  'process-refund',
  'expire-authorization',
  'ask-late-reply',
  'ask-acquirer',
  'record-gateway-refund',
  'import-gateway',
  'send-mail',
  'release-transfer',
  'process-payout',
  'process-settlement',
  'fill-webhook-gap',
  'expire-approval',
  'run-approval',
  'run-batch',
  'make-export',
] as const satisfies readonly JobName[]
