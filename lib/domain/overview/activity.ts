import { z } from 'zod'
import type { QuietAction } from '#lib/domain/events/schema/timeline.ts'
import { Activity } from '#lib/domain/overview/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** Changes without an event that colleagues would want to see. */
const LINES: readonly QuietAction[] = [
  'create_order',
  'update_order',
  'update_payment',
  'update_refund',
  'create_key',
  'revoke_key',
]

/** What takes more than to see payments, by the prefix of its ID. */
const READS: Readonly<Record<string, Permission>> = {
  order: 'orders:read',
  rfnd: 'refunds:read',
  trf: 'transfers:read',
  pout: 'payouts:read',
  setl: 'balance:read',
  cust: 'customers:read',
  doc: 'documents:read',
  bill: 'bills:read',
  key: 'keys:read',
}

/** So many events of one batch are shown: it may have thousands. */
const OF_A_BATCH = 10

const NO_AMOUNT = { amount: null, currency: null }

type Snapshot = { entity: { id: string; amount?: number; currency?: string; notes?: { batch_id?: string } } }

export const fetchActivity = defineOperation({
  name: 'fetch_activity',
  title: 'Fetch recent activity',
  summary: 'Lists what happened last in the account, newest first, with who did it.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ count: z.int().min(1).max(50).default(12) }),
  output: z.object({ items: z.array(Activity) }),
  async run(context, input) {
    const account_id = context.account.id
    const newest = {
      where: { account_id },
      orderBy: [{ created_at: 'desc' as const }, { id: 'desc' as const }],
      take: input.count * 4,
    }
    const latest = await context.tables.events.findMany({
      ...newest,
      where: { account_id, endpoint_id: null },
    })
    const few = latest.filter((event, at) => {
      const batch = batchOf(event)
      return (
        batch === null || latest.slice(0, at).filter((other) => batchOf(other) === batch).length < OF_A_BATCH
      )
    })
    // A large batch is all of the latest: then what happened beside it is read, too.
    const beside =
      latest.length === newest.take && few.length < input.count
        ? await context.rows<(typeof latest)[number]>(
            `SELECT * FROM events WHERE account_id = $1 AND endpoint_id IS NULL
               AND payload #>> '{refund,entity,notes,batch_id}' IS NULL
             ORDER BY created_at DESC, id DESC LIMIT $2`,
            [account_id, input.count],
          )
        : []
    const known = new Set(few.map(({ id }) => id))
    const events = [...few, ...beside.filter(({ id }) => !known.has(id))]
    const lines = await context.tables.audit_lines.findMany(newest)
    const orders = await amountsOf(context, lines)
    const items = [
      ...events.flatMap((event) => {
        const about = aboutOf(event.event, event.payload as Record<string, Snapshot>)
        return about && !saidBetter(event, events)
          ? [{ ...event, what: event.event, batch_id: batchOf(event), ...about }]
          : []
      }),
      ...lines.flatMap((line) =>
        (LINES as readonly string[]).includes(line.action) && line.object_id
          ? [
              {
                ...line,
                what: line.action,
                object_id: line.object_id,
                batch_id: null,
                ...NO_AMOUNT,
                ...orders.get(line.object_id),
              },
            ]
          : [],
      ),
    ]
    items.sort(
      (left, right) =>
        Number(right.created_at - left.created_at) || (left.id.slice(4) < right.id.slice(4) ? 1 : -1),
    )
    const received = items.filter(({ object_id }) => maySee(context, object_id))
    return { items: received.slice(0, input.count) }
  },
})

/** Whether the reader may open the list that the record is in. */
function maySee({ actor }: Context, id: string): boolean {
  const permission = READS[id.split('_')[0] ?? '']
  return permission === undefined || actor.permissions.has(permission)
}

/** The batch of a refund is in its notes. */
function batchOf({ payload }: { payload: unknown }): string | null {
  const { refund } = payload as Record<string, Snapshot>
  return refund?.entity.notes?.batch_id ?? null
}

/** The object that an event is about, as of the event. */
function aboutOf(event: string, payload: Record<string, Snapshot>) {
  const entity = payload[event.split('.')[0] ?? '']?.entity
  return entity
    ? { object_id: entity.id, amount: entity.amount ?? null, currency: entity.currency ?? null }
    : null
}

/** The new orders among the lines: a line has only their IDs. */
async function amountsOf(context: Context, lines: { action: string; object_id: string | null }[]) {
  const ids = lines.flatMap((line) =>
    line.action === 'create_order' && line.object_id ? [line.object_id] : [],
  )
  const orders = await context.tables.orders.findMany({
    where: { account_id: context.account.id, id: { in: ids } },
    select: { id: true, amount: true, currency: true },
  })
  return new Map(orders.map(({ id, ...amount }) => [id, amount]))
}

type Row = { event: string; payment_id: string | null; created_at: bigint }

/** A captured payment includes its authorization and the paid order. */
function saidBetter(event: Row, all: Row[]): boolean {
  if (event.event === 'order.paid') return true
  if (event.event !== 'payment.authorized') return false
  return all.some((other) => other.event === 'payment.captured' && other.payment_id === event.payment_id)
}
