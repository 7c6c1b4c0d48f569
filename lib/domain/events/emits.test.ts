import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { EVENT_NAMES } from '#lib/domain/events/schema.ts'
import { operations } from '#lib/domain/operations.ts'

/** Changes that no server of the merchant is told of, by the reason why. */
const WITHOUT_EVENT: Record<string, string[]> = {
  'An order has one event, when it is paid.': ['create_order', 'send_payment_link', 'update_order'],
  'Notes and contacts of a record are not part of what happened to it.': [
    'edit_customer',
    'update_customer',
    'update_customer_if_unchanged',
    'update_payment',
    'update_refund',
  ],
  'The payer proves to be the owner of the wallet; the payment follows.': ['ask_wallet_code', 'prove_wallet'],
  'It begins what another operation ends, with the event.': [
    'approve_approval',
    'finish_approval',
    'receive_notification',
    'resume_capture_batch',
    'resume_refund_batch',
    'settle_balance',
    'settle_now',
    'start_capture_batch',
    'start_refund_batch',
  ],
  'It is a step of staff, before or in place of what happens to money.': [
    'cancel_approval',
    'cancel_capture_batch',
    'cancel_refund_batch',
    'check_capture_batch',
    'check_refund_batch',
    'expire_approval',
    'pause_capture_batch',
    'pause_refund_batch',
    'reject_approval',
    'settle_batch',
  ],
  'Records are attached, annotated, compared or sent by mail, and stay as they are.': [
    'accept_bank_line',
    'add_comment',
    'attach_document',
    'attach_documents',
    'attach_to_records',
    'choose_statement_columns',
    'close_balance_months',
    'create_refund_link',
    'delete_comment',
    'detach_document',
    'discard_bank_statement',
    'ignore_bank_line',
    'import_bank_statement',
    'match_bank_line',
    'match_bank_lines',
    'reveal_fund_account',
    'revoke_refund_link',
    'seal_wallet_statement',
    'send_bill',
    'send_mail',
    'send_mail_again',
    'send_receipt',
    'mail_receipt',
    'unmatch_bank_line',
    'upload_bank_statement',
  ],
  'A bank account is a setting of a customer; its payouts have events.': [
    'create_fund_account',
    'update_fund_account',
  ],
  'It decides who receives events, and is not one.': [
    'create_described_webhook',
    'create_webhook',
    'delete_webhook',
    'delete_webhook_typed',
    'disable_webhook',
    'enable_webhook',
    'pause_webhook',
    'queue_missed_events',
    'replay_webhook',
    'resend_delivery',
    'resume_webhook',
    'rotate_webhook_secret',
    'set_webhook_chaos',
    'set_webhook_options',
    'tell_of_recovered_webhook',
    'update_described_webhook',
    'update_webhook',
    'warn_of_failing_webhook',
  ],
  'What it imports happened earlier: the gateway has told of it.': [
    'continue_gateway_import',
    'import_gateway_pages',
    'start_gateway_import',
    'stop_gateway_import',
  ],
  'It is a setting of the business.': [
    'acknowledge_gateway_difference',
    'add_acquirer',
    'compare_with_gateway',
    'request_gateway_comparison',
    'add_gateway',
    'remove_logo',
    'rotate_acquirer_secret',
    'rotate_gateway_credentials',
    'stop_acquirer',
    'switch_direct_collection',
    'set_logo',
    'test_acquirer',
    'update_approval_thresholds',
    'update_business',
    'update_payment_settings',
    'update_refund_reasons',
    'update_retention',
    'update_settlement_settings',
    'use_acquirer',
  ],
  'It is about access: keys, apps, roles, people and how they sign in. Those concerned get an email.': [
    'add_passkey',
    'block_client',
    'change_password',
    'change_role',
    'confirm_session',
    'confirm_totp',
    'confirm_with_passkey',
    'connect_app',
    'create_client',
    'create_key',
    'create_reset_link',
    'create_role',
    'delete_client',
    'delete_role',
    'disable_user',
    'enable_user',
    'end_other_sessions',
    'end_session',
    'invite_user',
    'reduce_app_scopes',
    'remove_passkey',
    'remove_second_factor',
    'remove_totp',
    'remove_user',
    'rename_passkey',
    'renew_recovery_codes',
    'resend_invitation',
    'revoke_app',
    'revoke_key',
    'rotate_client_secret',
    'rotate_key',
    'send_new_device_email',
    'send_password_reset',
    'send_sign_in_link_email',
    'start_passkey',
    'start_passkey_confirmation',
    'start_totp',
    'unblock_client',
    'unlink_sign_in',
    'update_app_settings',
    'update_key',
    'update_role',
    'update_second_factor_roles',
    'warn_of_key_expiry',
    'withdraw_invitation',
  ],
  'It is what one person sees in the dashboard.': [
    'delete_list_view',
    'save_list_view',
    'update_list_view',
    'update_notifications',
    'update_profile',
  ],
  'It is about the server, and what follows from it has its events.': ['drop_job', 'retry_job'],
  'It makes a file for staff.': [
    'claim_export',
    'create_export_schedule',
    'delete_export_schedule',
    'download_account_export',
    'download_export',
    'fail_export',
    'finish_account_export',
    'finish_export',
    'leave_export_schedule',
    'pause_export_schedule',
    'queue_export',
    'record_export',
    'request_account_export',
    'resume_export_schedule',
    'run_export_again',
    'send_export_now',
    'update_export_schedule',
  ],
  'It ends the account, or empties it, with its webhooks.': [
    'advance_closure',
    'cancel_closure',
    'confirm_closure',
    'request_closure',
    'reset_test_data',
  ],
}

/** Any event can be sent for a test, so that this says nothing of what happens. */
const emitting = operations.filter(({ name, emits }) => emits && name !== 'send_event')

it.each(EVENT_NAMES)('%s is emitted by an operation', (event) => {
  const causes = emitting.filter(({ emits }) => emits?.includes(event)).map(({ name }) => name)
  const missing = `No operation emits ${event}: list it in \`emits\` of the one that calls \`context.emit\`, or take it out of EVENTS (lib/domain/events/schema.ts).`
  expect(causes, missing).not.toEqual([])
})

it.each(EVENT_NAMES)('%s has a call that emits it', (event) => {
  const calls = globSync('lib/domain/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8').replace(/\bemits: \[[^\]]*\]/g, ''))
    .filter((source) => source.includes('context.emit(') && source.includes(`'${event}'`))
  expect(calls.length, `Nothing calls context.emit with ${event}, which \`emits\` promises.`).toBeGreaterThan(
    0,
  )
})

it('operations emit only events that are declared', () => {
  const names: readonly string[] = EVENT_NAMES
  for (const { name, effect, emits = [] } of operations) {
    for (const event of emits) expect(names, `${name} emits ${event}: EVENTS lacks it.`).toContain(event)
    if (effect === 'read') expect(emits, name).toEqual([])
  }
})

it('whatever changes something emits an event, or has a reason not to', () => {
  const silent = operations.filter(({ effect, emits }) => effect !== 'read' && !emits).map(({ name }) => name)
  const verdict = 'Give the operation `emits`, or a place in WITHOUT_EVENT; one that emits has none there.'
  expect(Object.values(WITHOUT_EVENT).flat().sort(), verdict).toEqual(silent.sort())
})
