import type { Compared } from '#lib/domain/gateway-checks/rules.ts'
import type { DifferenceSubject } from '#lib/domain/gateway-checks/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A record of an acquirer here, with what connects it with the gateway. */
export type Here = Compared & {
  /** Its ID at the gateway; null where it never was there, or came from there with its ID. */
  gateway_id: string | null
  /** The receipt by which the gateway knows it. */
  reference: string | null
  /** Its last change, or that of a refund of it, in Unix seconds. */
  changed_at: number
  /** A call to the gateway about it is under way. */
  busy: boolean
}

const PAYMENT = `SELECT payment.id, payment.amount, payment.currency, payment.status, payment.captured, payment.amount_refunded,
    payment.fee, payment.tax, payment.acquirer_data ->> 'gateway_id' AS gateway_id,
    nullif(payment.authorization_reference, payment.id) AS reference, payment.operation IS NOT NULL AS busy,
    greatest(payment.created_at, payment.authorized_at, payment.captured_at, (SELECT max(greatest(refund.created_at,
      refund.finished_at)) FROM refunds refund
      WHERE refund.account_id = payment.account_id AND refund.payment_id = payment.id)) AS changed_at
  FROM payments payment`

const REFUND = `SELECT refund.id, refund.amount, refund.currency, refund.status,
    refund.acquirer_data ->> 'gateway_id' AS gateway_id, call.id AS reference,
    greatest(refund.created_at, refund.finished_at) AS changed_at, false AS busy
  FROM refunds refund
  JOIN payments payment ON payment.account_id = refund.account_id AND payment.id = refund.payment_id
  LEFT JOIN bank_operations call ON call.account_id = refund.account_id AND call.refund_id = refund.id`

const SETTLEMENT = `SELECT id, amount, currency, status, fees AS fee, tax, NULL AS gateway_id, NULL AS reference,
    greatest(created_at, finished_at) AS changed_at, false AS busy
  FROM settlements`

/** Payments by their IDs at the gateway, or by the receipts of their orders there. */
export async function paymentsHere(
  { account, rows }: Context,
  acquirerId: string,
  gatewayIds: readonly string[],
  references: readonly string[] = [],
): Promise<Here[]> {
  return plain(
    await rows<Here>(
      `${PAYMENT} WHERE payment.account_id = $1 AND payment.acquirer_id = $2 AND payment.id IN (
         SELECT id FROM payments WHERE account_id = $1 AND id = ANY($3)
         UNION SELECT id FROM payments WHERE account_id = $1 AND acquirer_id IS NOT NULL AND acquirer_data ->> 'gateway_id' = ANY($3)
         UNION SELECT payment_id FROM bank_operations WHERE account_id = $1 AND id = ANY($4) AND kind = 'authorize')`,
      [account.id, acquirerId, gatewayIds, references],
    ),
  )
}

/** Refunds by their IDs, or by their receipts at the gateway. */
export async function refundsHere(
  { account, rows }: Context,
  acquirerId: string,
  ids: readonly string[],
  references: readonly string[],
): Promise<Here[]> {
  return plain(
    await rows<Here>(
      `${REFUND} WHERE refund.account_id = $1 AND payment.acquirer_id = $2 AND refund.id IN (
         SELECT id FROM refunds WHERE account_id = $1 AND id = ANY($3)
         UNION SELECT refund_id FROM bank_operations WHERE account_id = $1 AND id = ANY($4) AND refund_id IS NOT NULL)`,
      [account.id, acquirerId, ids, references],
    ),
  )
}

export async function settlementsHere(
  { account, rows }: Context,
  acquirerId: string,
  ids: readonly string[],
): Promise<Here[]> {
  return plain(
    await rows<Here>(`${SETTLEMENT} WHERE account_id = $1 AND acquirer_id = $2 AND id = ANY($3)`, [
      account.id,
      acquirerId,
      ids,
    ]),
  )
}

const CREATED: Record<DifferenceSubject, string> = {
  payment: `${PAYMENT} WHERE payment.account_id = $1 AND payment.acquirer_id = $2 AND payment.created_at BETWEEN $3 AND $4
    AND payment.status IN ('authorized', 'captured', 'refunded') AND payment.id > $5 ORDER BY payment.id LIMIT 1000`,
  // What was never captured is returned by the gateway without a refund.
  refund: `${REFUND} WHERE refund.account_id = $1 AND payment.acquirer_id = $2 AND refund.created_at BETWEEN $3 AND $4
    AND refund.status <> 'failed' AND payment.captured AND refund.id > $5 ORDER BY refund.id LIMIT 1000`,
  settlement: `${SETTLEMENT} WHERE account_id = $1 AND acquirer_id = $2 AND created_at BETWEEN $3 AND $4
    AND status <> 'failed' AND id > $5 ORDER BY id LIMIT 1000`,
}

/** What the gateway must have: the records here that were created in a period, a thousand at a time. */
export async function* createdHere(
  { account, rows }: Context,
  subject: DifferenceSubject,
  acquirerId: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Here[]> {
  for (let after = ''; ; ) {
    const found = plain(await rows<Here>(CREATED[subject], [account.id, acquirerId, from, to, after]))
    if (found.length > 0) yield found
    if (found.length < 1000) return
    after = found.at(-1)?.id ?? ''
  }
}

/** Payments that were authorized before a time and are not captured yet: the oldest first. */
export async function authorizedBefore(
  { account, rows }: Context,
  acquirerId: string,
  before: number,
  most: number,
): Promise<Here[]> {
  return plain(
    await rows<Here>(
      `${PAYMENT} WHERE payment.account_id = $1 AND payment.acquirer_id = $2 AND payment.created_at < $3
         AND payment.status = 'authorized' ORDER BY payment.created_at, payment.id LIMIT $4`,
      [account.id, acquirerId, before, most],
    ),
  )
}

/** BIGINT comes as number or bigint. */
function plain(rows: Here[]): Here[] {
  return rows.map((row) => ({
    ...row,
    amount: Number(row.amount),
    changed_at: Number(row.changed_at),
    ...numbersIn(row, ['amount_refunded', 'fee', 'tax']),
  }))
}

function numbersIn(row: Here, names: readonly ('amount_refunded' | 'fee' | 'tax')[]): Partial<Here> {
  const values = names.flatMap((name): [string, number | null][] => {
    const value = row[name]
    return value === undefined ? [] : [[name, value === null ? null : Number(value)]]
  })
  return Object.fromEntries(values)
}
