import {
  changeTransfer,
  findTransfer,
  lockTransfer,
  type TransferRow,
  untransfer,
} from '#lib/domain/transfers/find.ts'
import { FetchTransfer, Transfer } from '#lib/domain/transfers/schema.ts'
import { credit, TRANSFER_EVENTS, tell } from '#lib/domain/transfers/send.ts'
import { lockWallet } from '#lib/domain/wallets/move.ts'
import { post } from '#lib/ledger/post.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const releaseTransfer = defineOperation({
  name: 'release_transfer',
  title: 'Release a transfer whose hold has ended',
  summary:
    'Gives a wallet what was held for it, or gives it back to the account when the wallet cannot take it.',
  permission: 'transfers:write',
  emits: TRANSFER_EVENTS,
  http: null,
  effect: 'steps',
  input: FetchTransfer,
  output: Transfer,
  async run(context, input) {
    const due = (transfer: TransferRow) =>
      transfer.status === 'created' &&
      transfer.on_hold_until !== null &&
      Number(transfer.on_hold_until) <= context.now
    try {
      await context.transaction(async (inner) => {
        const transfer = await lockTransfer(inner, input.id)
        if (due(transfer)) await release(inner, transfer)
      })
    } catch (thrown) {
      if (!isAppError(thrown) || thrown.reason !== 'wallet_limit_exceeded') throw thrown
      await context.transaction(async (inner) => {
        const transfer = await lockTransfer(inner, input.id)
        if (due(transfer)) giveUp(inner, transfer, thrown.reason)
      })
    }
    return findTransfer(context, input.id)
  },
})

/** Ends the hold: the wallet is credited with the remaining amount of the transfer. @throws wallet_limit_exceeded */
export async function release(context: Context, transfer: TransferRow): Promise<TransferRow> {
  const end = { on_hold: false, on_hold_until: null, status: 'processed', processed_at: context.now }
  const processed = changeTransfer(context, transfer, end)
  if (transfer.amount > transfer.amount_reversed) {
    const wallet = await lockWallet(context, transfer.recipient)
    credit(context, processed, wallet, 'transfers_on_hold')
  }
  return processed
}

/** The wallet cannot take the amount: it returns to the balance of the account. */
function giveUp(context: Context, transfer: TransferRow, reason: string): void {
  const end = { on_hold: false, on_hold_until: null, status: 'failed', failure_reason: reason }
  const failed = changeTransfer(context, transfer, end)
  const amount = transfer.amount - transfer.amount_reversed
  untransfer(context, transfer, amount)
  post(context, {
    kind: 'transfer_failed',
    reference: `transfer_failed:${transfer.id}`,
    legs: [{ debit: 'transfers_on_hold', credit: 'merchant_balance', amount }],
  })
  context.about(transfer.id)
  tell(context, 'transfer_failed', failed)
}
