import type { Claim } from '#lib/pipeline/idempotency.ts'
import { type Insert, insertAll } from '#lib/pipeline/insert.ts'
import {
  type Actor,
  type Meta as Asked,
  type Context,
  isPerson,
  type NewEvent,
  type Runtime,
  type Tables,
} from '#lib/pipeline/operation.ts'
import { transact } from '#lib/pipeline/transact.ts'
import { newId } from '#lib/values/id.ts'

/** With the key as it is kept, and its claim. */
type Meta = Asked & { claim?: Claim | undefined }

/** What an operation is handed: everything that it may use, and what it writes besides its rows gathers in `writes`. */
export function createContext(
  runtime: Runtime,
  operation: Named,
  actor: Actor,
  meta: Meta,
  tables: Tables,
  writes: Insert[],
): Audited {
  const at = runtime.clock()
  const details: Record<string, unknown> = {}
  const context: Audited = {
    actor,
    account: actor.account,
    confirmed: meta.confirmed === true || !isPerson(actor),
    now: Math.floor(at / 1000),
    requestId: meta.requestId,
    idempotencyKey: meta.idempotencyKey,
    claim: meta.claim,
    tables,
    rows: async <R>(text: string, values: unknown[]) => {
      const query = tables === runtime.prisma ? runtime.query : queryOf.bind(null, tables)
      return (await query(text, values)).rows as R[]
    },
    // Asked for only when it is used: without a configured acquirer everything but a new payment still works.
    get acquirer() {
      return runtime.acquirer(actor.account)
    },
    vault: runtime.vault,
    mailer: runtime.mailer,
    storage: runtime.storage,
    baseUrl: runtime.baseUrl,
    allowedNetworks: runtime.allowedNetworks,
    testTargets: runtime.testTargets,
    details,
    objectId: null,
    status: operation.status,
    newSecret: () => runtime.newSecret(),
    signingSecret: (keyId) => runtime.signingSecret(actor, keyId ?? null),
    timing: runtime.timing,
    newId: (kind) => newId(kind, at),
    emit: (event) => {
      const row = eventRow(context, event)
      writes.push(row)
      return String(row.row.id)
    },
    about: (objectId) => {
      context.objectId = objectId
    },
    answerWith: (status) => {
      context.status = status
    },
    note: (more) => Object.assign(details, more),
    forgetKey: (id) => context.afterwards.push(() => runtime.forgetKey(id)),
    afterwards: [],
    enqueue: (name, data, options) => runtime.enqueue(tables, name, data, options),
    transaction: (work) =>
      inTransaction(runtime, operation, actor, meta, async (inner, innerWrites) => {
        const value = await work(inner)
        const line = auditLine(inner, operation, value)
        // A step that only reserves or looks has nothing to show; the step that changes something writes the line.
        if (line.row.object_id !== null) innerWrites.push(line)
        if (await flush(inner.tables, innerWrites)) inner.afterwards.push(() => runtime.nudge())
        return value
      }),
  }
  return context
}

/** Runs work in one transaction, repeated on a serialization failure; what is to follow, follows the commit. */
export async function inTransaction<T>(
  runtime: Runtime,
  operation: Named,
  actor: Actor,
  meta: Meta,
  work: (context: Audited, writes: Insert[]) => Promise<T>,
): Promise<T> {
  let afterwards: (() => void)[] = []
  const value = await transact(() =>
    runtime.prisma.$transaction((tables) => {
      const writes: Insert[] = []
      const context = createContext(runtime, operation, actor, meta, tables, writes)
      afterwards = context.afterwards
      return work(context, writes)
    }),
  )
  for (const then of afterwards) then()
  return value
}

/**
 * Writes events and audit lines.
 * @returns whether there is something for the dispatcher, once the transaction has ended
 */
export async function flush(tables: Tables, writes: Insert[]): Promise<boolean> {
  if (writes.length === 0) return false
  const { text, values } = insertAll(writes)
  const { rows } = await queryOf(tables, text, values)
  return Number(rows[0]?.told) > 0
}

/** One statement of plain SQL within a transaction. */
export async function queryOf(tables: Tables, text: string, values: unknown[]) {
  const rows = await tables.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values)
  return { rows }
}

function eventRow(context: Context, event: NewEvent): Insert {
  const payload = Object.fromEntries(
    Object.entries(event.payload).map(([name, entity]) => [name, { entity }]),
  )
  return {
    table: 'events',
    row: {
      account_id: context.account.id,
      id: context.newId('event'),
      event: event.event,
      contains: Object.keys(event.payload),
      payload: JSON.stringify(payload),
      payment_id: event.payment_id ?? null,
      order_id: event.order_id ?? null,
      customer_id: event.customer_id ?? customerOf(event.payload),
      endpoint_id: event.endpoint_id ?? null,
      object_id: Object.values(event.payload)[0]?.id ?? null,
      actor_kind: context.actor.kind,
      actor_id: context.actor.id,
      actor_name: context.actor.name,
      request_id: context.requestId,
      created_at: context.now,
    },
  }
}

function customerOf(payload: NewEvent['payload']): string | null {
  if (payload.customer) return payload.customer.id
  const named = Object.values(payload).find(
    (entity) => 'customer_id' in entity && typeof entity.customer_id === 'string',
  ) as { customer_id: string } | undefined
  return named?.customer_id ?? null
}

type Named = { name: string; auditedAs?: string; status: number }

/** A context with what its audit line and its answer are made from, and what follows once it is committed. */
export type Audited = Context & {
  details: Record<string, unknown>
  objectId: string | null
  status: number
  afterwards: (() => void)[]
}

/** The line that every change leaves: who did what, to which object. */
export function auditLine(
  context: Context,
  { name, auditedAs = name }: Pick<Named, 'name' | 'auditedAs'>,
  value: unknown,
): Insert {
  const returned =
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
      ? value.id
      : null
  const { details, objectId } = context as Audited
  const { approval } = context.actor
  const approved = approval ? { approval_id: approval.id, approved_by: approval.by } : {}
  return {
    table: 'audit_lines',
    row: {
      account_id: context.account.id,
      id: context.newId('audit'),
      action: auditedAs,
      object_id: objectId ?? returned,
      actor_kind: context.actor.kind,
      actor_id: context.actor.id,
      actor_name: context.actor.name,
      request_id: context.requestId,
      details: JSON.stringify({ ...details, ...approved }),
      created_at: context.now,
    },
  }
}
