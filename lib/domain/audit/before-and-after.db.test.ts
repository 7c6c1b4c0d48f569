import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { SCOPE_NAMES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { operations } from '#lib/domain/operations.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { BOUNDARY } from '#lib/testing/files.ts'
import { authorizedPayment, oneOfEach } from '#lib/testing/one-of-each.ts'
import { newId } from '#lib/values/id.ts'

/** A change of one record: its id, and what is different in the line, in place of the name or the value of the column. */
type Change = {
  id: string
  input: object
  as?: Actor
  /** The property of the line that stands for a column; null where the line leaves it out, because it follows from others. */
  named?: Record<string, string | null>
  /** The row that changes, where it is not the one of the id. */
  row?: { sql: string; values: unknown[] }
  /** Texts that the line must not have. */
  secrets?: string[]
}

let world: ApprovalInstance
let owner: Actor
let other: Actor
let ids: Record<string, string>
beforeAll(async () => {
  world = await openApprovalInstance()
  owner = await world.person('owner')
  other = await world.person('owner')
  ids = await oneOfEach(world.rest, world.instance)
})
afterAll(() => world.instance.close())

const query = async (sql: string, values: unknown[]) =>
  (await world.instance.runtime.query<Record<string, unknown>>(sql, values)).rows
const at = () => world.instance.now()
const account = () => world.instance.actor.account.id
const merchant = () => world.instance.merchant.id
const made = async (operation: string, input: object, as = owner) =>
  (await world.instance.run(operationOf(operation), input as never, undefined, as, true)) as { id: string }
const batch = async (status: string, kind: string) => {
  const id = newId('batch', at() * 1000)
  await query(
    `INSERT INTO batches (account_id, id, kind, status, currency, count, total, created_by, created_at)
     VALUES ($1, $2, $3, $4, 'INR', 1, 1, 'test', $5)`,
    [account(), id, kind, status, at()],
  )
  return id
}
const webhook = async () => (await made('create_webhook', { url: 'http://localhost:9/h', events: ['*'] })).id
const waiting = async () => {
  const { id } = await world.shop.captured(10_000)
  const app = await world.program(owner)
  await outcomeOf(world.instance.run(operationOf('refund_payment'), { id, amount: 900 }, undefined, app))
  const [row] = await world.approvals(app.id)
  return { id: String(row?.id), app }
}
const membership = (person: Actor) => ({
  sql: 'SELECT * FROM memberships WHERE user_id = $1',
  values: [person.id],
})
const customerFields = { name: 'New Name', email: 'new@example.com', notes: { shop: '2' } }
const line = async (status: string, settlement: string | null) => {
  const id = newId('bank_line', at() * 1000)
  await query(
    `INSERT INTO bank_statement_lines (account_id, id, statement_id, number, bank_account, date, side, amount, currency,
       reference, description, identity, occurrence, status, settlement_id, matched_by, created_at)
     VALUES ($1, $2, 'bst_1', 1, '\\x01', '2026-06-16', 'credit', 1, 'INR', $2, '', sha256(convert_to($2, 'UTF8')), 1, $3, $4, $5, $6)`,
    [account(), id, status, settlement, settlement && 'amount', at()],
  )
  return id
}

const unmatched = () =>
  query(
    "UPDATE bank_statement_lines SET status = 'unmatched', settlement_id = NULL WHERE side = 'credit'",
    [],
  )

/** Every operation that changes a record which stays, with a change of it. */
const CHANGES: Record<string, () => Promise<Change>> = {
  update_order: async () => ({ id: ids.order ?? '', input: { notes: { a: '1' } } }),
  update_payment: async () => ({ id: ids.pay ?? '', input: { notes: { a: '1' } } }),
  update_refund: async () => ({ id: ids.rfnd ?? '', input: { notes: { a: '1' } } }),
  capture_payment: async () => {
    const id = await authorizedPayment(world.rest)
    const internal = { captured_at: null, capture_by: null, operation: null, fee: null, tax: null }
    return { id, input: { amount: 50_000 }, named: internal }
  },
  update_customer: async () => ({
    id: ids.cust ?? '',
    input: customerFields,
    named: DERIVED,
  }),
  update_customer_if_unchanged: async () => {
    const { id, name, email, contact } = await world.customer()
    return {
      id,
      input: {
        ...customerFields,
        email: 'seen@example.com',
        contact,
        seen: { name, email, contact, gstin: null, notes: {} },
      },
      named: DERIVED,
    }
  },
  edit_customer: async () => ({
    id: (await world.customer()).id,
    input: { name: 'Edited by a tool' },
    named: DERIVED,
  }),
  update_bill: async () => ({
    id: ids.bill ?? '',
    input: { bill_id: ids.bill, store_code: 'S-7' },
    named: { body: null },
  }),
  update_fund_account: async () => ({ id: ids.fa ?? '', input: { active: false } }),
  update_transfer: async () => {
    const { id } = await world.holder(100)
    const onHold = await world.give(id, 500, { on_hold: true })
    return { id: String(onHold.body.id), input: { on_hold: true, on_hold_until: at() + 86_400 } }
  },
  update_webhook: async () => ({
    id: await webhook(),
    input: {
      url: 'http://localhost:9/other',
      events: ['payment.captured'],
      secret: 'a-new-secret-of-the-endpoint',
    },
    secrets: ['a-new-secret-of-the-endpoint'],
  }),
  update_described_webhook: async () => ({ id: await webhook(), input: { description: 'Shop' } }),
  pause_webhook: async () => ({ id: await webhook(), input: {} }),
  resume_webhook: async () => {
    const id = await webhook()
    await made('pause_webhook', { id })
    return { id, input: { replay: false } }
  },
  enable_webhook: async () => {
    const id = await webhook()
    await query(
      "UPDATE webhook_endpoints SET disabled_at = $2, failing_since = $2, disabled_reason = 'x' WHERE id = $1",
      [id, at()],
    )
    return { id, input: { replay: false }, named: { failing_since: null } }
  },
  rotate_webhook_secret: async () => ({
    id: await webhook(),
    input: { overlap: '24h' },
    secrets: ['whsec_'],
  }),
  set_webhook_options: async () => ({
    id: await webhook(),
    input: { description: 'Shop', headers: { 'x-token': 'a secret of a header' }, timeout_ms: 900 },
    // Its names alone.
    named: { headers: 'headers' },
    secrets: ['a secret of a header'],
  }),
  set_webhook_chaos: async () => ({
    id: await webhook(),
    input: { delay: 5, duplicate: 0, reorder: 0, drop: 0 },
  }),
  update_key: async () => {
    const { id } = await made('create_key', { name: 'App', scopes: ['orders:read'] })
    return {
      id,
      input: {
        name: 'Another',
        scopes: ['orders:read'],
        allowed_addresses: ['203.0.113.9'],
        refund_limit: null,
        refund_day_limit: null,
        expires_at: at() + 86_400,
      },
    }
  },
  revoke_key: async () => {
    const { id } = await made('create_key', { name: 'App', scopes: ['orders:read'] })
    return { id, input: { typed_name: 'App' } }
  },
  rotate_key: async () => {
    const { id } = await made('create_key', { name: 'App', scopes: ['orders:read'] })
    return { id, input: { overlap: 3600 } }
  },
  update_retention: async () => ({
    id: account(),
    input: { request_log_days: 45, event_days: 60, mail_days: 40 },
  }),
  update_refund_reasons: async () => ({
    id: account(),
    input: { reasons: ['Damaged'], required: true, speed: 'optimum' },
    named: { refund_reasons: 'reasons', refund_reason_required: 'required', refund_speed: 'speed' },
  }),
  update_payment_settings: async () => ({
    id: account(),
    input: {
      default_capture: 'manual',
      order_notes_on_payments: false,
      authorization_window_seconds: 7200,
      fee_basis_points: 150,
      tax_basis_points: 1800,
    },
  }),
  update_settlement_settings: async () => ({ id: account(), input: { schedule: 'on', delay_days: 4 } }),
  update_approval_thresholds: async () => ({
    id: account(),
    input: { refunds: { merchant: 5000, by_role: {} } },
    named: { refund_approval_above: 'refunds' },
  }),
  update_business: async () => ({
    id: merchant(),
    input: {
      name: 'Other Stores',
      billing_label: 'OTHER',
      gstin: null,
      address: null,
      support_email: 'help@example.com',
    },
  }),
  set_logo: async () => ({
    id: merchant(),
    input: { png: PNG, width: 1, height: 1 },
    named: { logo_hash: 'logo' },
  }),
  remove_logo: async () => {
    await made('set_logo', { png: PNG, width: 1, height: 1 })
    return { id: merchant(), input: {}, named: { logo_hash: 'logo' } }
  },
  update_second_factor_roles: async () => ({ id: merchant(), input: { roles: ['finance'] } }),
  update_app_settings: async () => ({
    id: merchant(),
    input: { self_registered: false, redirect_hosts: ['app.example.com'] },
    named: { oauth_self_registered: 'self_registered', oauth_redirect_hosts: 'redirect_hosts' },
  }),
  reduce_app_scopes: async () => {
    const { id } = await world.program(owner)
    return { id, input: { scopes: [SCOPE_NAMES[0]], limit_per_call: null, limit_per_day: null } }
  },
  revoke_app: async () => ({
    id: (await world.program(owner)).id,
    input: {},
    named: { revoked_by: null, revoked_reason: null },
  }),
  approve_approval: async () => ({ id: (await waiting()).id, input: {}, as: other, named: DECIDED }),
  reject_approval: async () => ({
    id: (await waiting()).id,
    input: { reason: 'Not this one' },
    as: other,
    named: DECIDED,
  }),
  cancel_approval: async () => {
    const { id, app } = await waiting()
    return { id, input: {}, as: app, named: DECIDED }
  },
  disable_user: async () => {
    const person = await world.person('viewer')
    return { id: person.id, input: { email: person.name, revoke_keys: false } }
  },
  enable_user: async () => {
    const person = await world.person('viewer')
    await made('disable_user', { email: person.name, revoke_keys: false })
    return { id: person.id, input: { email: person.name } }
  },
  remove_user: async () => {
    const person = await world.person('viewer')
    return { id: person.id, input: { email: person.name, revoke_keys: false } }
  },
  change_role: async () => {
    const person = await world.person('support')
    return { id: person.id, input: { role: 'viewer' }, row: membership(person) }
  },
  update_notifications: async () => ({ id: owner.id, input: { on: ['mention'] }, row: membership(owner) }),
  update_profile: async () => ({ id: owner.id, input: { name: 'Another Name' } }),
  rename_passkey: async () => {
    const id = newId('passkey', at() * 1000)
    await query(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
       VALUES ($1, $2, $1, '\\x01', 0, '{}', 'Laptop', false, $3)`,
      [id, owner.id, at()],
    )
    return { id, input: { name: 'Phone' } }
  },
  save_list_view: async () => {
    const view = { list: '/payments', name: 'Mine', query: 'status=captured' }
    const { id } = await made('save_list_view', view)
    return { id, input: { ...view, query: 'status=failed' } }
  },
  update_list_view: async () => {
    const { id } = await made('save_list_view', {
      list: '/payments',
      name: 'Theirs',
      query: 'status=captured',
    })
    return { id, input: { name: 'Ours', shared: true, is_default: true } }
  },
  update_role: async () => {
    const { id } = await made('create_role', {
      name: 'Desk',
      description: '',
      permissions: ['payments:read'],
    })
    return { id, input: { name: 'Front desk', description: 'Reads', permissions: ['orders:read'] } }
  },
  update_export_schedule: async () => {
    const { id } = await schedule()
    return { id, input: { ...daily(), hour: 9, format: 'ndjson' } }
  },
  pause_export_schedule: async () => ({ id: (await schedule()).id, input: {} }),
  resume_export_schedule: async () => {
    const { id } = await schedule()
    await made('pause_export_schedule', { id })
    return { id, input: {} }
  },
  run_export_again: async () => {
    const { id: schedule_id } = await schedule()
    const { id } = await made('send_export_now', { id: schedule_id })
    await query(
      `UPDATE scheduled_exports SET status = 'failed', problem = 'The disk is full.' WHERE id = $1`,
      [id],
    )
    return { id, input: {} }
  },
  leave_export_schedule: async () => ({ id: (await schedule()).id, input: {} }),
  withdraw_invitation: async () => {
    const { id } = await made('invite_user', { email: 'new@example.com', name: 'New', role: 'viewer' })
    return { id, input: {}, named: { withdrawn_at: 'status', withdrawn_by: null } }
  },
  pause_refund_batch: async () => ({ id: await batch('running', 'refund'), input: {} }),
  resume_refund_batch: async () => ({ id: await batch('paused', 'refund'), input: {} }),
  cancel_refund_batch: async () => ({
    id: await batch('paused', 'refund'),
    input: {},
    named: { finished_at: null },
  }),
  pause_capture_batch: async () => ({ id: await batch('running', 'capture'), input: {} }),
  resume_capture_batch: async () => ({ id: await batch('paused', 'capture'), input: {} }),
  cancel_capture_batch: async () => ({
    id: await batch('paused', 'capture'),
    input: {},
    named: { finished_at: null },
  }),
  settle_batch: async () => ({
    id: await batch('running', 'capture'),
    input: {},
    as: world.instance.system,
    named: { finished_at: null },
  }),
  match_bank_line: async () => {
    await world.instance.pass(60)
    return {
      id: await line('unmatched', null),
      input: { settlement_id: ids.setl },
      named: { matched_by: null, matched_at: null },
    }
  },
  accept_bank_line: async () => ({
    id: await unmatched().then(() => line('differs', ids.setl ?? '')),
    input: { effect: 'none', reason: 'Charges of the bank' },
    named: { matched_by: null, matched_at: null },
  }),
  ignore_bank_line: async () => ({
    id: await line('unmatched', null),
    input: { reason: 'Rent' },
    named: { matched_by: null, matched_at: null },
  }),
  unmatch_bank_line: async () => ({
    id: await unmatched().then(() => line('matched', ids.setl ?? '')),
    input: {},
    named: { matched_by: null, matched_at: null },
  }),
}
/** An export of payments each day to the owner. */
const daily = () => ({
  frequency: 'daily',
  hour: 7,
  format: 'csv',
  columns: ['id'],
  recipients: [owner.id],
})
const schedule = () => made('create_export_schedule', { ...daily(), list: 'payments', query: '' })
const DERIVED = { identity: null, search_name: null, country: null }
const DECIDED = { decision_reason: null, decided_by: null, decided_by_id: null, decided_at: null }
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The rest, and why its lines say what was done instead. */
const WITHOUT: Record<string, string> = {
  'makes a record': `create_order create_payment create_upi_payment refund_payment create_refund create_customer create_bill
    create_document transfer_payment create_transfer reverse_transfer create_wallet_payment create_fund_account create_payout
    create_webhook create_bill_from_items check_refund_batch check_capture_batch begin_payment pay_from_open_wallet
    refund_payment_if_unchanged create_refund_link add_comment import_bank_statement upload_bank_statement settle_now create_key
    issue_bill create_described_webhook connect_app block_client create_client create_reset_link start_passkey
    start_passkey_confirmation add_passkey start_totp invite_user seal_wallet_statement attach_document attach_documents attach_to_records
    create_role create_export_schedule request_account_export request_closure add_acquirer add_gateway
    begin_hosted_payment start_gateway_import`,
  'removes a record': `discard_bank_statement delete_bill delete_webhook delete_webhook_typed delete_comment detach_document unblock_client delete_client
    delete_list_view remove_passkey unlink_sign_in end_session end_other_sessions revoke_refund_link remove_totp
    remove_second_factor delete_role delete_export_schedule`,
  'changes a secret, which no line has':
    'change_password rotate_client_secret renew_recovery_codes confirm_totp rotate_acquirer_secret rotate_gateway_credentials',
  'belongs to live mode, and is shown by lib/domain/acquirers':
    'use_acquirer stop_acquirer switch_direct_collection test_acquirer acknowledge_gateway_difference stop_gateway_import continue_gateway_import',
  'sends or shows something': `ask_wallet_code prove_wallet reveal_fund_account send_bill send_mail_again send_event resend_delivery
    replay_webhook send_new_device_email send_sign_in_link_email send_password_reset warn_of_key_expiry record_export
    confirm_session confirm_with_passkey send_mail queue_missed_events resend_invitation send_receipt mail_receipt send_payment_link
    download_export send_export_now download_account_export`,
  'follows money, with an event for each state': `confirm_payment follow_payment advance_payout ask_late_reply expire_authorization
    process_refund settle_bank_operation release_transfer process_payout settle_balance process_settlement close_balance_months
    match_bank_lines start_refund_batch start_capture_batch receive_notification ask_acquirer return_from_bank
    import_gateway_pages record_bank_settlement record_gateway_refund record_gateway_settlement
    compare_with_gateway poll_gateway ask_about_gateway_difference request_gateway_comparison`,
  'is the end of an approval': 'expire_approval finish_approval',
  'changes an upload, which is no record yet': 'choose_statement_columns',
  'changes a job, and no record': 'retry_job drop_job',
  'is another operation with more inputs': 'update_bill_if_unchanged reissue_bill',
  'is done by the worker, with its reason':
    'disable_webhook warn_of_failing_webhook tell_of_recovered_webhook queue_export claim_export finish_export fail_export finish_account_export advance_closure',
  'ends or keeps the whole business or its test data': 'confirm_closure cancel_closure reset_test_data',
}

const writes = operations.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
const without = Object.values(WITHOUT).flatMap((names) => names.split(/\s+/))

it('every operation that writes has a change here, or a reason', () => {
  expect([...Object.keys(CHANGES), ...without].sort()).toEqual([...writes].sort())
  for (const name of without) expect(name).not.toMatch(/^(update|set|rename)_(?!bill_if_unchanged)/)
})

describe('the audit line of', () => {
  it.each(Object.keys(CHANGES))('%s has what changed, before and after, and no secret', async (name) => {
    const operation = operationOf(name)
    const {
      id,
      input,
      as = owner,
      named = {},
      row,
      secrets = [],
    } = await (CHANGES[name] as () => Promise<Change>)()
    const before = await rowOf(id, row)
    const wants = 'shape' in operation.input && 'id' in (operation.input.shape as object) ? { id } : {}
    const request = { requestId: newId('request', at() * 1000), ip: '203.0.113.77', confirmed: true }
    const { execute } = await import('#lib/pipeline/execute.ts')
    await execute(world.instance.runtime, operation, as, { ...wants, ...input }, request)
    const after = await rowOf(id, row)
    const [found] = await query(
      `SELECT details, ip FROM audit_lines WHERE account_id = $1 AND object_id = $2 AND action = $3 ORDER BY id DESC LIMIT 1`,
      [account(), id, operation.auditedAs ?? name],
    )
    expect(found, 'no line').toBeDefined()
    expect(found?.ip).toBe('203.0.113.77')
    const details = found?.details as Record<'before' | 'after', Record<string, unknown>>
    expect(Object.keys(details.after ?? {}), JSON.stringify(details)).not.toEqual([])
    expect(Object.keys(details.before)).toEqual(Object.keys(details.after))
    for (const column of Object.keys({ ...before, ...after })) {
      const [was, is] = [before?.[column], after?.[column]]
      if (JSON.stringify(was) === JSON.stringify(is) || OMITTED.test(column)) continue
      const property = column in named ? named[column] : column
      if (property === null || property === undefined) continue
      expect(details.after, column).toHaveProperty(property)
      if (column in named) continue
      expect([details.before[property], details.after[property]], column).toEqual([was ?? null, is ?? null])
    }
    const text = JSON.stringify(details)
    for (const secret of [...secrets, BOUNDARY]) expect(text).not.toContain(secret)
  })

  it('a change that changes nothing has nothing before and after', async () => {
    const { id } = await made('create_key', { name: 'Same', scopes: ['orders:read'] })
    const same = {
      name: 'Same',
      scopes: ['orders:read'],
      allowed_addresses: [],
      refund_limit: null,
      refund_day_limit: null,
      expires_at: null,
    }
    await world.instance.run(updateKey, { id, ...same }, undefined, owner)
    const [found] = await query(
      `SELECT details FROM audit_lines WHERE object_id = $1 AND action = 'update_key'`,
      [id],
    )
    expect(found?.details).toEqual({ before: {}, after: {} })
  })
})

/** Bookkeeping, and what is encrypted or hashed. */
const OMITTED = /^(updated_at|last_seen_at|entries)$|_encrypted$|^secret_hash$/

/** The row of an id, whichever table has it; the table of memberships has none. */
async function rowOf(id: string, row: Change['row']): Promise<Record<string, unknown> | undefined> {
  if (row) return plain((await query(row.sql, row.values))[0])
  for (const table of TABLES) {
    const [found] = await query(`SELECT to_jsonb(r) AS row FROM ${table} r WHERE id = $1`, [id])
    if (found) return found.row as Record<string, unknown>
  }
  return undefined
}
const TABLES = [
  'orders',
  'payments',
  'refunds',
  'customers',
  'bills',
  'transfers',
  'fund_accounts',
  'webhook_endpoints',
  'api_keys',
  'accounts',
  'merchants',
  'users',
  'passkeys',
  'list_views',
  'oauth_grants',
  'approvals',
  'invitations',
  'batches',
  'bank_statement_lines',
  'roles',
  'export_schedules',
  'scheduled_exports',
]

function plain(row: Record<string, unknown> | undefined) {
  return row && (JSON.parse(JSON.stringify(row)) as Record<string, unknown>)
}

function operationOf(name: string): Operation {
  return operations.find((one) => one.name === name) ?? expect.fail(`no operation ${name}`)
}
