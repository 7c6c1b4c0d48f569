import { z } from 'zod'
import { OfAcquirer } from '#lib/domain/acquirers/schema.ts'
import { paymentsHere, refundsHere, settlementsHere } from '#lib/domain/gateway-checks/here.ts'
import { recordGatewayRefund } from '#lib/domain/gateway-imports/record-refund.ts'
import { recordGatewaySettlement } from '#lib/domain/gateway-imports/settlements.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { ownReference } from '#lib/ports/acquirer-protocol.ts'
import type { GatewayReader, GatewayRecord } from '#lib/ports/gateway-records.ts'
import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'

/** How often a gateway account is polled, in seconds. */
export const POLL_EVERY = 2 * MINUTE
/** How long a payment may take there from its creation until it is paid, in seconds: so far back each poll looks again. */
export const POLL_OVERLAP = 20 * MINUTE
/** What is being created may not be listed yet. */
const SETTLED = 30
/** The most pages of payments, and of orders, of one poll: the next one goes on. */
const MOST_PAGES = 30
/** The most orders that are looked up one by one. */
const MOST_LOOKUPS = 50
/** A poll that waits longer than this for the gateway gives up until the next. */
const PATIENCE_MS = 60_000

export const pollGateway = defineOperation({
  name: 'poll_gateway',
  title: 'Poll a gateway account',
  summary:
    'Finds payments at a gateway whose webhook was lost, and queues the question what has become of each. Records the settlements that the gateway has made, and the refunds that were made there. A poll goes on where the one before ended.',
  permission: 'payments:write',
  emits: [...(recordGatewaySettlement.emits ?? []), ...(recordGatewayRefund.emits ?? [])],
  http: null,
  effect: 'steps',
  input: OfAcquirer,
  output: z.object({ polled: z.boolean(), queued: z.int() }),
  async run(context, { id }) {
    const range = await context.transaction((inner) => beginPoll(inner, id))
    const reader = range && (await context.acquirers.reader(context.account, id))
    if (!range || !reader) return { polled: false, queued: 0 }
    try {
      const read = await readRange(context, id, reader, range)
      await recordSettlements(context, id, reader, range)
      await recordRefunds(context, id, reader, range)
      return await context.transaction(async (inner) => endPoll(inner, id, range, read))
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message.slice(0, 300) : 'Failed.'
      await context.transaction(({ account, rows }) =>
        rows(
          'UPDATE gateway_checks SET poll_error = $4 WHERE account_id = $1 AND acquirer_id = $2 AND polled_at = $3',
          [account.id, id, range.polled_at, error],
        ),
      )
      return { polled: false, queued: 0 }
    }
  },
})

/** A range of times of creation at the gateway, and how much of it was read before. */
type Range = { polled_at: number; from: number; to: number; skip: number; earlier: readonly string[] }

/** Takes the next poll of an account; null where it is not due. */
async function beginPoll({ account, rows, now }: Context, id: string): Promise<Range | null> {
  const [row] = await rows<{
    polled_until: number
    poll_to: number | null
    poll_skip: number
    poll_queued: string[]
  }>(
    `INSERT INTO gateway_checks AS checked (account_id, acquirer_id, polled_at, polled_until)
     SELECT account_id, id, $3, $4 FROM acquirers WHERE account_id = $1 AND id = $2 AND kind = 'gateway'
     ON CONFLICT (account_id, acquirer_id) DO UPDATE SET polled_at = EXCLUDED.polled_at
       WHERE checked.polled_at <= $5
     RETURNING polled_until, poll_to, poll_skip, poll_queued`,
    [account.id, id, now, now - HOUR, now - POLL_EVERY],
  )
  if (!row) return null
  const until = Number(row.polled_until)
  const to = Number(row.poll_to ?? now - SETTLED)
  return { polled_at: now, from: until - POLL_OVERLAP, to, skip: row.poll_skip, earlier: row.poll_queued }
}

type Read = {
  /** The references whose payment was paid there and is not recorded here. */
  missed: string[]
  /** How much of the range was read; null at its end. */
  skip: number | null
}

async function readRange(
  context: Context,
  id: string,
  reader: GatewayReader,
  { from, to, skip }: Range,
): Promise<Read> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const unknown: GatewayRecord<'payments'>[] = []
  let pages = 0
  let rest: number | null = null
  for await (const page of reader.pages('payments', { from, to, skip, signal })) {
    unknown.push(...(await unknownOf(context, id, page.items)))
    pages += 1
    if (pages < MOST_PAGES) continue
    rest = page.skip
    break
  }
  const references = await referencesOf(reader, unknown, { from: from - HOUR, to, signal })
  const here = await paymentsHere(context, id, [], references)
  const missed = here.flatMap(({ reference, status, busy }) =>
    reference !== null && !busy && (status === 'created' || status === 'failed') ? [reference] : [],
  )
  return { missed, skip: rest }
}

/** Records the settlements of a range that are not here. Whole days at a time, since the gateway pays a few a day. */
async function recordSettlements(
  context: Context,
  id: string,
  reader: GatewayReader,
  { from, to }: Range,
): Promise<void> {
  const found: string[] = []
  for await (const { items } of reader.pages('settlements', { from: from - DAY, to }))
    found.push(...items.map((settlement) => settlement.id))
  const here = new Set((await settlementsHere(context, id, found)).map((settlement) => settlement.id))
  for (const settlement_id of found.filter((one) => !here.has(one)))
    await recordGatewaySettlement.run(context, { id, settlement_id })
}

/** Records the refunds of a range that were made at the gateway itself, of payments that are here. */
async function recordRefunds(
  context: Context,
  id: string,
  reader: GatewayReader,
  { from, to }: Range,
): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  let pages = 0
  for await (const { items } of reader.pages('refunds', { from, to, signal })) {
    const foreign = items.filter(({ receipt }) => ownReference(receipt) === null)
    const there = foreign.map((refund) => refund.id)
    const here = new Set((await refundsHere(context, id, there, [])).map((refund) => refund.id))
    for (const refund of foreign.filter((one) => !here.has(one.id))) {
      const [payment] = await paymentsHere(context, id, [refund.payment_id])
      if (payment)
        await recordGatewayRefund.run(context, { id, refund_id: refund.id, payment_id: payment.id })
    }
    pages += 1
    if (pages >= MOST_PAGES) return
  }
}

/** The paid payments of a page that no payment here knows as its own. */
async function unknownOf(
  context: Context,
  id: string,
  items: readonly GatewayRecord<'payments'>[],
): Promise<GatewayRecord<'payments'>[]> {
  const paid = items.filter(({ status }) => ['authorized', 'captured', 'refunded'].includes(status))
  if (paid.length === 0) return []
  const here = await paymentsHere(
    context,
    id,
    paid.map((payment) => payment.id),
  )
  const known = new Set(here.flatMap((payment) => [payment.id, payment.gateway_id]))
  return paid.filter((payment) => !known.has(payment.id))
}

/** The references of ours behind payments: the receipts of their orders. Payments made elsewhere have none. */
async function referencesOf(
  reader: GatewayReader,
  payments: readonly GatewayRecord<'payments'>[],
  range: { from: number; to: number; signal: AbortSignal },
): Promise<string[]> {
  const wanted = new Set(payments.flatMap(({ order_id }) => order_id ?? []))
  const references: string[] = []
  const note = (receipt: string | null | undefined) => {
    const own = ownReference(receipt)
    if (own !== null) references.push(own)
  }
  let pages = 0
  if (wanted.size > 0)
    for await (const { items } of reader.pages('orders', range)) {
      for (const { id, receipt } of items) if (wanted.delete(id)) note(receipt)
      pages += 1
      if (wanted.size === 0 || pages >= MOST_PAGES) break
    }
  for (const id of [...wanted].slice(0, MOST_LOOKUPS)) {
    range.signal.throwIfAborted()
    const order = await reader.one('orders', id)
    note(order?.receipt)
  }
  return references
}

/** Queues the questions, each once, and moves the watermark on where the range was read to its end. */
async function endPoll(
  { account, rows, enqueue }: Context,
  id: string,
  range: Range,
  { missed, skip }: Read,
): Promise<{ polled: boolean; queued: number }> {
  const isWhole = skip === null
  // Later polls of the overlap find the same ones until their outcomes are recorded.
  const all = [...new Set([...range.earlier, ...missed])]
  const queued = isWhole ? all.filter((reference) => missed.includes(reference)) : all
  const written = await rows(
    `UPDATE gateway_checks SET polled_until = $4, poll_to = $5, poll_skip = $6, poll_queued = $7, poll_error = NULL
     WHERE account_id = $1 AND acquirer_id = $2 AND polled_at = $3 RETURNING 1`,
    [
      account.id,
      id,
      range.polled_at,
      isWhole ? range.to : range.from + POLL_OVERLAP,
      isWhole ? null : range.to,
      skip ?? 0,
      queued,
    ],
  )
  if (written.length === 0) return { polled: false, queued: 0 }
  const fresh = missed.filter((reference) => !range.earlier.includes(reference))
  for (const reference of fresh)
    enqueue(
      'ask-acquirer',
      { account_id: account.id, acquirer_id: id, reference },
      { key: `ask-acquirer:${id}:poll:${reference}` },
    )
  return { polled: true, queued: fresh.length }
}
