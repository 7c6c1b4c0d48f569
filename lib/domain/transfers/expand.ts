import type { Condition } from '#lib/domain/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { listEntities, pageOf } from '#lib/domain/page.ts'
import type { TransferRow } from '#lib/domain/transfers/find.ts'
import type { TransferExpansion } from '#lib/domain/transfers/schema.ts'
import { collection, type Page } from '#lib/filters/page.ts'
import { assertPermitted, type Context } from '#lib/pipeline/operation.ts'

/** Adds to transfers the settlements that they were deducted from, with one query. @throws permission_denied */
export async function expandTransfers(context: Context, transfers: TransferRow[]) {
  assertPermitted({ permission: 'balance:read' }, context.actor)
  const ids = transfers.flatMap(({ recipient_settlement_id }) => recipient_settlement_id ?? [])
  const found = await context.tables.settlements.findMany({
    where: { account_id: context.account.id, id: { in: ids } },
  })
  const settlements = new Map(found.map((settlement) => [settlement.id, settlement]))
  return transfers.map((transfer) => ({
    ...transfer,
    recipient_settlement: settlements.get(transfer.recipient_settlement_id ?? '') ?? null,
  }))
}

/** One page of transfers, with their settlements if `expand` asks for them. */
export async function listTransfers(
  context: Context,
  where: Condition[],
  { expand, ...page }: Page & { expand: TransferExpansion[] },
) {
  if (expand.length === 0) return listEntities(context, ENTITIES.transfer, where, page)
  return collection(
    await expandTransfers(context, await pageOf<TransferRow>(context, 'transfers', where, page)),
  )
}
