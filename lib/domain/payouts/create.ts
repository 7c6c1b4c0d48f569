import { holdForApproval } from '#lib/domain/approvals/hold.ts'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { findFundAccount } from '#lib/domain/fund-accounts/find.ts'
import { defaultNarration, payoutFees } from '#lib/domain/payouts/rules.ts'
import { CreatePayout, Payout } from '#lib/domain/payouts/schema.ts'
import { descriptionOf } from '#lib/domain/transfers/send.ts'
import { moveWallet } from '#lib/domain/wallets/move.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

export const createPayout = defineOperation({
  name: 'create_payout',
  title: 'Create a payout',
  summary:
    "Debits a customer's wallet, including fees and tax, and sends the amount to one of their bank accounts.",
  permission: 'payouts:write',
  movesMoney: true,
  confirm: 'never',
  http: 'POST /v1/customers/:id/payouts',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: false, openWorld: true },
  status: 201,
  example: { response: { status: 'processing', utr: null } },
  discontinued: true,
  input: CreatePayout,
  output: Payout,
  refusals: [
    'product_discontinued',
    'record_not_found',
    'fund_account_inactive',
    'insufficient_funds',
    'acquirer_not_configured',
  ],
  async run(context, input) {
    served(context.account)
    // Without an acquirer nothing is begun: this throws before anything is written.
    context.acquirer.name
    const customer = await findCustomer(context, input.id)
    const account = await findFundAccount(context, input.fund_account_id, 'fund_account_id')
    if (account.customer_id !== customer.id) {
      throw refused('record_not_found', `The fund account ${account.id} does not belong to this customer.`, {
        field: 'fund_account_id',
        status: 400,
      })
    }
    if (!account.active) throw refused('fund_account_inactive', undefined, { field: 'fund_account_id' })
    const { fees, tax } = payoutFees(context.account)
    const total = input.amount + fees + tax
    await holdForApproval(context, {
      operation: 'create_payout',
      input,
      amount: total,
      currency: input.currency,
      object_id: customer.id,
      to_new_account: Number(account.created_at) > context.now - DAY,
    })
    const payout = await context.tables.payouts.create({
      data: {
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
        reference_id: input.reference_id ?? null,
        narration: input.narration ?? defaultNarration(context.account.billing_label),
        created_by: `${context.actor.kind}:${context.actor.name}`,
        created_at: context.now,
      },
    })
    const moved = await moveWallet(context, {
      customer_id: customer.id,
      source: payout.id,
      type: 'transfer',
      credit: 0,
      debit: total,
      description: descriptionOf(input.notes),
      kind: 'payout',
      reference: `payout:${payout.id}`,
      legs: [
        { debit: 'wallets', credit: 'payouts_pending', amount: input.amount },
        { debit: 'wallets', credit: 'fees', amount: fees },
        { debit: 'wallets', credit: 'tax', amount: tax },
      ],
      returning: total,
    })
    if (moved === null) {
      throw refused(
        'insufficient_funds',
        `Insufficient wallet balance: ${total} is needed, which is the amount with ${fees} fees and ${tax} tax.`,
        { field: 'amount', metadata: { customer_id: customer.id } },
      )
    }
    const entity = { payout: Payout.parse(payout) }
    context.emit({ event: 'payout.initiated', payload: entity })
    context.emit({ event: 'wallet.debited', payload: entity })
    await context.enqueue('process-payout', { account_id: context.account.id, payout_id: payout.id })
    return payout
  },
})
