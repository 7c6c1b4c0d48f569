import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { operations } from '#lib/domain/operations.ts'

/** No form of the dashboard runs these: the worker does, or a payer, or an app with its own key. */
const NO_FORM: Record<string, string[]> = {
  'The worker continues what was confirmed, or what falls due, and no person runs it.': [
    'advance_closure',
    'ask_acquirer',
    'ask_late_reply',
    'claim_export',
    'close_balance_months',
    'compare_with_gateway',
    'disable_webhook',
    'expire_approval',
    'expire_authorization',
    'fail_export',
    'finish_account_export',
    'finish_approval',
    'finish_export',
    'import_gateway_pages',
    'poll_gateway',
    'process_payout',
    'process_refund',
    'process_settlement',
    'queue_export',
    'queue_missed_events',
    'receive_notification',
    'record_gateway_refund',
    'record_gateway_settlement',
    'release_transfer',
    'send_mail',
    'send_new_device_email',
    'send_password_reset',
    'send_sign_in_link_email',
    'settle_balance',
    'settle_bank_operation',
    'settle_batch',
    'tell_of_recovered_webhook',
    'warn_of_failing_webhook',
    'warn_of_key_expiry',
  ],
  'The payer pays at the checkout, with an OTP of the bank or the wallet.': [
    'ask_wallet_code',
    'begin_hosted_payment',
    'begin_payment',
    'confirm_payment',
    'follow_payment',
    'pay_from_open_wallet',
    'prove_wallet',
    'return_from_bank',
  ],
  'Only the API and its tools have it, which authenticate with a key or a grant.': [
    'create_bill',
    'create_bill_from_items',
    'create_payment',
    'create_upi_payment',
    'create_webhook',
    'delete_webhook',
    'edit_customer',
    'update_bill',
    'update_bill_if_unchanged',
    'update_customer',
    'update_webhook',
  ],
}

/** People run these in the dashboard. */
const NO_MONEY: Record<string, string[]> = {
  'It is rejected in live mode.': ['advance_payout', 'settle_now'],
  'It stops money, or gives up a right to move it.': [
    'block_client',
    'cancel_approval',
    'cancel_capture_batch',
    'cancel_closure',
    'cancel_refund_batch',
    'pause_capture_batch',
    'pause_refund_batch',
    'reject_approval',
    'revoke_app',
    'revoke_key',
    'withdraw_invitation',
  ],
  'It stops or continues an import whose start was confirmed.': [
    'continue_gateway_import',
    'stop_gateway_import',
  ],
  'It queues again what was queued, and looks at its record first.': ['retry_job'],
  'It only checks rows: starting the batch is confirmed.': ['check_capture_batch', 'check_refund_batch'],
  'An app moves money only after a person has connected it, which asks each time.': [
    'create_client',
    'delete_client',
    'rotate_client_secret',
    'unblock_client',
    'update_app_settings',
  ],
  'It asks a payer for money: nothing leaves the balance.': ['create_order', 'send_payment_link'],
  'It changes what records say, or who reads them, and no money.': [
    'add_comment',
    'attach_document',
    'attach_documents',
    'attach_to_records',
    'create_customer',
    'create_document',
    'create_refund_link',
    'delete_bill',
    'delete_comment',
    'detach_document',
    'issue_bill',
    'reissue_bill',
    'reveal_fund_account',
    'revoke_refund_link',
    'seal_wallet_statement',
    'send_bill',
    'send_mail_again',
    'send_receipt',
    'mail_receipt',
    'update_customer_if_unchanged',
    'update_order',
    'update_payment',
    'update_refund',
  ],
  'It compares bank statements with settlements that were paid before.': [
    'import_bank_statement',
    'match_bank_line',
    'match_bank_lines',
    'unmatch_bank_line',
    'upload_bank_statement',
    'choose_statement_columns',
    'discard_bank_statement',
    'ignore_bank_line',
    'acknowledge_gateway_difference',
    'ask_about_gateway_difference',
    'request_gateway_comparison',
  ],
  'It tells servers of the merchant what happened.': [
    'create_described_webhook',
    'delete_webhook_typed',
    'enable_webhook',
    'pause_webhook',
    'replay_webhook',
    'resend_delivery',
    'resume_webhook',
    'rotate_webhook_secret',
    'send_event',
    'set_webhook_chaos',
    'set_webhook_options',
    'update_described_webhook',
  ],
  'It is a setting without effect on amounts, rates or accounts.': [
    'remove_logo',
    'set_logo',
    'test_acquirer',
    'update_business',
    'update_refund_reasons',
    'update_retention',
  ],
  'Saving the schedule was confirmed, and the file is read by its own recipients.': [
    'delete_export_schedule',
    'leave_export_schedule',
    'pause_export_schedule',
    'record_export',
    'run_export_again',
  ],
  'It changes only what the person sees, or how they sign in, and starts with a confirmation where it opens access.':
    [
      'add_passkey',
      'confirm_totp',
      'confirm_with_passkey',
      'delete_list_view',
      'end_other_sessions',
      'end_session',
      'rename_passkey',
      'save_list_view',
      'start_passkey_confirmation',
      'update_list_view',
      'update_notifications',
      'update_profile',
    ],
}

/** What a page asks of an operation, as `releaseTransfer.permission`, does not run it. */
const withoutImports = (text: string) => text.replaceAll(/^import [^;]*? from '.*'$/gm, '')

const named = (groups: Record<string, string[]>) => Object.values(groups).flat().sort()

it('whatever writes asks for the password in live mode, or has a reason not to', () => {
  const unasked = operations.filter(({ effect, confirm }) => effect !== 'read' && confirm === undefined)
  expect([...named(NO_FORM), ...named(NO_MONEY)].sort()).toEqual(unasked.map(({ name }) => name).sort())
})

it('whatever moves money, or changes where it goes, asks', () => {
  const asking = (name: string) => operations.find((each) => each.name === name)?.confirm
  const settings = [
    'create_fund_account',
    'update_fund_account',
    'update_payment_settings',
    'update_settlement_settings',
    'update_approval_thresholds',
    'create_key',
    'update_key',
    'rotate_key',
  ]
  const batches = ['start', 'resume'].flatMap((verb) => [`${verb}_refund_batch`, `${verb}_capture_batch`])
  for (const name of [...settings, ...batches]) expect(asking(name), name).toBe('live')
  for (const { name, movesMoney, confirm } of operations) if (movesMoney) expect(confirm, name).toBe('live')
})

it('no form of the dashboard runs what has no form', () => {
  const names = new Map<string, string>()
  for (const file of globSync('lib/domain/**/*.ts')) {
    const found = readFileSync(file, 'utf8').matchAll(/export const (\w+) = define[\s\S]*?name: '(\w+)'/g)
    for (const [, constant = '', name = ''] of found) names.set(name, constant)
  }
  const actions = globSync('app/{(dashboard),docs,api}/**/*.{ts,tsx}').map((file) =>
    readFileSync(file, 'utf8'),
  )
  expect(actions.length).toBeGreaterThan(200)
  for (const name of named(NO_FORM)) {
    const constant = names.get(name)
    expect(constant, name).toBeDefined()
    expect(
      actions.some((text) => new RegExp(`\\b${constant}\\b(?!\\.)`).test(withoutImports(text))),
      name,
    ).toBe(false)
  }
})
