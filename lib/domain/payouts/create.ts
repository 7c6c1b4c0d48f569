import { z } from 'zod'
import { assertPaysOut } from '#lib/domain/acquirers/rules.ts'
import { gatePart, holdForApproval } from '#lib/domain/approvals/hold.ts'
import type { RequesterRow } from '#lib/domain/approvals/requester.ts'
import { type CustomerRow, existingCustomer, findCustomer } from '#lib/domain/customers/find.ts'
import {
  existingFundAccount as existingAccount,
  type FundAccountRow,
} from '#lib/domain/fund-accounts/find.ts'
import type { PayoutRow } from '#lib/domain/payouts/find.ts'
import { defaultNarration, payoutFees } from '#lib/domain/payouts/rules.ts'
import { CreatePayout, Payout, PreparedPayout } from '#lib/domain/payouts/schema.ts'
import { recordPart, unlocked } from '#lib/domain/record.ts'
import { transferDescription } from '#lib/domain/transfers/send.ts'
import { lockWallet, moveWallet, type WalletRow, walletPart } from '#lib/domain/wallets/move.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { refused, withAmounts } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'

export const createPayout = defineOperation({
  name: 'create_payout',
  title: 'Create a payout',
  summary:
    "Debits a customer's wallet, including fees and tax, and sends the amount to one of their bank accounts.",
  permission: 'payouts:write',
  emits: ['payout.initiated', 'wallet.debited'],
  movesMoney: true,
  confirm: 'live',
  http: 'POST /v1/customers/:id/payouts',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: false, openWorld: true },
  status: 201,
  example: { response: { status: 'processing', utr: null } },
  discontinued: true,
  effect: 'optimistic',
  input: CreatePayout,
  output: Payout,
  errors: [
    'product_discontinued',
    'record_not_found',
    'fund_account_inactive',
    'insufficient_funds',
    'acquirer_not_configured',
    'acquirer_cannot',
  ],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    // Throws without an acquirer, before anything is written.
    context.acquirer.name
    assertPaysOut(context.account)
    const found = await context.read<{
      customer: CustomerRow
      account: FundAccountRow
      wallet: WalletRow
      gate: RequesterRow
    }>({
      customer: unlocked(recordPart(context, 'customers', input.id)),
      account: unlocked(recordPart(context, 'fund_accounts', input.fund_account_id)),
      wallet: walletPart(context, input.id),
      gate: gatePart(context, { operation: 'create_payout', object_id: input.id }),
    })
    const customer = existingCustomer(found.customer, input.id, 'id')
    const account = existingAccount(found.account, input.fund_account_id, 'fund_account_id')
    if (account.customer_id !== customer.id) {
      throw refused('record_not_found', `The fund account ${account.id} does not belong to this customer.`, {
        field: 'fund_account_id',
        status: 400,
      })
    }
    if (!account.active) throw refused('fund_account_inactive', undefined, { field: 'fund_account_id' })
    const { fees, tax } = payoutFees(context.account)
    const total = input.amount + fees + tax
    const movement = {
      operation: 'create_payout',
      input,
      amount: total,
      currency: input.currency,
      object_id: customer.id,
      to_new_account: account.created_at > context.now - DAY,
    }
    await holdForApproval(context, movement, found.gate)
    const payout: PayoutRow = {
      account_id: context.account.id,
      id: context.newId('payout'),
      customer_id: customer.id,
      fund_account_id: account.id,
      amount: input.amount,
      currency: input.currency,
      notes: input.notes,
      fees,
      tax,
      status: 'processing',
      purpose: input.purpose,
      utr: null,
      reference_id: input.reference_id ?? null,
      narration: input.narration ?? defaultNarration(context.account.billing_label),
      batch_id: null,
      failure_reason: null,
      fee_type: null,
      created_by: `${context.actor.kind}:${context.actor.name}`,
      created_at: context.now,
      finished_at: null,
      acquirer_id: context.account.acquirer?.id ?? null,
    }
    context.changes.insert('payouts', { ...payout })
    const wallet = await lockWallet(context, customer.id, found.wallet)
    const moved = moveWallet(context, wallet, {
      customer_id: customer.id,
      source: payout.id,
      type: 'transfer',
      credit: 0,
      debit: total,
      description: transferDescription(input.notes),
      kind: 'payout',
      reference: `payout:${payout.id}`,
      legs: [
        { debit: 'wallets', credit: 'payouts_pending', amount: input.amount },
        { debit: 'wallets', credit: 'fees', amount: fees },
        { debit: 'wallets', credit: 'tax', amount: tax },
      ],
      returning: total,
    })
    if (!moved) {
      throw refused(
        'insufficient_funds',
        withAmounts(
          input.currency,
          (money) =>
            `Insufficient wallet balance: ${money(total)} is needed, which is the amount with ${money(fees)} fees and ${money(tax)} tax.`,
        ),
        { field: 'amount', metadata: { customer_id: customer.id } },
      )
    }
    const entity = { payout: Payout.parse(payout) }
    context.emit({ event: 'payout.initiated', payload: entity })
    context.emit({ event: 'wallet.debited', payload: entity })
    context.enqueue('process-payout', { account_id: context.account.id, payout_id: payout.id })
    return payout
  },
})

/** More accounts of one customer than a form needs. */
const MOST = 50

export const preparePayout = defineOperation({
  name: 'prepare_payout',
  title: 'Prepare a payout',
  summary:
    'Returns what a wallet holds, what a payout costs, and the accounts that it can go to, before one is made.',
  permission: 'payouts:read',
  alsoNeeds: ['fund_accounts:read'],
  http: null,
  effect: 'read',
  input: z.strictObject({ customer: Id('customer') }),
  output: PreparedPayout,
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const { account, tables } = context
    const customer = await findCustomer(context, input.customer)
    const of = { account_id: account.id, customer_id: customer.id }
    const wallet = await tables.wallets.findUnique({ where: { account_id_customer_id: of } })
    const accounts = await tables.fund_accounts.findMany({
      where: { ...of, active: true },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
      take: MOST,
    })
    return {
      customer_id: customer.id,
      currency: account.currency,
      balance: wallet?.balance ?? 0,
      ...payoutFees(account),
      default_narration: defaultNarration(account.billing_label),
      accounts: accounts.map((row) => ({ ...row, customer_name: customer.name })),
    }
  },
})
