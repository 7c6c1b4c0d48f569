import { z } from 'zod'
import type { Part } from '#lib/database/query.ts'
import { encryptedBytesOf, type FundAccountRow } from '#lib/domain/fund-accounts/find.ts'
import { emailStaff } from '#lib/domain/notifications/staff-email.ts'
import { nextPoll, type SILENT, unlessSilent } from '#lib/domain/payments/bank-operation.ts'
import { existingPayout, type PayoutRow } from '#lib/domain/payouts/find.ts'
import { FetchPayout, Payout } from '#lib/domain/payouts/schema.ts'
import { type InAccount, lockRecord, recordPart, unlocked } from '#lib/domain/record.ts'
import { arrived, lockWallet, moveWallet } from '#lib/domain/wallets/move.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { post } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { PayoutRequest, PayoutResponse } from '#lib/ports/acquirer-protocol.ts'
import { formatMoney } from '#lib/values/money-text.ts'

export const PAYOUT_END_EVENTS = ['payout.processed', 'payout.reversed', 'wallet.credited']

/**
 * Sends a payout to the bank, or asks again about one that was sent. Its ID is the reference, so a repeat after a crash
 * is the same payout for the bank. The job is repeated until the outcome is known.
 */
export const processPayout = defineOperation({
  name: 'process_payout',
  title: 'Process a payout',
  summary: 'Takes a payout to the bank and records its end.',
  permission: 'payouts:write',
  emits: PAYOUT_END_EVENTS,
  http: null,
  effect: 'steps',
  input: FetchPayout,
  output: Payout,
  async run(context, input) {
    const { payout, account } = await readPayout(context, input.id)
    if (payout.status !== 'processing') return payout
    const request = payoutRequest(context, payout, account)
    const response = await unlessSilent(context, context.acquirerOf(payout).payout(request))
    const { ended } = await context.step((inner) => recordPayout(inner, payout, response))
    return ended
  },
})

/** A payout and its bank account. @throws record_not_found */
async function readPayout(
  context: Context,
  id: string,
): Promise<{ payout: PayoutRow; account: FundAccountRow }> {
  const { payout, account } = await context.read<{ payout: PayoutRow; account: FundAccountRow }>(
    payoutParts(context, id),
  )
  if (payout && !account) throw new Error(`The bank account of ${id} is missing.`)
  return { payout: existingPayout(payout, id), account: account as FundAccountRow }
}

/** What is read of a payout first, which its job reads together with the account. */
export function payoutParts(place: InAccount, id: string) {
  return {
    payout: unlocked(recordPart(place, 'payouts', id)),
    account: {
      sql: `SELECT fund_accounts.* FROM payouts JOIN fund_accounts
              ON fund_accounts.account_id = payouts.account_id AND fund_accounts.id = payouts.fund_account_id
            WHERE payouts.account_id = ? AND payouts.id = ?`,
      values: [place.account.id, id],
    },
  } satisfies Record<string, Part>
}

function payoutRequest(context: Context, payout: PayoutRow, account: FundAccountRow): PayoutRequest {
  return {
    reference: payout.id,
    account_number: context.vault.open(encryptedBytesOf(account.number_encrypted)),
    ifsc: account.ifsc,
    name: account.name,
    amount: payout.amount,
    currency: payout.currency,
    narration: payout.narration,
  }
}

/**
 * The last step: the bank's response becomes the payout's status, in a transaction. The first to record wins; a repeat
 * changes nothing.
 * @param known the payout as it was read
 */
async function recordPayout(
  context: Context,
  known: PayoutRow,
  response: PayoutResponse | typeof SILENT,
): Promise<{ ended: PayoutRow }> {
  if (response.outcome === 'pending' || response.outcome === 'silent') {
    context.enqueue(
      'process-payout',
      { account_id: context.account.id, payout_id: known.id },
      nextPoll(context, Number(known.created_at), response),
    )
    return { ended: known }
  }
  const payout = context.locked
    ? existingPayout(await lockRecord<PayoutRow>(context, 'payouts', known.id), known.id)
    : known
  if (payout.status !== 'processing') return { ended: payout }
  const end =
    response.outcome === 'processed'
      ? { status: 'processed', utr: response.utr }
      : { status: 'reversed', failure_reason: response.reason }
  const set = { ...end, finished_at: context.now }
  const { account_id, id, status } = payout
  context.changes.update('payouts', { account_id, id }, { status }, set)
  context.about(id)
  const ended = { ...payout, ...set }
  if (response.outcome === 'processed') complete(context, ended)
  else await giveBack(context, ended)
  return { ended }
}

function complete(context: Context, payout: PayoutRow): void {
  arrived(context, payout.customer_id, payout.amount + payout.fees + payout.tax)
  post(context, {
    kind: 'payout_processed',
    reference: `payout_processed:${payout.id}`,
    legs: [{ debit: 'payouts_pending', credit: 'bank', amount: payout.amount }],
  })
  context.emit({ event: 'payout.processed', payload: { payout: Payout.parse(payout) } })
}

/** The bank could not pay: amount, fees and tax return to the wallet, whose limits have reserved room for them. */
async function giveBack(context: Context, payout: PayoutRow): Promise<void> {
  const total = payout.amount + payout.fees + payout.tax
  const moved = moveWallet(context, await lockWallet(context, payout.customer_id), {
    customer_id: payout.customer_id,
    source: payout.id,
    type: 'refund',
    credit: total,
    debit: 0,
    description: null,
    kind: 'payout_reversed',
    reference: `payout_reversed:${payout.id}`,
    legs: [
      { debit: 'payouts_pending', credit: 'wallets', amount: payout.amount },
      { debit: 'fees', credit: 'wallets', amount: payout.fees },
      { debit: 'tax', credit: 'wallets', amount: payout.tax },
    ],
    returning: -total,
  })
  if (!moved) throw new Error(`The wallet of ${payout.customer_id} is missing.`)
  const entity = { payout: Payout.parse(payout) }
  context.emit({ event: 'payout.reversed', payload: entity })
  context.emit({ event: 'wallet.credited', payload: entity })
  const amount = formatMoney(payout.amount, payout.currency)
  await emailStaff(context, {
    kind: 'payout_reversed',
    object_id: payout.id,
    subject: `Payout of ${amount} reversed`,
    paragraphs: [
      `The bank could not pay the payout ${payout.id} of ${amount}. The reason: ${payout.failure_reason ?? 'none was given.'}`,
      "Amount and fees are back in the customer's wallet. Check the bank account, then make the payout again.",
    ],
    link: { label: 'View payout', path: `/payouts/${payout.id}` },
  })
}

/** The outcomes that a tester can choose for a payout. */
const FINAL_STATUSES = ['processed', 'reversed'] as const

/**
 * Makes the bank of test mode decide now as the tester chose, and records it like any other response. If the bank has
 * already decided, its decision stays.
 */
export const advancePayout = defineOperation({
  name: 'advance_payout',
  title: 'Advance a payout',
  summary: 'Advances a test mode payout: processed, or reversed.',
  permission: 'payouts:write',
  emits: PAYOUT_END_EVENTS,
  http: null,
  effect: 'steps',
  input: FetchPayout.extend({ to: z.enum(FINAL_STATUSES) }),
  output: Payout,
  async run(context, { id, to }) {
    assertWalletsAvailable(context.account)
    const { payout, account } = await readPayout(context, id)
    const decidePayout = context.account.mode === 'test' ? context.acquirer.decidePayout : undefined
    if (!decidePayout) throw refused('test_mode_only', 'Only test mode payouts can be advanced.')
    if (payout.status !== 'processing') throw refused('payout_not_processing')
    const response = await decidePayout(payoutRequest(context, payout, account), to)
    const { ended } = await context.transaction(async (inner) => {
      inner.note({ by_hand: true, to })
      // The job may record this decision first; who made it is on record all the same.
      if (response.outcome === to) inner.about(id)
      return recordPayout(inner, payout, response)
    })
    return ended
  },
})
