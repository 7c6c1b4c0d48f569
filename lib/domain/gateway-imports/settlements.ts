import { OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { adjust, coverBalance } from '#lib/domain/gateway-imports/adjust.ts'
import {
  type Applied,
  bookingTimes,
  conflict,
  type ImportSource,
  nothingApplied,
} from '#lib/domain/gateway-imports/find.ts'
import { ownRecords } from '#lib/domain/gateway-imports/lock-rows.ts'
import { nextPoll } from '#lib/domain/payments/bank-operation.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { findSettlement, type SettlementRow } from '#lib/domain/settlements/find.ts'
import { MOVEMENT_SPAN } from '#lib/domain/settlements/rules.ts'
import { Settlement } from '#lib/domain/settlements/schema.ts'
import { lockBalance } from '#lib/domain/settlements/settle.ts'
import { post } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { GatewayReader, GatewayRecord, GatewaySettlementLine } from '#lib/ports/gateway-records.ts'
import { zoneOf } from '#lib/values/country.ts'
import { CREATED_BY_GATEWAY } from '#lib/values/creator-text.ts'
import { Id } from '#lib/values/id.ts'
import { partsOf } from '#lib/values/time.ts'

/** A settlement of a gateway to the merchant's bank account, with what it consists of. */
export type GatewaySettlement = {
  settlement: GatewayRecord<'settlements'>
  lines: Pick<GatewaySettlementLine, 'entity_id' | 'type' | 'debit' | 'credit'>[]
}

/** For the poll: a settlement that the gateway has made meanwhile. */
export const recordGatewaySettlement = defineOperation({
  name: 'record_gateway_settlement',
  title: 'Record a settlement of a gateway',
  summary: 'Reads a settlement from the gateway that made it, and records it with its movements, once.',
  permission: 'business:write',
  emits: ['settlement.processed'],
  http: null,
  effect: 'steps',
  input: OfAcquirer.extend({ settlement_id: Id('settlement') }),
  output: Settlement,
  async run(context, { id, settlement_id }) {
    if (context.actor.kind !== 'system') throw refused('permission_denied')
    const reader = await context.acquirers.reader(context.account, id)
    const settlement = await reader?.one('settlements', settlement_id)
    if (!reader || !settlement) throw recordNotFound('settlement', settlement_id)
    const found = await withLines(reader, [settlement], context)
    await context.transaction(async (inner) => {
      const applied = await applySettlements(inner, { acquirer_id: id }, found)
      if (applied.added === 0) return
      inner.about(settlement_id)
      if (settlement.status === 'processed')
        inner.emit({ event: 'settlement.processed', payload: { settlement: Settlement.parse(settlement) } })
    })
    return findSettlement(context, settlement_id)
  },
})

/**
 * Adds to settlements what each consists of. The gateway lists that by day.
 * @throws acquirer_unavailable
 */
export async function withLines(
  reader: GatewayReader,
  settlements: GatewayRecord<'settlements'>[],
  { account }: Context,
): Promise<GatewaySettlement[]> {
  const zone = zoneOf(account.country)
  const found = new Map<string, GatewaySettlement>(
    settlements.map((settlement) => [settlement.id, { settlement, lines: [] }]),
  )
  const days = Map.groupBy(settlements, ({ created_at }) => {
    const { year, month, day } = partsOf(zone, created_at)
    return `${year}-${month}-${day}`
  })
  for (const day of days.keys()) {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
    for await (const { items } of reader.settlementLines({ year, month, day: date }))
      for (const { entity_id, type, debit, credit, settlement_id } of items)
        found.get(settlement_id ?? '')?.lines.push({ entity_id, type, debit, credit })
  }
  return [...found.values()]
}

/**
 * Records settlements of a gateway, each once by its ID: its movements are settled with it, what it has beyond them is
 * closed by an entry, and its amount leaves the balance.
 */
export async function applySettlements(
  context: Context,
  source: ImportSource,
  settlements: GatewaySettlement[],
): Promise<Applied> {
  const applied = nothingApplied()
  const bookedAt = await bookingTimes(context)
  await lockBalance(context)
  const known = await knownSettlements(
    context,
    settlements.map(({ settlement }) => settlement.id),
  )
  const isNew = ({ settlement: { id, amount } }: GatewaySettlement) => !known.has(id) && amount > 0
  const returned = returnedIn(settlements.filter(isNew))
  for (const one of settlements) {
    const { id, amount } = one.settlement
    const before = known.get(id)
    if (before && (before.acquirer_id !== source.acquirer_id || Number(before.amount) !== amount))
      applied.rows.push(conflict(id, 'Another settlement with this ID is here.'))
    else if (before) applied.same += 1
    else if (amount === 0) applied.rows.push(conflict(id, 'Its amount is 0.'))
    else {
      await record(context, { source, applied, returned, bookedAt }, one)
      applied.added += 1
    }
  }
  await coverBalance(context, applied, settlements[0]?.settlement.id ?? '', bookedAt)
  return applied
}

async function knownSettlements({ account, rows }: Context, ids: string[]) {
  const found = await rows<{ id: string; acquirer_id: string | null; amount: number | bigint }>(
    'SELECT id, acquirer_id, amount FROM settlements WHERE account_id = $1 AND id = ANY($2::text[])',
    [account.id, ids],
  )
  return new Map(found.map((row) => [row.id, row]))
}

type Contained = { net: number; fee: number; tax: number; movements: Record<string, number> }

/** Settlements that failed, by their IDs, with the later one that contains their amount again. */
type Returned = Map<string, { by: string; settlement: GatewayRecord<'settlements'> }>

function returnedIn(settlements: GatewaySettlement[]): Returned {
  const failed = new Map(
    settlements.flatMap(({ settlement }) =>
      settlement.status === 'failed' ? [[settlement.id, settlement] as const] : [],
    ),
  )
  const pairs = settlements.flatMap(({ settlement: { id: by }, lines }) =>
    lines.flatMap(({ type, entity_id }) => {
      const settlement = type === 'adjustment' ? failed.get(entity_id) : undefined
      return settlement ? [[entity_id, { by, settlement }] as const] : []
    }),
  )
  return new Map(pairs)
}

type Recording = {
  source: ImportSource
  applied: Applied
  returned: Returned
  bookedAt: (at: number) => number
}

async function record(
  context: Context,
  { source, applied, returned, bookedAt }: Recording,
  { settlement, lines }: GatewaySettlement,
): Promise<void> {
  const { id, amount, status, utr, created_at } = settlement
  const { account } = context
  const at = bookedAt(created_at)
  const contained = await contain(context, source, id, lines)
  const count = (time: number) => {
    const bucket = String(time - (time % MOVEMENT_SPAN))
    contained.movements[bucket] = (contained.movements[bucket] ?? 0) + 1
  }
  for (const { by, settlement: failed } of returned.values()) {
    if (by !== id) continue
    contained.net += failed.amount
    count(bookedAt(failed.created_at))
  }
  const missing = amount - contained.net
  if (missing !== 0) {
    adjust(context, applied, { source: id, amount: missing, at, settlement: id })
    count(at)
  }
  const row: SettlementRow = {
    account_id: account.id,
    id,
    amount,
    currency: account.currency,
    status,
    fees: contained.fee,
    tax: contained.tax,
    utr,
    failure_reason: status === 'failed' ? 'The gateway could not pay the settlement.' : null,
    run: id,
    captured_until: created_at,
    movements: contained.movements,
    created_by: source.created_by ?? CREATED_BY_GATEWAY,
    created_at,
    finished_at: status === 'created' ? null : created_at,
    acquirer_id: source.acquirer_id,
  }
  context.changes.insert('settlements', { ...row })
  postSettlement(context, row, at, returned.get(id)?.by)
}

/** Its movements, which are settled with it from then on. A movement is part of one settlement. */
async function contain(
  context: Context,
  source: ImportSource,
  id: string,
  lines: GatewaySettlement['lines'],
): Promise<Contained> {
  const here = await localIds(context, source, lines)
  const references = lines.flatMap((line) => referenceOf(line, here.get(line.entity_id) ?? line.entity_id))
  const found = await context.rows<{
    bucket: number | bigint
    net: string
    fee: string
    tax: string
    total: number | bigint
  }>(
    `WITH contained AS (
       UPDATE balance_movements movement SET settlement_id = $3 FROM ledger_transactions head
       WHERE head.account_id = $1 AND head.reference = ANY($2::text[]) AND movement.account_id = $1
         AND movement.id = head.id AND movement.settlement_id IS NULL
       RETURNING movement.created_at, credit, debit, fee, tax)
     SELECT created_at - created_at % $4::bigint AS bucket, count(*) AS total, sum(credit - debit)::text AS net,
       sum(fee)::text AS fee, sum(tax)::text AS tax FROM contained GROUP BY 1`,
    [context.account.id, references, id, MOVEMENT_SPAN],
  )
  const sum = (name: 'net' | 'fee' | 'tax') => found.reduce((total, one) => total + Number(one[name]), 0)
  const movements = Object.fromEntries(found.map(({ bucket, total }) => [String(bucket), Number(total)]))
  return { net: sum('net'), fee: sum('fee'), tax: sum('tax'), movements }
}

/** Records that this server created at the gateway have other IDs here. */
async function localIds(context: Context, { acquirer_id }: ImportSource, lines: GatewaySettlement['lines']) {
  const references = lines.flatMap((line) => referenceOf(line, line.entity_id))
  const booked = await context.rows<{ reference: string }>(
    'SELECT reference FROM ledger_transactions WHERE account_id = $1 AND reference = ANY($2::text[])',
    [context.account.id, references],
  )
  const known = new Set(booked.map(({ reference }) => reference))
  const others = lines.filter((line) => referenceOf(line, line.entity_id).some((one) => !known.has(one)))
  const of = (type: string) => others.filter((line) => line.type === type).map(({ entity_id }) => entity_id)
  return new Map([
    ...(await ownRecords(context, 'payments', acquirer_id, of('payment'))),
    ...(await ownRecords(context, 'refunds', acquirer_id, of('refund'))),
  ])
}

/** The reference under which a line is booked here; none for what has no counterpart. */
function referenceOf({ type, debit }: GatewaySettlement['lines'][number], id: string): string[] {
  if (type === 'payment') return [`capture:${id}`]
  if (type === 'refund') return [`${debit > 0 ? 'refund' : 'refund_failed'}:${id}`]
  return type === 'adjustment' ? [`settlement_failed:${id}`] : []
}

/** One that the gateway has not ended is asked for as those that this server makes. */
function postSettlement(
  context: Context,
  { account_id, id, amount, status }: SettlementRow,
  at: number,
  returnedBy: string | undefined,
): void {
  post(context, {
    kind: 'settlement',
    reference: `settlement:${id}`,
    at,
    legs: [{ debit: 'merchant_balance', credit: 'settlements_pending', amount }],
  })
  if (status === 'processed')
    post(context, {
      kind: 'settlement_processed',
      reference: `settlement_processed:${id}`,
      at,
      legs: [{ debit: 'settlements_pending', credit: 'bank', amount }],
    })
  else if (status === 'failed')
    post(context, {
      kind: 'settlement_failed',
      reference: `settlement_failed:${id}`,
      settlement_id: returnedBy,
      at,
      legs: [{ debit: 'settlements_pending', credit: 'merchant_balance', amount }],
    })
  else
    context.enqueue(
      'process-settlement',
      { account_id, settlement_id: id },
      nextPoll(context, at, { outcome: 'pending' }),
    )
}
