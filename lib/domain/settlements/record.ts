import { findAcquirer } from '#lib/domain/acquirers/find.ts'
import { applySettlements } from '#lib/domain/gateway-imports/settlements.ts'
import { findSettlement } from '#lib/domain/settlements/find.ts'
import { assertSettlesItself, assertWithinDue } from '#lib/domain/settlements/rules.ts'
import { RecordSettlement, Settlement } from '#lib/domain/settlements/schema.ts'
import { lockBalance } from '#lib/domain/settlements/settle.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/**
 * A bank that settles by itself reports that nowhere in the acquirer protocol, so a person enters it from the statement. A
 * UTR is recorded once.
 */
export const recordBankSettlement = defineOperation({
  name: 'record_bank_settlement',
  title: 'Record a settlement of a bank',
  summary:
    'Records a settlement that an acquirer without settlement calls has paid to your bank account, with the payments and refunds until then.',
  permission: 'settlements:write',
  emits: ['settlement.processed'],
  confirm: 'live',
  http: null,
  input: RecordSettlement,
  output: Settlement,
  errors: ['record_not_found', 'insufficient_balance'],
  async run(context, { id: acquirer_id, amount, utr, settled_at }) {
    const { account, actor, now } = context
    assertSettlesItself(await findAcquirer(context, acquirer_id))
    if (settled_at > now)
      throw refused('input_validation_failed', 'The date is in the future.', { field: 'settled_at' })
    await lockBalance(context)
    const [before] = await context.rows<{ id: string; amount: number | bigint }>(
      'SELECT id, amount FROM settlements WHERE account_id = $1 AND acquirer_id = $2 AND utr = $3',
      [account.id, acquirer_id, utr],
    )
    if (before && Number(before.amount) === amount) return findSettlement(context, before.id)
    if (before)
      throw refused('input_validation_failed', 'A settlement with this UTR and another amount is recorded.', {
        field: 'utr',
      })
    const due = await dueOf(context, acquirer_id, settled_at)
    assertWithinDue(
      amount,
      due.reduce((sum, { credit, debit }) => sum + credit - debit, 0),
      account.currency,
    )
    const id = context.newId('settlement')
    const settlement = {
      id,
      amount,
      status: 'processed',
      fees: 0,
      tax: 0,
      utr,
      created_at: settled_at,
    } as const
    const source = { acquirer_id, created_by: `${actor.kind}:${actor.name}` }
    const lines = due.map(({ source: entity_id, kind, debit, credit }) => ({
      entity_id,
      type: kind === 'capture' ? 'payment' : 'refund',
      debit: kind === 'refund' ? debit : 0,
      credit,
    }))
    const applied = await applySettlements(context, source, [{ settlement, lines }])
    if (applied.added === 0) throw new Error(`The settlement ${id} was not recorded.`)
    context.about(id)
    context.emit({
      event: 'settlement.processed',
      payload: { settlement: Settlement.parse({ ...settlement, currency: account.currency }) },
    })
    return { ...settlement, currency: account.currency }
  },
})

type Due = { source: string; kind: string; credit: number; debit: number }

/** What the bank owed until then: its captures and refunds that are in no settlement. */
async function dueOf({ account, rows }: Context, acquirerId: string, until: number): Promise<Due[]> {
  const found = await rows<Due>(
    `SELECT movement.source, movement.kind, movement.credit, movement.debit FROM balance_movements movement
     JOIN payments payment ON payment.account_id = movement.account_id AND payment.id = movement.payment_id
     WHERE movement.account_id = $1 AND movement.settlement_id IS NULL AND movement.created_at <= $3
       AND movement.kind IN ('capture', 'refund', 'refund_failed') AND payment.acquirer_id = $2`,
    [account.id, acquirerId, until],
  )
  return found.map((row) => ({ ...row, credit: Number(row.credit), debit: Number(row.debit) }))
}
