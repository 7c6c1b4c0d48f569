import type { PayoutRequest, PayoutResponse } from '#lib/acquirer/port.ts'
import { findFundAccount } from '#lib/domain/fund-accounts/find.ts'
import { findPayout } from '#lib/domain/payouts/find.ts'
import { FetchPayout, Payout } from '#lib/domain/payouts/schema.ts'
import { moveWallet } from '#lib/domain/wallets/move.ts'
import { arrived } from '#lib/domain/wallets/returning.ts'
import { post } from '#lib/ledger/post.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/**
 * Takes a payout to the bank, or asks again about one that is there. Its id is the reference, so a repeat after a crash
 * is the same payout to the bank; the job is repeated until there is an end.
 */
export const processPayout = defineOperation({
  name: 'process_payout',
  title: 'Process a payout',
  summary: 'Takes a payout to the bank and records its end.',
  permission: 'payouts:write',
  http: null,
  effect: 'steps',
  input: FetchPayout,
  output: Payout,
  async run(context, input) {
    const payout = await findPayout(context, input.id)
    if (payout.status !== 'processing') return payout
    const answer = await context.acquirer.payout(await payoutRequest(context, payout))
    await context.transaction((inner) => recordPayout(inner, input.id, answer))
    return findPayout(context, input.id)
  },
})

type PayoutRow = Awaited<ReturnType<typeof findPayout>>

/** What the bank is asked. */
export async function payoutRequest(context: Context, payout: PayoutRow): Promise<PayoutRequest> {
  const account = await findFundAccount(context, payout.fund_account_id)
  return {
    reference: payout.id,
    account_number: context.vault.open(account.number_encrypted),
    ifsc: account.ifsc,
    name: account.name,
    amount: Number(payout.amount),
    currency: payout.currency,
    narration: payout.narration,
  }
}

/** The last step: what the bank answered becomes the payout's state, in a transaction. */
export async function recordPayout(context: Context, id: string, answer: PayoutResponse): Promise<void> {
  if (answer.outcome === 'pending') {
    await context.enqueue(
      'process-payout',
      { account_id: context.account.id, payout_id: id },
      { after: context.timing.refundPoll },
    )
    return
  }
  const end =
    answer.outcome === 'processed'
      ? { status: 'processed', utr: answer.utr }
      : { status: 'reversed', failure_reason: answer.reason }
  // Whoever records first wins; a repeat changes nothing.
  const { count } = await context.tables.payouts.updateMany({
    where: { account_id: context.account.id, id, status: 'processing' },
    data: { ...end, finished_at: context.now },
  })
  if (count === 0) return
  const payout = await findPayout(context, id)
  context.about(id)
  if (answer.outcome === 'processed') await complete(context, payout)
  else await giveBack(context, payout)
}

async function complete(context: Context, payout: PayoutRow): Promise<void> {
  await arrived(context, payout.customer_id, Number(payout.amount + payout.fees + payout.tax))
  await post(context, {
    kind: 'payout_processed',
    reference: `payout_processed:${payout.id}`,
    legs: [{ debit: 'payouts_pending', credit: 'bank', amount: Number(payout.amount) }],
  })
  context.emit({ event: 'payout.processed', payload: { payout: Payout.parse(payout) } })
}

/** The bank could not pay: amount, fees and tax return to the wallet, which has kept room for them. */
async function giveBack(context: Context, payout: PayoutRow): Promise<void> {
  const total = Number(payout.amount + payout.fees + payout.tax)
  const moved = await moveWallet(context, {
    customer_id: payout.customer_id,
    source: payout.id,
    type: 'refund',
    credit: total,
    debit: 0,
    description: null,
    kind: 'payout_reversed',
    reference: `payout_reversed:${payout.id}`,
    legs: [
      { debit: 'payouts_pending', credit: 'wallets', amount: Number(payout.amount) },
      { debit: 'fees', credit: 'wallets', amount: Number(payout.fees) },
      { debit: 'tax', credit: 'wallets', amount: Number(payout.tax) },
    ],
    returning: -total,
  })
  if (moved === null) throw new Error(`The wallet of ${payout.customer_id} is missing.`)
  const entity = { payout: Payout.parse(payout) }
  context.emit({ event: 'payout.reversed', payload: entity })
  context.emit({ event: 'wallet.credited', payload: entity })
}
