/** The changes of an endpoint, of which its timeline consists. */
export const WEBHOOK_ACTIONS = [
  'create_webhook',
  'update_webhook',
  'set_webhook_options',
  'set_webhook_chaos',
  'rotate_webhook_secret',
  'pause_webhook',
  'resume_webhook',
  'enable_webhook',
  'warn_of_failing_webhook',
  'disable_webhook',
  'replay_webhook',
  'resend_delivery',
  'send_event',
] as const

/**
 * Changes that write an audit line and no event, and are shown on a timeline or in the recent activity. The types
 * require a label for each in components/shared/event-labels.ts.
 */
export const QUIET_ACTIONS = [
  'create_order',
  'update_order',
  'update_payment',
  'update_refund',
  'create_payment',
  'create_upi_payment',
  'begin_payment',
  'create_customer',
  'update_customer',
  'edit_customer',
  'update_customer_if_unchanged',
  'attach_document',
  'attach_to_records',
  'detach_document',
  'add_comment',
  'delete_comment',
  'send_receipt',
  'mail_receipt',
  'send_payment_link',
  'update_transfer',
  'create_transfer',
  'transfer_payment',
  'reverse_transfer',
  'advance_payout',
  'settle_now',
  'settle_balance',
  ...WEBHOOK_ACTIONS,
  'create_key',
  'update_key',
  'rotate_key',
  'revoke_key',
  'connect_app',
  'reduce_app_scopes',
  'revoke_app',
  'ask_for_approval',
  'approve_approval',
  'reject_approval',
  'cancel_approval',
  'expire_approval',
  'finish_approval',
] as const
export type QuietAction = (typeof QUIET_ACTIONS)[number]

/** Names that a timeline gives to an audit line if one action has two meanings. */
export const TIMELINE_NAMES = [
  'payment.created',
  'customer.repeated',
  'fail_approval',
  'receipt.queued',
  'receipt.sent',
  'receipt.failed',
  'receipt.kept',
  'payment_link.queued',
  'payment_link.sent',
  'payment_link.failed',
  'payment_link.kept',
] as const
export type TimelineName = (typeof TIMELINE_NAMES)[number]
