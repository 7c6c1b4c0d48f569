import type { Part } from '#lib/database/query.ts'
import { gatePart, holdForApproval } from '#lib/domain/approvals/hold.ts'
import type { RequesterRow } from '#lib/domain/approvals/requester.ts'
import {
  addReversal,
  changeTransfer,
  existingTransfer,
  type TransferRow,
  transferParts,
  untransfer,
} from '#lib/domain/transfers/find.ts'
import { reversal } from '#lib/domain/transfers/rules.ts'
import { Reversal, ReverseTransfer } from '#lib/domain/transfers/schema.ts'
import { transferDescription } from '#lib/domain/transfers/send.ts'
import { lockWallet, moveWallet, type WalletRow } from '#lib/domain/wallets/move.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { post } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

type Read = { transfer: TransferRow; wallet: WalletRow; gate: RequesterRow }

export const reverseTransfer = defineOperation({
  name: 'reverse_transfer',
  title: 'Reverse a transfer',
  summary:
    'Reverses all or part of a transfer: the amount returns from the wallet, or from its hold, to your balance.',
  permission: 'transfers:write',
  emits: ['wallet.debited'],
  movesMoney: true,
  confirm: 'live',
  http: 'POST /v1/transfers/:id/reversals',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: false, openWorld: false },
  status: 201,
  discontinued: true,
  effect: 'optimistic',
  input: ReverseTransfer,
  output: Reversal,
  errors: ['product_discontinued', 'transfer_failed', 'reversal_amount_too_large', 'insufficient_funds'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const found = await context.read<Read>({
      ...transferParts(context, input.id),
      wallet: receivingWalletPart(context, input.id),
      gate: gatePart(context, { operation: 'reverse_transfer', object_id: input.id }),
    })
    const transfer = existingTransfer(found.transfer, input.id)
    const amount = reversal(transfer, input.amount)
    const movement = {
      operation: 'reverse_transfer',
      input: { ...input, amount },
      amount,
      currency: transfer.currency,
      object_id: transfer.id,
    }
    await holdForApproval(context, movement, found.gate)
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
    context.changes.insert('reversals', row)
    // Recorded with the transfer, so that its timeline shows who reversed how much.
    context.about(transfer.id)
    context.note({ changes: { amount_reversed: { by: amount } } })
    // A reversal of the remaining amount reverses the amount that was decided on; a given amount is reversed whatever
    // others reverse meanwhile.
    if (input.amount === undefined)
      changeTransfer(context, transfer, { amount_reversed: transfer.amount_reversed + amount })
    else addReversal(context, transfer, amount)
    untransfer(context, transfer, amount)
    const reference = `transfer_reversed:${row.id}` as const
    if (transfer.status === 'created') {
      post(context, {
        kind: 'transfer_reversed',
        reference,
        legs: [{ debit: 'transfers_on_hold', credit: 'merchant_balance', amount }],
      })
      return row
    }
    const wallet = await lockWallet(context, transfer.recipient, found.wallet)
    const moved = moveWallet(context, wallet, {
      customer_id: transfer.recipient,
      source: row.id,
      type: 'transfer',
      credit: 0,
      debit: amount,
      description: transferDescription(input.notes),
      kind: 'transfer_reversed',
      reference,
      legs: [{ debit: 'wallets', credit: 'merchant_balance', amount }],
    })
    if (!moved) {
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

/** The recipient wallet of a transfer, for `context.read`. */
function receivingWalletPart({ account }: Context, transferId: string): Part {
  return {
    sql: `SELECT wallets.* FROM transfers JOIN wallets
            ON wallets.account_id = transfers.account_id AND wallets.customer_id = transfers.recipient
          WHERE transfers.account_id = ? AND transfers.id = ?`,
    values: [account.id, transferId],
  }
}
