import { setTimeout as wait } from 'node:timers/promises'
import type Razorpay from 'razorpay'
import { z } from 'zod'
import { isAppError, refused } from '#lib/pipeline/errors.ts'
import {
  GATEWAY_RECORDS,
  type GatewayKind,
  type GatewayPage,
  type GatewayRange,
  type GatewayReader,
  type GatewayRecord,
  GatewaySettlementLine,
  type RejectedRecord,
} from '#lib/ports/gateway-records.ts'
import { type GatewayClient, Rejected } from './gateway-client.ts'

/** The most of a list at a time. */
const PAGE = 100
/** A range without an end ends so many seconds ago: what is being created may not be listed yet. */
const SETTLED_SECONDS = 60
/** How often a page is requested while the gateway asks to wait, and how long one wait may be, in milliseconds. */
const MAX_WAITS = 20
const MAX_WAIT_MS = 120_000
/** The most fields that a rejected record names. */
const MAX_NAMED = 5

const List = z.object({ items: z.array(z.unknown()) })
const Listed = z.object({
  id: z.string().max(64).optional().catch(undefined),
  created_at: z.int().optional().catch(undefined),
})

type Stock = InstanceType<typeof Razorpay>
type Query = { from?: number; to?: number; count: number; skip: number }

const LISTS: Record<GatewayKind, (stock: Stock, query: Query) => Promise<unknown>> = {
  customers: ({ customers }, { count, skip }) => customers.all({ count, skip }),
  orders: ({ orders }, query) => orders.all(query),
  payments: ({ payments }, query) => payments.all({ ...query, 'expand[]': 'card' }),
  refunds: ({ refunds }, query) => refunds.all(query),
  settlements: ({ settlements }, query) => settlements.all(query),
}

const RECORDS: Record<GatewayKind, (stock: Stock, id: string) => Promise<unknown>> = {
  customers: ({ customers }, id) => customers.fetch(id),
  orders: ({ orders }, id) => orders.fetch(id),
  payments: ({ payments }, id) => payments.fetch(id, { 'expand[]': 'card' }),
  refunds: ({ refunds }, id) => refunds.fetch(id),
  settlements: ({ settlements }, id) => settlements.fetch(id),
}

/**
 * Reads all that an account at a gateway has.
 * @param client the client to use, requested before each page, since a secret may have changed in between
 * @param failed hears of each request that failed
 */
export function createGatewayReader(
  client: () => Promise<GatewayClient>,
  failed: (error: unknown) => void = () => undefined,
): GatewayReader {
  async function call<Response extends z.ZodType>(
    what: string,
    schema: Response,
    run: (stock: Stock) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<z.output<Response> | Rejected> {
    for (let waits = 0; ; waits += 1) {
      const own = await client()
      try {
        return await own.call(what, schema, { until: own.until() }, run)
      } catch (error) {
        failed(error)
        const ms = waitOf(error)
        if (ms === null || waits >= MAX_WAITS) throw error
        await wait(ms, undefined, signal ? { signal } : {})
      }
    }
  }

  async function list(
    what: string,
    run: (stock: Stock) => Promise<unknown>,
    signal?: AbortSignal,
  ): Promise<unknown[]> {
    const found = await call(what, List, run, signal)
    if (!(found instanceof Rejected)) return found.items
    const cause = new Error(`${what} was rejected with ${found.reason}.`)
    throw refused('acquirer_unavailable', undefined, { cause })
  }

  return {
    async *pages<K extends GatewayKind>(kind: K, range: GatewayRange = {}) {
      const { from, signal, to = endOfRange() } = range
      for (let skip = range.skip ?? 0; ; ) {
        signal?.throwIfAborted()
        const query = { ...(from === undefined ? {} : { from }), to, count: PAGE, skip }
        const all = await list(`${kind}.all`, (stock) => LISTS[kind](stock, query), signal)
        skip += all.length
        const within = all.filter((item) => isWithin(item, from, to))
        yield { ...parsed<GatewayRecord<K>>(GATEWAY_RECORDS[kind], within), skip }
        const isPast = within.length === 0 && all.every((item) => createdAt(item) < (from ?? 0))
        if (all.length < PAGE || isPast) return
      }
    },
    async count(kind, { from, to = endOfRange(), signal } = {}) {
      const hasMore = async (skip: number) => {
        const query = { ...(from === undefined ? {} : { from }), to, count: 1, skip }
        return (await list(`${kind}.all`, (stock) => LISTS[kind](stock, query), signal)).length > 0
      }
      let [least, most] = [0, 1]
      while (await hasMore(most - 1)) [least, most] = [most, most * 2]
      while (most - least > 1) {
        const middle = Math.floor((least + most) / 2)
        if (await hasMore(middle - 1)) least = middle
        else most = middle
      }
      return least
    },
    async one<K extends GatewayKind>(kind: K, id: string): Promise<GatewayRecord<K> | null> {
      const schema: z.ZodType<GatewayRecord<K>> = asSchema(GATEWAY_RECORDS[kind])
      const found = await call(`${kind}.fetch`, schema, (stock) => RECORDS[kind](stock, id))
      return found instanceof Rejected ? null : found
    },
    async *settlementLines(day, { skip: begun = 0, signal } = {}) {
      for (let skip = begun; ; ) {
        signal?.throwIfAborted()
        const query = { ...day, count: PAGE, skip }
        const all = await list('settlements.reports', ({ settlements }) => settlements.reports(query), signal)
        skip += all.length
        yield { ...parsed<GatewaySettlementLine>(GatewaySettlementLine, all), skip }
        if (all.length < PAGE) return
      }
    },
  }
}

/** How long to wait before a page is requested again, in milliseconds; null where that is not worth it. */
function waitOf(error: unknown): number | null {
  const wanted = (isAppError(error) ? (error.retryAfter ?? 0) : 0) * 1000
  // A tenth more by chance, so that several readers do not come back together.
  return wanted === 0 || wanted > MAX_WAIT_MS ? null : wanted * (1 + Math.random() / 10)
}

function endOfRange(): number {
  return Math.floor(Date.now() / 1000) - SETTLED_SECONDS
}

/** The schema of one of the kinds; which one is known by the caller's type only. */
function asSchema<Item>(schema: z.ZodType): z.ZodType<Item> {
  return schema as z.ZodType<Item>
}

function createdAt(item: unknown): number {
  return Listed.safeParse(item).data?.created_at ?? Number.POSITIVE_INFINITY
}

/** A record without a time is left to the schema. */
function isWithin(item: unknown, from: number | undefined, to: number): boolean {
  const at = Listed.safeParse(item).data?.created_at
  return at === undefined || (at >= (from ?? 0) && at <= to)
}

function parsed<Item>(schema: z.ZodType, all: unknown[]): Omit<GatewayPage<Item>, 'skip'> {
  const items: Item[] = []
  const rejected: RejectedRecord[] = []
  for (const each of all) {
    const { data, error } = asSchema<Item>(schema).safeParse(each)
    if (error) rejected.push({ id: Listed.safeParse(each).data?.id ?? null, reason: reasonOf(error) })
    else items.push(data)
  }
  return { items, rejected }
}

/** The fields that are wrong. The issues themselves are left out, since they may quote. */
function reasonOf({ issues }: z.ZodError): string {
  const fields = [...new Set(issues.map(({ path }) => path.join('.') || 'record'))]
  const more = fields.length > MAX_NAMED ? ` and ${fields.length - MAX_NAMED} more` : ''
  return `Outside the schema: ${fields.slice(0, MAX_NAMED).join(', ')}${more}.`
}
