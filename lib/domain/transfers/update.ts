import { holdForApproval } from '#lib/domain/approvals/hold.ts'
import { changeTransfer, lockTransfer, type TransferRow } from '#lib/domain/transfers/find.ts'
import { release } from '#lib/domain/transfers/release.ts'
import { assertHoldable } from '#lib/domain/transfers/rules.ts'
import { Transfer, UpdateTransfer } from '#lib/domain/transfers/schema.ts'
import { TRANSFER_EVENTS } from '#lib/domain/transfers/send.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const updateTransfer = defineOperation({
  name: 'update_transfer',
  title: 'Hold or release a transfer',
  summary: 'Releases a transfer that is on hold, or changes when its hold ends.',
  permission: 'transfers:write',
  emits: TRANSFER_EVENTS,
  movesMoney: true,
  confirm: 'live',
  http: 'PATCH /v1/transfers/:id',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: true, openWorld: false },
  discontinued: true,
  input: UpdateTransfer,
  output: Transfer,
  errors: ['product_discontinued', 'transfer_failed', 'transfer_not_on_hold'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const transfer = await lockTransfer(context, input.id)
    const on_hold = input.on_hold ?? transfer.on_hold
    const stored = transfer.on_hold_until === null ? null : Number(transfer.on_hold_until)
    const on_hold_until = input.on_hold_until === undefined ? (on_hold ? stored : null) : input.on_hold_until
    if (transfer.status === 'failed') throw refused('transfer_failed')
    if (transfer.status === 'processed') {
      if (on_hold || on_hold_until !== null) throw refused('transfer_not_on_hold')
      return transfer
    }
    assertHoldable({ on_hold, on_hold_until }, on_hold_until === stored ? 0 : context.now)
    // The amount on hold reaches the wallet now, or earlier than planned.
    const sooner = on_hold_until !== null && (stored === null || on_hold_until < stored)
    const amount = Number(transfer.amount - transfer.amount_reversed)
    if ((!on_hold || sooner) && amount > 0) {
      await holdForApproval(context, {
        operation: 'update_transfer',
        input,
        amount,
        currency: transfer.currency,
        object_id: transfer.id,
      })
    }
    const hold = { on_hold: transfer.on_hold, on_hold_until: stored }
    context.noteChange(hold, { on_hold, on_hold_until })
    return on_hold ? keepHolding(context, transfer, on_hold_until) : release(context, transfer)
  },
})

function keepHolding(context: Context, transfer: TransferRow, on_hold_until: number | null): TransferRow {
  if (on_hold_until !== null && on_hold_until > context.now) {
    context.enqueue(
      'release-transfer',
      { account_id: context.account.id, transfer_id: transfer.id },
      { after: on_hold_until - context.now },
    )
  }
  return changeTransfer(context, transfer, { on_hold: true, on_hold_until })
}
