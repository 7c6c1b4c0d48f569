import { z } from 'zod'
import { all, bound, type Condition, equal, numbered } from '#lib/database/conditions.ts'
import { acquirerOfRecord } from '#lib/domain/acquirers/find.ts'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { sumsOfKinds } from '#lib/domain/balance/months.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { importedEntries } from '#lib/domain/imported-timeline.ts'
import { cutAhead, listEntities } from '#lib/domain/page.ts'
import { SETTLEMENT_FILTERS } from '#lib/domain/settlements/filters.ts'
import { existingSettlement, findSettlement } from '#lib/domain/settlements/find.ts'
import { MOVEMENT_SPAN } from '#lib/domain/settlements/rules.ts'
import {
  FetchAllSettlements,
  FetchReconciliation,
  FetchSettlement,
  ReconciliationItem,
  Settlement,
  SettlementDetails,
} from '#lib/domain/settlements/schema.ts'
import { timelineOf } from '#lib/domain/timeline.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'
import { partsOf, secondsOf } from '#lib/values/time.ts'

export const fetchSettlement = defineOperation({
  name: 'fetch_settlement',
  title: 'Fetch a settlement',
  summary: 'Returns one settlement.',
  permission: 'balance:read',
  http: 'GET /v1/settlements/:id',
  scope: 'read_only',
  toolName: 'fetch_settlement_with_id',
  input: FetchSettlement,
  output: Settlement,
  async run(context, input) {
    return existingSettlement(await findEntity(context, ENTITIES.settlement, input.id), input.id)
  },
})

const TEXT = { noun: 'settlement', filters: SETTLEMENT_FILTERS }

export const fetchAllSettlements = defineOperation({
  name: 'fetch_all_settlements',
  title: 'Fetch all settlements',
  summary: 'Lists settlements, newest first. Filter by time or status.',
  permission: 'balance:read',
  http: 'GET /v1/settlements',
  scope: 'read_only',
  input: FetchAllSettlements,
  output: Collection(Settlement),
  async run(context, { status, query, ...page }) {
    const where = [...equal('status', status), ...(await conditionsOfText(context, TEXT, query))]
    return listEntities(context, ENTITIES.settlement, where, page)
  },
})

export const fetchReconciliation = defineOperation({
  name: 'fetch_settlement_reconciliation',
  title: 'Reconcile settlements',
  summary: 'Lists the payments, refunds and transfers that the settlements of a month or day consist of.',
  permission: 'balance:read',
  http: 'GET /v1/settlements/recon/combined',
  scope: 'read_only',
  toolName: 'fetch_settlement_recon_details',
  input: FetchReconciliation,
  output: Collection(ReconciliationItem),
  async run(context, { day, count, skip, ...request }) {
    const zone = zoneOf(context.account.country)
    const { year, month } = { ...partsOf(zone, context.now), ...request }
    const at = (months: number, days: number) =>
      secondsOf({ year, month: month + months, day: (day ?? 1) + days, hour: 0, minute: 0, second: 0 }, zone)
    const [from, end] = [at(0, 0), day === undefined ? at(1, 0) : at(0, 1)]
    const within = all([
      ...equal('settled.account_id', context.account.id),
      ...bound('settled.created_at', '>=', from),
      ...bound('settled.created_at', '<=', end - 1),
    ])
    const place = await placeOf(context, within, skip)
    if (place === null) return collection([])
    const lines = all([
      within,
      ...bound('line.created_at', '>=', place.from),
      ...bound('line.created_at', '<=', place.to),
    ])
    const { sql, values } = numbered({
      sql: `SELECT line.source AS entity_id,
               CASE line.kind WHEN 'capture' THEN 'payment' WHEN 'refund' THEN 'refund' WHEN 'refund_failed' THEN 'refund'
                 WHEN 'transfer_reversed' THEN 'reversal' WHEN 'settlement_failed' THEN 'adjustment'
                 WHEN 'settlement_difference' THEN 'adjustment' WHEN 'gateway_adjustment' THEN 'adjustment' ELSE 'transfer' END AS type,
               line.debit, line.credit, line.amount, line.currency, line.fee, line.tax, line.created_at,
               settled.created_at AS settled_at, settled.id AS settlement_id, settled.utr AS settlement_utr,
               payment.description, COALESCE(refund.notes, transfer.notes, reversal.notes, payment.notes, '{}') AS notes,
               CASE WHEN line.kind <> 'capture' THEN payment.id END AS payment_id, payment.order_id, orders.receipt AS order_receipt,
               payment.method, card.network AS card_network, card.issuer AS card_issuer, card.type AS card_type
        FROM (SELECT line.* FROM settlements settled
              JOIN balance_movements line ON line.account_id = settled.account_id AND line.settlement_id = settled.id
              WHERE ${lines.sql} AND line.kind <> 'settlement'
              ORDER BY line.created_at DESC, line.id DESC LIMIT ? OFFSET ?) line
        JOIN settlements settled ON settled.account_id = line.account_id AND settled.id = line.settlement_id
        LEFT JOIN refunds refund ON refund.account_id = line.account_id AND refund.id = line.source
        LEFT JOIN reversals reversal ON reversal.account_id = line.account_id AND reversal.id = line.source
        LEFT JOIN transfers transfer ON transfer.account_id = line.account_id AND transfer.id = COALESCE(reversal.transfer_id, line.source)
        LEFT JOIN payments payment ON payment.account_id = line.account_id AND payment.id = COALESCE(line.payment_id, transfer.source)
        LEFT JOIN orders ON orders.account_id = line.account_id AND orders.id = payment.order_id
        LEFT JOIN cards card ON card.account_id = line.account_id AND card.id = payment.card_id
        ORDER BY line.created_at DESC, line.id DESC`,
      values: [...lines.values, count + (context.lookAhead ? 1 : 0), place.skip],
    })
    return collection(cutAhead(context, await context.rows(sql, values), count))
  },
})

type Place = { from: number; to: number; skip: number }

/**
 * Where the movement stands that `skip` newer ones precede, among those of some settlements: settlements have counted
 * theirs, so no others are read, however many there are.
 * @returns null where there are not so many
 */
async function placeOf(context: Context, within: Condition, skip: number): Promise<Place | null> {
  const { sql, values } = numbered({
    sql: `WITH settled AS (SELECT movements FROM settlements settled WHERE ${within.sql}),
            counted AS (
              SELECT one.key::bigint AS bucket, sum(one.value::bigint) AS total
              FROM settled CROSS JOIN LATERAL jsonb_each_text(settled.movements) AS one GROUP BY 1),
            running AS (SELECT bucket, total, sum(total) OVER (ORDER BY bucket DESC) - total AS before FROM counted)
          SELECT (SELECT min(bucket) FROM counted) AS first, bucket, ?::bigint - before AS skip
          FROM (SELECT) AS always
          LEFT JOIN running ON before <= ?::bigint AND before + total > ?::bigint`,
    values: [...within.values, skip, skip, skip],
  })
  const [found] = await context.rows<Record<string, number | bigint | string | null>>(sql, values)
  if (!found || found.bucket === null) return null
  const [first, bucket] = [Number(found.first), Number(found.bucket)]
  return { from: first, to: bucket + MOVEMENT_SPAN - 1, skip: Number(found.skip) }
}

export const getSettlementDetails = defineOperation({
  name: 'get_settlement_details',
  title: 'Get the details of a settlement',
  summary: 'Returns one settlement for its page, with the sums of its movements by kind.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: FetchSettlement,
  output: SettlementDetails,
  async run(context, input) {
    const settlement = await findSettlement(context, input.id)
    const kinds = await sumsOfKinds(context, [
      { sql: 'settlement_id = ?', values: [settlement.id] },
      { sql: "kind <> 'settlement'", values: [] },
    ])
    const [bank_line = null] = await context.rows(
      'SELECT id, date, amount FROM bank_statement_lines WHERE account_id = $1 AND settlement_id = $2',
      [context.account.id, settlement.id],
    )
    const acquirer = await acquirerOfRecord(context, settlement.acquirer_id)
    return { ...settlement, kinds, acquirer, bank_line }
  },
})

export const fetchSettlementTimeline = defineOperation({
  name: 'fetch_settlement_timeline',
  title: 'Fetch the timeline of a settlement',
  summary: 'Lists what happened to a settlement, newest first, with who did it.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: FetchSettlement,
  output: z.object({ items: z.array(TimelineEntry) }),
  async run(context, input) {
    const settlement = await findSettlement(context, input.id)
    const { id } = settlement
    const imported = await importedEntries(context, settlement, settlement.acquirer_id)
    const gateway = (reported: readonly object[]) => (reported.length > 0 ? [] : imported)
    const quiet = ['settle_now', 'settle_balance', 'add_comment', 'delete_comment'] as const
    return { items: await timelineOf(context, { events: { object_id: id }, objects: [id], quiet, gateway }) }
  },
})
