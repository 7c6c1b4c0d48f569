import type { QuietAction, TimelineName } from '#lib/domain/events/schema/timeline.ts'
import type { EventName, OtherSpelling } from '#lib/domain/events/schema.ts'

/** Everything that a timeline, the list of events or recent activity can name. */
type Described = EventName | OtherSpelling | QuietAction | TimelineName

/** An event as a title. A second form has a placeholder for its amount, where that is known. */
type Label = string | { label: string; about: string }

const transferred = { label: 'Transfer processed', about: 'Transfer of {amount} processed' }
const notTransferred = { label: 'Transfer failed', about: 'Transfer of {amount} failed' }
const attempted = { label: 'Payment attempted', about: 'Payment of {amount} attempted' }

/** A label for every name: one that is missing is an error of the types. */
const EVENT_LABELS: Record<Described, Label> = {
  'payment.created': attempted,
  create_payment: attempted,
  create_upi_payment: attempted,
  begin_payment: attempted,
  'payment.authorized': { label: 'Payment authorized', about: '{amount} authorized' },
  'payment.captured': { label: 'Payment captured', about: '{amount} captured' },
  'payment.failed': { label: 'Payment failed', about: 'Payment of {amount} failed' },
  update_payment: 'Payment notes changed',
  create_order: { label: 'Order created', about: 'Order of {amount} created' },
  'order.paid': 'Order paid in full',
  update_order: 'Order notes changed',
  'refund.created': { label: 'Refund started', about: 'Refund of {amount} started' },
  'refund.processed': { label: 'Refund processed', about: 'Refund of {amount} processed' },
  'refund.failed': { label: 'Refund failed', about: 'Refund of {amount} failed' },
  'refund.speed_changed': {
    label: 'Refund continues at normal speed',
    about: 'Refund of {amount} continues at normal speed',
  },
  update_refund: 'Refund notes changed',
  'gateway.created': 'Created at the gateway',
  'gateway.failed': 'Failed at the gateway',
  'gateway.captured': 'Captured at the gateway',
  'gateway.refunded': { label: 'Refunded at the gateway', about: '{amount} refunded at the gateway' },
  'gateway.imported': 'Imported from the gateway',
  transfer_processed: transferred,
  'transfer.processed': transferred,
  transfer_failed: notTransferred,
  'transfer.failed': notTransferred,
  create_transfer: 'Cashback requested',
  transfer_payment: 'Transfer of a payment requested',
  update_transfer: 'Transfer hold changed',
  reverse_transfer: 'Transfer reversed',
  'wallet.credited': { label: 'Wallet credited', about: 'Wallet credited with {amount}' },
  'wallet.debited': { label: 'Wallet debited', about: 'Wallet debited with {amount}' },
  'payout.initiated': { label: 'Payout sent to the bank', about: 'Payout of {amount} sent to the bank' },
  'payout.processed': { label: 'Payout processed', about: 'Payout of {amount} processed' },
  'payout.reversed': { label: 'Payout reversed', about: 'Payout of {amount} reversed' },
  'settlement.processed': { label: 'Settlement processed', about: 'Settlement of {amount} processed' },
  settle_now: 'Settlement requested',
  settle_balance: 'Settlement sent to the bank',
  advance_payout: 'Test payout advanced',
  'customer.created': 'Customer created',
  'customer.repeated': 'Existing customer returned',
  create_customer: 'Customer created',
  update_customer: 'Customer edited',
  update_customer_if_unchanged: 'Customer edited',
  edit_customer: 'Customer edited',
  'document.created': 'Document uploaded',
  attach_document: 'Document attached',
  attach_to_records: 'Document attached',
  detach_document: 'Document detached',
  add_comment: 'Comment added',
  mail_receipt: 'Receipt written to the outbox, requested by the payer',
  send_receipt: 'Receipt written to the outbox',
  'receipt.queued': 'Receipt queued for sending',
  'receipt.sent': 'Receipt emailed',
  'receipt.failed': 'Receipt not sent: the mail server rejected it',
  'receipt.kept': 'Receipt kept in the outbox: no mail server is set up',
  send_payment_link: 'Payment link written to the outbox',
  'payment_link.queued': 'Payment link queued for sending',
  'payment_link.sent': 'Payment link emailed',
  'payment_link.failed': 'Payment link not sent: the mail server rejected it',
  'payment_link.kept': 'Payment link kept in the outbox: no mail server is set up',
  delete_comment: 'Comment deleted',
  'bill.created': 'Bill issued',
  'bill.updated': 'Bill changed',
  'bill.deleted': 'Bill withdrawn',
  create_webhook: 'Webhook created',
  update_webhook: 'Webhook changed',
  set_webhook_options: 'Description, headers or timeout changed',
  set_webhook_chaos: 'Fault injection changed',
  rotate_webhook_secret: 'Secret rotated',
  pause_webhook: 'Paused',
  resume_webhook: 'Resumed',
  enable_webhook: 'Enabled',
  warn_of_failing_webhook: 'Failing: alert email created',
  disable_webhook: 'Disabled: every delivery failed for a day',
  replay_webhook: 'Events replayed',
  resend_delivery: 'Delivery resent',
  send_event: 'Event sent manually',
  create_key: 'API key created',
  update_key: 'API key changed',
  rotate_key: 'API key rotated',
  revoke_key: 'API key revoked',
  connect_app: 'Connected',
  reduce_app_scopes: 'Scopes or limits changed',
  revoke_app: 'Disconnected',
  ask_for_approval: 'Approval requested',
  approve_approval: 'Approved',
  reject_approval: 'Rejected',
  cancel_approval: 'Withdrawn',
  expire_approval: 'Expired: no decision within 24 hours',
  finish_approval: 'Request completed',
  fail_approval: 'Request failed',
}

/**
 * An event as a title, with `{amount}` where an amount belongs.
 * @param withAmount whether the amount is known
 */
export function eventLabel(what: string, withAmount: boolean): string {
  // A name that a newer version wrote, read by an older one that still serves.
  const label = Object.hasOwn(EVENT_LABELS, what) ? EVENT_LABELS[what as Described] : 'Other change'
  if (typeof label === 'string') return label
  return withAmount ? label.about : label.label
}
