import { z } from 'zod'
import { TimelineEntry } from '#lib/domain/audit/schema.ts'
import { gatewayEntry, importedEntries } from '#lib/domain/imported-timeline.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { findPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { loggedRequests } from '#lib/domain/requests/logged.ts'
import { entryOf, type RecordEntry, type TimelineAuditLine, timelineOf } from '#lib/domain/timeline.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { CREATED_BY_GATEWAY } from '#lib/values/creator-text.ts'
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
      select: { id: true, amount: true, currency: true, created_by: true, created_at: true },
    })
    const gateway = await ofGateway(context, payment, refunds)
    const objects = [payment.id, ...refunds.map((refund) => refund.id)]
    const of = { events: { payment_id: payment.id }, objects, quiet: QUIET, gateway }
    return {
      items: await withRequests(
        context,
        await withMailStatus(context, await timelineOf(context, of, firstAttempts)),
      ),
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
    const imported = await importedEntries(context, await findOrder(context, input.id))
    const of = { events: { order_id: input.id }, objects: [input.id], quiet: QUIET, gateway: () => imported }
    return { items: await withMailStatus(context, await timelineOf(context, of, firstAttempts)) }
  },
})

type RefundOfGateway = {
  id: string
  amount: bigint
  currency: string
  created_by: string | null
  created_at: bigint
}

/** What is known of an imported payment, and of refunds that were imported, beside their events. */
async function ofGateway(
  context: Context,
  { id, status, created_at, captured_at, authorization_reference, acquirer_id }: PaymentRow,
  refunds: RefundOfGateway[],
): Promise<(events: readonly RecordEntry[]) => RecordEntry[]> {
  // The reference of an imported payment is the ID that the gateway gave it.
  const created_by = authorization_reference === id ? CREATED_BY_GATEWAY : null
  const imported = await importedEntries(context, { created_by, created_at }, acquirer_id)
  return (events) => {
    const lacks = (event: string) => !events.some(({ what }) => what === event)
    const known = new Set(events.map(({ payload }) => refundIn(payload)))
    return [
      ...imported,
      ...(created_by && status === 'failed' && lacks('payment.failed')
        ? [gatewayEntry('failed', created_at)]
        : []),
      ...(created_by && captured_at !== null && lacks('payment.captured')
        ? [gatewayEntry('captured', captured_at)]
        : []),
      ...refunds
        .filter((refund) => refund.created_by === CREATED_BY_GATEWAY && !known.has(refund.id))
        .map((refund) =>
          gatewayEntry('refunded', refund.created_at, {
            refund: { entity: { id: refund.id, amount: Number(refund.amount), currency: refund.currency } },
          }),
        ),
    ]
  }
}

function refundIn(payload: RecordEntry['payload']): string | undefined {
  return (payload as { refund?: { entity?: { id?: string } } } | null)?.refund?.entity?.id
}

/** The first line of a payment, shown as `payment.created`. */
const BEGINNINGS = ['create_payment', 'create_upi_payment', 'begin_payment'] as const
const QUIET = [
  'create_order',
  'update_order',
  'update_payment',
  'update_refund',
  'add_comment',
  'delete_comment',
  'send_receipt',
  'mail_receipt',
  'send_payment_link',
  ...BEGINNINGS,
] as const

/** A payment has a line for its reservation and another for the bank's response: one is shown. */
function firstAttempts(lines: TimelineAuditLine[]): RecordEntry[] {
  return lines
    .filter((line) => isFirst(line, lines))
    .map((line) => ({ ...entryOf(line), ...(isBeginning(line) ? { what: 'payment.created' } : {}) }))
}

function isFirst(line: TimelineAuditLine, lines: TimelineAuditLine[]): boolean {
  if (!isBeginning(line)) return true
  return !lines.some(
    (other) => other.object_id === line.object_id && other.action === line.action && other.id < line.id,
  )
}

function isBeginning({ action }: TimelineAuditLine): boolean {
  return (BEGINNINGS as readonly string[]).includes(action)
}

/** The emails to payers by the operation that writes them. */
const MAILED: Record<string, string> = {
  send_receipt: 'receipt',
  mail_receipt: 'receipt',
  send_payment_link: 'payment_link',
}

/** An email is named by its status, as in the outbox; by its operation when the outbox has deleted it. */
async function withMailStatus(context: Context, entries: RecordEntry[]): Promise<RecordEntry[]> {
  const ids = entries.flatMap(({ what, mail_id }) => (MAILED[what] && mail_id ? [mail_id] : []))
  if (ids.length === 0) return entries
  const mails = await context.tables.mails.findMany({
    where: { account_id: context.account.id, id: { in: ids } },
    select: { id: true, status: true },
  })
  const statuses = new Map(mails.map(({ id, status }) => [id, status]))
  return entries.map((entry) => {
    const status = statuses.get(entry.mail_id ?? '')
    return status === undefined ? entry : { ...entry, what: `${MAILED[entry.what]}.${status}` }
  })
}

/** The page of a payment leads to the requests that the log has. */
async function withRequests(context: Context, entries: RecordEntry[]): Promise<RecordEntry[]> {
  const logged = await loggedRequests(
    context,
    entries.map(({ request_id }) => request_id),
  )
  return entries.map((entry) => ({ ...entry, request_kept: logged.has(entry.request_id ?? '') }))
}
