import { expect, it } from 'vitest'
import { z } from 'zod'
import { SCOPES } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { operations } from '#lib/domain/operations.ts'
import { defineOperation, permissionsNeeded } from '#lib/pipeline/operation.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** Name, operation, scope, and the hints that are true. Clients ask a person, or do not, by these. */
const TOOLS = `
create_order create_order orders:write
fetch_all_orders fetch_all_orders read_only readOnly idempotent
fetch_order fetch_order read_only readOnly idempotent
update_order update_order orders:write destructive idempotent
fetch_order_payments fetch_order_payments read_only readOnly idempotent
fetch_all_payments fetch_all_payments read_only readOnly idempotent
fetch_payment fetch_payment read_only readOnly idempotent
fetch_payment_card_details fetch_payment_card_details read_only readOnly idempotent
fetch_card fetch_card read_only readOnly idempotent
update_payment update_payment payments:write destructive idempotent
capture_payment capture_payment payments:write destructive openWorld
fetch_payment_transfers fetch_payment_transfers read_only readOnly idempotent
fetch_multiple_refunds_for_payment fetch_multiple_refunds_for_payment read_only readOnly idempotent
fetch_specific_refund_for_payment fetch_specific_refund_for_payment read_only readOnly idempotent
refund_payment refund_payment refunds:write destructive openWorld
create_refund create_refund refunds:write destructive openWorld
fetch_all_refunds fetch_all_refunds read_only readOnly idempotent
fetch_refund fetch_refund read_only readOnly idempotent
update_refund update_refund refunds:write destructive idempotent
create_customer create_customer customers:write
fetch_all_customers fetch_all_customers read_only readOnly idempotent
fetch_customer fetch_customer read_only readOnly idempotent
replace_customer update_customer customers:write destructive idempotent
edit_customer edit_customer customers:write destructive idempotent
create_full_bill create_bill bills:write
fetch_all_bills fetch_all_bills read_only readOnly idempotent
fetch_bill fetch_bill read_only readOnly idempotent
update_bill update_bill bills:write destructive idempotent
delete_bill delete_bill bills:write destructive idempotent
create_bill create_bill_from_items bills:write
fetch_all_documents fetch_all_documents read_only readOnly idempotent
fetch_document fetch_document read_only readOnly idempotent
transfer_payment transfer_payment wallet:write destructive
transfer_to_wallet create_transfer wallet:write destructive
fetch_all_transfers fetch_all_transfers read_only readOnly idempotent
fetch_transfer fetch_transfer read_only readOnly idempotent
update_transfer update_transfer wallet:write destructive idempotent
fetch_transfer_reversals fetch_transfer_reversals read_only readOnly idempotent
reverse_transfer reverse_transfer wallet:write destructive
create_wallet_payment create_wallet_payment wallet:write destructive
fetch_wallet_balance fetch_wallet_balance read_only readOnly idempotent
fetch_wallet_statement fetch_wallet_statement read_only readOnly idempotent
create_fund_account create_fund_account wallet:write
fetch_all_fund_accounts fetch_all_fund_accounts read_only readOnly idempotent
fetch_fund_account fetch_fund_account read_only readOnly idempotent
update_fund_account update_fund_account wallet:write destructive idempotent
create_payout create_payout wallet:write destructive openWorld
fetch_customer_payouts fetch_customer_payouts read_only readOnly idempotent
fetch_all_payouts fetch_all_payouts read_only readOnly idempotent
fetch_payout_with_id fetch_payout read_only readOnly idempotent
fetch_all_settlements fetch_all_settlements read_only readOnly idempotent
fetch_settlement_with_id fetch_settlement read_only readOnly idempotent
fetch_settlement_recon_details fetch_settlement_reconciliation read_only readOnly idempotent
fetch_all_webhooks fetch_all_webhooks read_only readOnly idempotent
fetch_webhook fetch_webhook read_only readOnly idempotent
fetch_all_events fetch_all_events read_only readOnly idempotent
fetch_event fetch_event read_only readOnly idempotent
fetch_account get_account read_only readOnly idempotent
fetch_day_totals fetch_day_totals read_only readOnly idempotent
summarize_failed_payments summarize_failed_payments read_only readOnly idempotent
search search read_only readOnly idempotent
fetch fetch_document_text read_only readOnly idempotent
fetch_approval fetch_approval any readOnly idempotent
cancel_approval cancel_approval any idempotent
request_permission request_permission any readOnly idempotent
`

it('gives every tool its name, scope and hints', () => {
  const given = [...tools().values()].map(({ listing, operation, scope }) => {
    const hints = Object.entries(listing.annotations).filter(([, hint]) => hint === true)
    return [listing.name, operation.name, scope, ...hints.map(([hint]) => hint.replace('Hint', ''))].join(' ')
  })
  expect(`\n${given.join('\n')}\n`).toBe(TOOLS)
})

it('offers tokens the operations whose every permission their scope grants, and reads under read_only alone', () => {
  for (const operation of operations) {
    const { name, scope, effect } = operation
    if (scope === null || scope === 'any') continue
    const granted: readonly Permission[] = SCOPES[scope].permissions
    expect(granted, name).toEqual(expect.arrayContaining([...permissionsNeeded(operation)]))
    expect(scope === 'read_only', name).toBe(effect === 'read')
  }
  const withoutScope = operations.filter(({ http, scope }) => http !== null && scope === null)
  expect(withoutScope.map(({ name }) => name)).toEqual([
    // A payer alone gives a card or an account; webhooks send data to another server.
    'create_payment',
    'create_upi_payment',
    'create_webhook',
    'update_webhook',
    'delete_webhook',
  ])
})

it('takes no operation that writes for tokens and gives no hints', () => {
  const base = {
    name: 'block_order',
    title: 'Block an order',
    summary: 'Blocks an order.',
    permission: 'orders:write',
    input: z.object({}),
    output: z.object({}),
    run: async () => ({}),
  } as const
  // @ts-expect-error: without a scope.
  expect(defineOperation({ ...base, http: 'POST /v1/orders/:id/block' }).tool).toBeNull()
  expect(
    // @ts-expect-error: with a scope and without hints.
    defineOperation({ ...base, http: 'POST /v1/orders/:id/block', scope: 'orders:write' }).tool,
  ).toBeNull()
  expect(
    // @ts-expect-error: a tool without a path that writes, without hints.
    defineOperation({ ...base, http: null, scope: 'any' }).tool,
  ).toBeNull()
  expect(defineOperation({ ...base, http: 'POST /v1/orders/:id/block', scope: null }).tool).toBeNull()
})

it('no text of a tool is cut within a sentence, or in the notation of HTTP', () => {
  const texts = [...tools().values()].flatMap(({ listing }) => [
    listing.description,
    ...Object.values(
      (listing.inputSchema.properties ?? {}) as Record<string, { description?: string }>,
    ).flatMap(({ description }) => description ?? []),
  ])
  expect(texts.length).toBeGreaterThan(150)
  expect(texts.filter((text) => /[,(:]$|\[\]|Unix timestamp/.test(text))).toEqual([])
})
