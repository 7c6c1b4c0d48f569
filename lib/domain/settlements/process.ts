import { emailStaff } from '#lib/domain/notifications/staff-email.ts'
import { nextPoll, type SILENT, unlessSilent } from '#lib/domain/payments/bank-operation.ts'
import { lockRecord } from '#lib/domain/record.ts'
import { existingSettlement, findSettlement, type SettlementRow } from '#lib/domain/settlements/find.ts'
import { FetchSettlement, Settlement } from '#lib/domain/settlements/schema.ts'
import { post } from '#lib/ledger/post.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { PayoutResponse } from '#lib/ports/acquirer-protocol.ts'
import { formatMoney } from '#lib/values/money-text.ts'

/**
 * Sends a settlement to the bank, or asks again about one that was sent. Its ID is the reference, so a repeat after a crash
 * is the same payment for the bank. The job is repeated until the outcome is known.
 */
export const processSettlement = defineOperation({
  name: 'process_settlement',
  title: 'Process a settlement',
  summary: 'Sends a settlement to the bank and records the outcome.',
  permission: 'business:write',
  emits: ['settlement.processed'],
  http: null,
  effect: 'steps',
  input: FetchSettlement,
  output: Settlement,
  async run(context, { id }) {
    const settlement = await findSettlement(context, id)
    if (settlement.status !== 'created') return settlement
    const { amount, currency } = settlement
    const acquirer_id = settlement.acquirer_id ?? (await chooseAcquirer(context, id))
    const request = { reference: id, amount, currency }
    const response = await unlessSilent(context, context.acquirerOf({ acquirer_id }).settle(request))
    return context.transaction((inner) => record(inner, settlement, response))
  },
})

/** Of a settlement that was made without a bank: one that is there now, and from now on no other. */
async function chooseAcquirer(context: Context, id: string): Promise<string | null> {
  const { account } = context
  if (!account.acquirer) return null
  await context.transaction((inner) =>
    inner.rows(
      'UPDATE settlements SET acquirer_id = $3 WHERE account_id = $1 AND id = $2 AND acquirer_id IS NULL',
      [account.id, id, account.acquirer?.id],
    ),
  )
  return (await findSettlement(context, id)).acquirer_id
}

/** The first to record the bank's response wins; a repeat changes nothing. */
async function record(
  context: Context,
  known: SettlementRow,
  response: PayoutResponse | typeof SILENT,
): Promise<SettlementRow> {
  if (response.outcome === 'pending' || response.outcome === 'silent') {
    const job = { account_id: context.account.id, settlement_id: known.id }
    context.enqueue('process-settlement', job, nextPoll(context, Number(known.created_at), response))
    return known
  }
  const found = await lockRecord<SettlementRow>(context, 'settlements', known.id)
  const settlement = existingSettlement(found, known.id)
  if (settlement.status !== 'created') return settlement
  const { account_id, id, status, amount } = settlement
  const end =
    response.outcome === 'processed'
      ? { status: 'processed', utr: response.utr }
      : { status: 'failed', failure_reason: response.reason }
  const ended = { ...settlement, ...end, finished_at: context.now }
  context.changes.update('settlements', { account_id, id }, { status }, { ...end, finished_at: context.now })
  context.about(id)
  await context.rows(
    `UPDATE transfers SET recipient_settlement_id = $2 WHERE account_id = $1 AND id IN (
       SELECT source FROM balance_movements
       WHERE account_id = $1 AND settlement_id = $2 AND kind IN ('transfer', 'transfer_held'))`,
    [account_id, id],
  )
  if (response.outcome !== 'processed') {
    // The amount is a movement of the balance like any other, and so part of the next settlement.
    post(context, {
      kind: 'settlement_failed',
      reference: `settlement_failed:${id}`,
      legs: [{ debit: 'settlements_pending', credit: 'merchant_balance', amount }],
    })
    const text = formatMoney(amount, settlement.currency)
    await emailStaff(context, {
      kind: 'settlement_failed',
      object_id: id,
      subject: `Settlement of ${text} failed`,
      paragraphs: [
        `The bank could not pay the settlement ${id} of ${text}. The reason: ${response.reason}`,
        'The amount is back in your balance and part of the next settlement. If the reason is your bank account, ask the operator of this server to correct it.',
      ],
      link: { label: 'View settlement', path: `/settlements/${id}` },
    })
    return ended
  }
  post(context, {
    kind: 'settlement_processed',
    reference: `settlement_processed:${id}`,
    legs: [{ debit: 'settlements_pending', credit: 'bank', amount }],
  })
  context.emit({ event: 'settlement.processed', payload: { settlement: Settlement.parse(ended) } })
  return ended
}
