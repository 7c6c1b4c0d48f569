import type { QuietAction } from '#lib/domain/events/schema/timeline.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/**
 * The subject of a timeline: the column of `events` that finds its events, and the objects whose audit lines belong to
 * it.
 */
type TimelineOf = {
  events:
    | { payment_id: string; payload?: { path: string[]; equals: string } }
    | { order_id: string }
    | { customer_id: string }
    | { object_id: string }
  objects: string[]
  /** Changes with an audit line and no event, which the timeline adds to the events: these, or all but some. */
  quiet: readonly QuietAction[] | { not: readonly string[] }
  /** What happened at a gateway before it was known here, by the events that are. */
  gateway?: (events: readonly RecordEntry[]) => RecordEntry[]
}

/** The maximum number of entries of a timeline. */
const MOST = 200

type Event = Awaited<ReturnType<Context['tables']['events']['findMany']>>[number]
export type TimelineAuditLine = Awaited<ReturnType<Context['tables']['audit_lines']['findMany']>>[number]
export type RecordEntry = Pick<
  Event,
  'id' | 'actor_kind' | 'actor_name' | 'request_id' | 'created_at' | 'payload'
> & {
  what: string
  request_kept?: boolean
  changes?: unknown
  /** The email that it wrote. */
  mail_id?: string
}

/**
 * The entries, newest first: the events, and the changes of the objects without an event.
 * @param choose selects the lines that are shown, and their names
 */
export async function timelineOf(
  context: Context,
  { events: about, objects, quiet, gateway = () => [] }: TimelineOf,
  choose: (lines: TimelineAuditLine[]) => RecordEntry[] = (lines) => lines.map(entryOf),
): Promise<RecordEntry[]> {
  const account_id = context.account.id
  const events = await context.tables.events.findMany({
    where: { account_id, ...about, endpoint_id: null },
    orderBy: { id: 'desc' },
    take: MOST,
  })
  const action = 'not' in quiet ? { notIn: [...quiet.not] } : { in: [...quiet] }
  const lines = await context.tables.audit_lines.findMany({
    where: { account_id, object_id: { in: objects }, action },
    orderBy: { id: 'desc' },
    take: MOST,
  })
  const known = events.map((event) => ({ ...event, what: event.event }))
  return inOrder([...known, ...choose(lines), ...gateway(known)])
}

/** An audit line as an entry, with its changed fields: before and after, or by how much a reversal changed them. */
export function entryOf(line: TimelineAuditLine): RecordEntry {
  const { changes, before, after, mail_id } = line.details as Record<string, unknown>
  const changed = changes ?? changesIn(before, after)
  return {
    ...line,
    what: line.action,
    payload: {},
    ...(changed === undefined ? {} : { changes: changed }),
    ...(typeof mail_id === 'string' ? { mail_id } : {}),
  }
}

function changesIn(before: unknown, after: unknown): object | undefined {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return undefined
  const [from, to] = [before, after] as Record<string, unknown>[]
  return Object.fromEntries(
    Object.keys(after).map((name) => [name, { from: from?.[name] ?? null, to: to?.[name] ?? null }]),
  )
}

/** Newest first. Ids sort by time too, once their prefixes (evt_, aud_) are off. */
function inOrder(entries: RecordEntry[]): RecordEntry[] {
  return entries.sort(
    (left, right) =>
      Number(right.created_at - left.created_at) || (left.id.slice(4) < right.id.slice(4) ? 1 : -1),
  )
}
