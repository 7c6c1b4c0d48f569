import { findRecord, recordNotFound } from '#lib/domain/record.ts'
import type { settlements } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

export type SettlementRow = Plain<settlements>

/**
 * The movements of the account $1 that a settlement contains: captures until $2 and everything else that is not settled. Not
 * those of a bank that pays what it owes by itself, whose own settlements are recorded (gateway-imports/settlements.ts).
 */
export const DUE = `movement.account_id = $1 AND movement.settlement_id IS NULL
  AND (movement.kind <> 'capture' OR movement.created_at <= $2) AND movement.kind <> 'gateway_adjustment'
  AND (NOT EXISTS (SELECT FROM acquirers bank WHERE bank.account_id = $1 AND bank.capabilities ->> 'settlement' = 'false')
    OR NOT EXISTS (SELECT FROM acquirers bank
      WHERE bank.account_id = $1 AND bank.capabilities ->> 'settlement' = 'false' AND bank.id = COALESCE(
        (SELECT payment.acquirer_id FROM payments payment
         WHERE payment.account_id = $1 AND payment.id = movement.payment_id),
        (SELECT failed.acquirer_id FROM settlements failed
         WHERE failed.account_id = $1 AND failed.id = movement.source))))`

/** A settlement of the account. @throws record_not_found */
export async function findSettlement(context: Context, id: string): Promise<SettlementRow> {
  return existingSettlement(await findRecord<SettlementRow>(context, 'settlements', id), id)
}

/** @throws record_not_found */
export function existingSettlement<R>(settlement: R | null, id: string): R {
  if (settlement) return settlement
  throw recordNotFound('settlement', id)
}
