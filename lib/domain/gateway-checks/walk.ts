import {
  authorizedBefore,
  createdHere,
  type Here,
  paymentsHere,
  refundsHere,
  settlementsHere,
} from '#lib/domain/gateway-checks/here.ts'
import { type Compared, type FoundDifference, gatewayDifferences } from '#lib/domain/gateway-checks/rules.ts'
import type { DifferenceSubject } from '#lib/domain/gateway-checks/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { ownReference } from '#lib/ports/acquirer-protocol.ts'
import type { GatewayReader, GatewayRecord } from '#lib/ports/gateway-records.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

/** What is under way in the last quarter of an hour is left to the next comparison. */
export const UNDER_WAY = 900
/** The most records that are looked up one by one. */
const MOST_LOOKUPS = 500
/** The most differences of one comparison. */
export const MOST_FOUND = 5000

/** The plural of each subject, as the gateway lists it. */
export const LIST_OF = { payment: 'payments', refund: 'refunds', settlement: 'settlements' } as const

export type Walk = {
  /** The differences by kind and record. */
  found: Map<string, FoundDifference>
  /** The records that were compared, as subject and what a difference would be about. */
  checked: Set<string>
  records: number
  /** Records that were left to the next comparison. */
  underWay: number
  unread: number
}

export function differenceKey({ kind, about }: Pick<FoundDifference, 'kind' | 'about'>): string {
  return `${kind} ${about}`
}

type Parts = {
  context: Context
  acquirerId: string
  reader: GatewayReader
  /** Hears after each page. */
  moved: () => Promise<void>
  /** Also compares what has changed just now. */
  recent?: true
}

/** Compares what was created at the gateway in a period, day by day, and what of earlier is still open here. */
export async function walkGateway(parts: Parts, period: { from: number; to: number }): Promise<Walk> {
  const walk: Walk = { found: new Map(), checked: new Set(), records: 0, underWay: 0, unread: 0 }
  const matched = new Set<string>()
  let receipts = new Map<string, string | null>()
  for (let from = period.from; from <= period.to; from += DAY) {
    const day = { from, to: Math.min(period.to, from + DAY - 1) }
    // A payment is made on the day of its order, or on the next one.
    const before = receipts
    receipts = await receiptsOf(parts, walk, { from: day.from - (before.size === 0 ? HOUR : 0), to: day.to })
    await comparePayments(parts, walk, matched, day, [receipts, before])
    await compareRefunds(parts, walk, matched, day)
    await compareSettlements(parts, walk, matched, day)
  }
  await compareMissingThere(parts, walk, matched, period)
  await compareEarlier(parts, walk, period.from)
  return walk
}

/** The receipts of ours of the orders of a day; null for orders that are not ours. */
async function receiptsOf(
  { reader, moved }: Parts,
  walk: Walk,
  day: { from: number; to: number },
): Promise<Map<string, string | null>> {
  const receipts = new Map<string, string | null>()
  for await (const page of reader.pages('orders', day)) {
    walk.unread += page.rejected.length
    for (const { id, receipt } of page.items) receipts.set(id, ownReference(receipt))
    await moved()
  }
  return receipts
}

async function comparePayments(
  parts: Parts,
  walk: Walk,
  matched: Set<string>,
  day: { from: number; to: number },
  receipts: readonly Map<string, string | null>[],
): Promise<void> {
  const { context, acquirerId, reader, moved } = parts
  for await (const { items, rejected } of reader.pages('payments', day)) {
    walk.unread += rejected.length
    const ids = items.map(({ id }) => id)
    const known = byGatewayId(await paymentsHere(context, acquirerId, ids))
    const references = await referencesOf(
      parts,
      items.filter((there) => !known.has(there.id) && isPaid(there)),
      receipts,
    )
    const behind = await paymentsHere(context, acquirerId, [], [...references.values()])
    for (const there of items) {
      const here = known.get(there.id) ?? unpaidBehind(behind, references.get(there.id)) ?? null
      if (here) matched.add(here.id)
      // Of two payments of an order the gateway returns the one that is not captured.
      const isExtra = !here && references.has(there.id) && there.status === 'authorized'
      if (!isExtra) compare(parts, walk, 'payment', here, paymentThere(there))
    }
    await moved()
  }
}

/** The references of ours behind payments of the gateway, by the IDs of the payments. */
async function referencesOf(
  parts: Parts,
  payments: readonly GatewayRecord<'payments'>[],
  receipts: readonly Map<string, string | null>[],
): Promise<Map<string, string>> {
  const references = new Map<string, string>()
  for (const { id, order_id } of payments) {
    const receipt = order_id === null ? null : await receiptBehind(parts, order_id, receipts)
    if (receipt !== null) references.set(id, receipt)
  }
  return references
}

/** The payment here that a receipt names, as long as it does not know which payment there is its own. */
function unpaidBehind(behind: readonly Here[], reference: string | undefined): Here | undefined {
  return behind.find((here) => here.reference === reference && here.gateway_id === null)
}

async function receiptBehind(
  { reader }: Parts,
  orderId: string,
  receipts: readonly Map<string, string | null>[],
): Promise<string | null> {
  for (const map of receipts) if (map.has(orderId)) return map.get(orderId) ?? null
  const order = await reader.one('orders', orderId)
  const receipt = ownReference(order?.receipt)
  receipts[0]?.set(orderId, receipt)
  return receipt
}

async function compareRefunds(
  parts: Parts,
  walk: Walk,
  matched: Set<string>,
  day: { from: number; to: number },
): Promise<void> {
  const { context, acquirerId, reader, moved } = parts
  for await (const { items, rejected } of reader.pages('refunds', day)) {
    walk.unread += rejected.length
    const receipts = items.flatMap(({ receipt }) => ownReference(receipt) ?? [])
    const here = await refundsHere(
      context,
      acquirerId,
      items.map(({ id }) => id),
      receipts,
    )
    for (const there of items) {
      const own = here.find(
        ({ id, reference }) => id === there.id || (reference !== null && reference === there.receipt),
      )
      if (own) matched.add(own.id)
      compare(parts, walk, 'refund', own ?? null, there)
    }
    await moved()
  }
}

async function compareSettlements(
  parts: Parts,
  walk: Walk,
  matched: Set<string>,
  day: { from: number; to: number },
): Promise<void> {
  const { context, acquirerId, reader, moved } = parts
  for await (const { items, rejected } of reader.pages('settlements', day)) {
    walk.unread += rejected.length
    const here = await settlementsHere(
      context,
      acquirerId,
      items.map(({ id }) => id),
    )
    for (const there of items) {
      const own = here.find(({ id }) => id === there.id)
      if (own) matched.add(own.id)
      compare(parts, walk, 'settlement', own ?? null, settlementThere(there, context.account.currency))
    }
    await moved()
  }
}

/** Records here of the period that the lists did not have are looked up one by one before they are called missing. */
async function compareMissingThere(
  parts: Parts,
  walk: Walk,
  matched: ReadonlySet<string>,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { context, acquirerId } = parts
  let lookups = 0
  for (const subject of ['payment', 'refund', 'settlement'] as const) {
    for await (const all of createdHere(context, subject, acquirerId, { from, to })) {
      for (const here of all) {
        if (matched.has(here.id) || isUnderWay(context, here)) continue
        if (lookups >= MOST_LOOKUPS) return
        lookups += 1
        await compareOne(parts, walk, subject, here)
      }
    }
  }
}

/** Authorizations of before the period, which end by capture or by time. */
async function compareEarlier(parts: Parts, walk: Walk, before: number): Promise<void> {
  for (const here of await authorizedBefore(parts.context, parts.acquirerId, before, MOST_LOOKUPS))
    await compareOne(parts, walk, 'payment', here)
}

/** Compares a record here with what the gateway has under its ID. */
export async function compareOne(
  parts: Parts,
  walk: Walk,
  subject: DifferenceSubject,
  here: Here | null,
  gatewayId = here === null ? null : idThere(here),
): Promise<void> {
  const { context, reader, moved } = parts
  const there = gatewayId === null ? null : await recordThere(reader, subject, gatewayId, context)
  compare(parts, walk, subject, here, there, gatewayId)
  await moved()
}

/** A record that was imported has its ID of there; one that was begun here has its own until the gateway has told it. */
export function idThere({ id, gateway_id, reference }: Here): string | null {
  return gateway_id ?? (reference === null ? id : null)
}

async function recordThere(
  reader: GatewayReader,
  subject: DifferenceSubject,
  id: string,
  { account }: Context,
): Promise<Compared | null> {
  if (subject === 'refund') return reader.one('refunds', id)
  if (subject === 'payment') {
    const payment = await reader.one('payments', id)
    return payment && paymentThere(payment)
  }
  const settlement = await reader.one('settlements', id)
  return settlement && settlementThere(settlement, account.currency)
}

function compare(
  { context, recent }: Parts,
  walk: Walk,
  subject: DifferenceSubject,
  here: Here | null,
  there: Compared | null,
  gatewayId: string | null = null,
): void {
  if (here && !recent && isUnderWay(context, here)) {
    walk.underWay += 1
    return
  }
  walk.records += 1
  walk.checked.add(`${subject} ${there?.id ?? gatewayId ?? here?.id}`)
  for (const difference of gatewayDifferences(subject, here, there, gatewayId))
    if (walk.found.size < MOST_FOUND) walk.found.set(differenceKey(difference), difference)
}

function isUnderWay({ now }: Context, { changed_at, busy }: Here): boolean {
  return busy || changed_at > now - UNDER_WAY
}

function isPaid({ status }: GatewayRecord<'payments'>): boolean {
  return status === 'authorized' || status === 'captured' || status === 'refunded'
}

function byGatewayId(all: readonly Here[]): Map<string, Here> {
  return new Map(all.map((here) => [here.gateway_id ?? here.id, here]))
}

function paymentThere(payment: GatewayRecord<'payments'>): Compared {
  const { id, amount, currency, status, captured, amount_refunded, fee, tax } = payment
  return { id, amount, currency, status, captured, amount_refunded, fee, tax }
}

function settlementThere(settlement: GatewayRecord<'settlements'>, currency: string): Compared {
  const { id, amount, status, fees, tax } = settlement
  return { id, amount, currency, status, fee: fees, tax }
}
