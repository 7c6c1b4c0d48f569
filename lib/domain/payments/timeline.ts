import { z } from 'zod'
import { findPayment } from '#lib/domain/payments/find.ts'
import { TimelineEntry } from '#lib/domain/payments/schema.ts'
import { type Context, defineOperation } from '#lib/operation.ts'
import { Id } from '#lib/values/id.ts'

const Timeline = z.object({ items: z.array(TimelineEntry) })

export const fetchPaymentTimeline = defineOperation({
  name: 'fetch_payment_timeline',
  title: 'Fetch the timeline of a payment',
  summary: 'Lists what happened to a payment and its refunds, newest first, with who did it.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('payment') }),
  output: Timeline,
  async run(context, input) {
    const payment = await findPayment(context, input.id)
    const refunds = await context.tables.refunds.findMany({
      where: { account_id: context.account.id, payment_id: payment.id },
      select: { id: true },
    })
    return {
      items: await entriesOf(context, { payment_id: payment.id }, [
        payment.id,
        ...refunds.map((refund) => refund.id),
      ]),
    }
  },
})

export const fetchOrderTimeline = defineOperation({
  name: 'fetch_order_timeline',
  title: 'Fetch the timeline of an order',
  summary: 'Lists what happened to an order and its payments, newest first, with who did it.',
  permission: 'orders:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('order') }),
  output: Timeline,
  async run(context, input) {
    return { items: await entriesOf(context, { order_id: input.id }, [input.id]) }
  },
})

/** Changes that leave an audit line and no event: what the timeline adds to the events. */
const QUIET = [
  'create_order',
  'update_order',
  'update_payment',
  'update_refund',
  'create_payment',
  'create_upi_payment',
  'begin_payment',
]

async function entriesOf(
  context: Context,
  about: { payment_id: string } | { order_id: string },
  objectIds: string[],
) {
  const account_id = context.account.id
  const events = await context.tables.events.findMany({
    where: { account_id, ...about },
    orderBy: { id: 'desc' },
    take: 200,
  })
  const lines = await context.tables.audit_lines.findMany({
    where: { account_id, object_id: { in: objectIds }, action: { in: QUIET } },
    orderBy: { id: 'desc' },
    take: 200,
  })
  const entries = [
    ...events.map((event) => ({ ...event, what: event.event })),
    // A payment that was begun has a line when it was reserved and another when its answer was recorded: one is shown.
    ...lines
      .filter((line) => isFirst(line, lines))
      .map((line) => ({ ...line, what: whatOf(line.action), payload: {} })),
  ]
  return entries.sort(
    (left, right) =>
      Number(right.created_at - left.created_at) || (left.id.slice(4) < right.id.slice(4) ? 1 : -1),
  )
}

type Line = { id: string; action: string; object_id: string | null }

function isFirst(line: Line, lines: Line[]): boolean {
  if (whatOf(line.action) !== 'payment.created') return true
  return !lines.some(
    (other) => other.object_id === line.object_id && other.action === line.action && other.id < line.id,
  )
}

function whatOf(action: string): string {
  return ['create_payment', 'create_upi_payment', 'begin_payment'].includes(action)
    ? 'payment.created'
    : action
}
