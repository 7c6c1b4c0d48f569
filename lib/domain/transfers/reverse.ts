import { holdForApproval } from '#lib/domain/approvals/hold.ts'
import { lockTransfer } from '#lib/domain/transfers/find.ts'
import { reversal } from '#lib/domain/transfers/rules.ts'
import { Reversal, ReverseTransfer } from '#lib/domain/transfers/schema.ts'
import { descriptionOf } from '#lib/domain/transfers/send.ts'
import { moveWallet } from '#lib/domain/wallets/move.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import { post } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const reverseTransfer = defineOperation({
  name: 'reverse_transfer',
  title: 'Reverse a transfer',
  summary:
    'Reverses all or part of a transfer: the amount returns from the wallet, or from its hold, to your balance.',
  permission: 'transfers:write',
  movesMoney: true,
  confirm: 'never',
  http: 'POST /v1/transfers/:id/reversals',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: false, openWorld: false },
  status: 201,
  discontinued: true,
  input: ReverseTransfer,
  output: Reversal,
  refusals: ['product_discontinued', 'transfer_failed', 'reversal_amount_too_large', 'insufficient_funds'],
  async run(context, input) {
    served(context.account)
    const transfer = await lockTransfer(context, input.id)
    const amount = reversal(
      { ...transfer, amount: Number(transfer.amount), amount_reversed: Number(transfer.amount_reversed) },
      input.amount,
    )
    await holdForApproval(context, {
      operation: 'reverse_transfer',
      input: { ...input, amount },
      amount,
      currency: transfer.currency,
      object_id: transfer.id,
    })
    const row = {
      account_id: context.account.id,
      id: context.newId('reversal'),
      transfer_id: transfer.id,
      amount,
      currency: transfer.currency,
      fee: 0,
      tax: 0,
      notes: input.notes,
      created_by: `${context.actor.kind}:${context.actor.name}`,
      created_at: context.now,
    }
    await context.tables.reversals.create({ data: row })
    // On record with the transfer, whose timeline then tells who took back how much.
    context.about(transfer.id)
    const before = Number(transfer.amount_reversed)
    context.note({ changes: { amount_reversed: { from: before, to: before + amount } } })
    await context.tables.transfers.update({
      where: { account_id_id: { account_id: context.account.id, id: transfer.id } },
      data: { amount_reversed: { increment: amount } },
    })
    const reference = `transfer_reversed:${row.id}`
    if (transfer.status === 'created') {
      await post(context, {
        kind: 'transfer_reversed',
        reference,
        legs: [{ debit: 'transfers_on_hold', credit: 'merchant_balance', amount }],
      })
      return row
    }
    const moved = await moveWallet(context, {
      customer_id: transfer.recipient,
      source: row.id,
      type: 'transfer',
      credit: 0,
      debit: amount,
      description: descriptionOf(input.notes),
      kind: 'transfer_reversed',
      reference,
      legs: [{ debit: 'wallets', credit: 'merchant_balance', amount }],
    })
    if (moved === null) {
      throw refused('insufficient_funds', 'Insufficient wallet balance. Reverse a smaller amount.', {
        field: 'amount',
        metadata: { transfer_id: transfer.id },
      })
    }
    context.emit({
      event: 'wallet.debited',
      payload: { reversal: Reversal.parse(row) },
      customer_id: transfer.recipient,
    })
    return row
  },
})
