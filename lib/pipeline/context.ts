import { type Part, type Query, rowsOf } from '#lib/database/query.ts'
import { repeatTransaction, transact } from '#lib/database/transact.ts'
import { type BeforeAndAfter, beforeAndAfter, changedByUpdates } from '#lib/pipeline/audit-changes.ts'
import { Changes, type Row } from '#lib/pipeline/changes.ts'
import { statementOf } from '#lib/pipeline/changes-statement.ts'
import { isAppError, refused } from '#lib/pipeline/errors.ts'
import { claimRow, savedResponse, usedPart, type Wanted } from '#lib/pipeline/idempotency.ts'
import {
  type Actor,
  type Context,
  isPerson,
  type NewEvent,
  type Meta as Requested,
  type Runtime,
  type Tables,
} from '#lib/pipeline/operation.ts'
import { placed, type ReadRow, readOf, type StatementReader } from '#lib/pipeline/reader.ts'
import { isOvertaken } from '#lib/pipeline/writer.ts'
import { codesOf, isRetryable, isShortfall } from '#lib/process/availability.ts'
import { newId } from '#lib/values/id.ts'
import { propertyOf } from '#lib/values/json.ts'
import { isWrittenInstead, needsLocks } from './another-transaction.ts'
import type { Claim } from './operation.ts'

/** A key that is claimed by the first statement that writes for it, and the claim from then on. */
export type PendingClaim = { wanted: Wanted; token: string; claim?: Claim }

/** With the key as it is kept, and its claim. */
export type ContextMeta = Requested & {
  claim?: Claim | undefined
  pending?: PendingClaim | undefined
  /** The key that the write of the operation claims, where it is one statement. */
  wanted?: Wanted | undefined
  /** Makes the idempotent response of a value; set by the pipeline for the step that responds. */
  respond?: ((context: Audited, value: unknown) => { status: number; body: string }) | undefined
}

/** An operation that runs, for whom, and what the pipeline knows of the request. */
export type Execution = { runtime: Runtime; operation: Named; actor: Actor; meta: ContextMeta }

/** Where a context reads and writes: a transaction that locks, or single statements. */
type Place = { tables: Tables; changes: Changes; locked: boolean }

/** The context of an operation: everything that it may use; its writes gather in `changes`. */
export function createContext(execution: Execution, { tables, changes, locked }: Place): Audited {
  const { runtime, operation, actor, meta } = execution
  const at = runtime.clock()
  const details: Details = {}
  const query = locked ? queryOf(tables) : runtime.query
  const context: Audited = {
    actor,
    account: actor.account,
    confirmed: meta.confirmed === true || !isPerson(actor),
    now: Math.floor(at / 1000),
    requestId: meta.requestId,
    ip: meta.ip ?? null,
    idempotencyKey: meta.idempotencyKey,
    get claim() {
      return meta.claim ?? meta.pending?.claim
    },
    tables,
    changes,
    locked,
    read: (parts) => {
      const wanted = meta.pending && !meta.pending.claim ? meta.pending.wanted : meta.wanted
      return locked ? readLocked(query, parts) : readParts(runtime.reader, parts, wanted)
    },
    rows: rowsOf(query),
    // Asked for only when it is used: without a configured acquirer everything but a new payment still works.
    get acquirer() {
      return runtime.acquirer(actor.account)
    },
    acquirerOf: ({ acquirer_id }) => runtime.acquirer(actor.account, acquirer_id),
    acquirers: runtime.acquirers,
    operationNamed: runtime.operationNamed,
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
    hashPassword: (password) => runtime.hashPassword(password),
    signingSecret: (keyId) => runtime.signingSecret(actor, keyId ?? null),
    signing: runtime.signing(actor),
    timing: runtime.timing,
    newId: (kind) => newId(kind, at),
    emit: (event) => {
      assertEmits(operation, event)
      const row = eventRow(context, event)
      changes.insert('events', row)
      return String(row.id)
    },
    countChange: (table, before, after) => changes.count(actor.account.id, table, before, after),
    about: (objectId) => {
      context.objectId = objectId
    },
    respondWith: (status) => {
      context.status = status
    },
    lookAhead: meta.lookAhead === true,
    foundMore: (more) => {
      context.more = more
    },
    more: undefined,
    note: (more) => Object.assign(details, more),
    noteChange: (before, after, names) =>
      addChange(details, beforeAndAfter(before, after, names) ?? { before: {}, after: {} }),
    forgetKey: (id) => context.afterwards.push(() => runtime.forgetKey(id)),
    afterwards: [],
    enqueue: (name, data, { after = 0, key, behind = false } = {}) => {
      changes.enqueue({ name, data, after, key: key ?? null, behind })
    },
    transaction: (work) => transactionStep(execution, work),
    step: (work, options) => optimisticStep(execution, work, options?.resultOf),
  }
  return context
}

/** How often something is decided without locks before it is decided in a transaction. */
const DECISION_ATTEMPTS = 2

/**
 * Decides on rows that are read without a lock, and writes the decision by one statement; where the rows have changed
 * since, once more.
 * @param complete adds what belongs to the decision, its audit line and its response. @returns the row that claims its key
 * @returns `claimed before` when the key was used; `needs locks` when the rows keep changing, a rule takes locks, or a rule
 * rejects it, since it may have rested on rows that have changed
 * @throws what no rule has thrown: a fault, a database that is away
 */
export async function decideAndWrite<T>(
  execution: Execution,
  decide: (context: Audited) => Promise<T>,
  complete: (context: Audited, value: T) => Row | undefined,
): Promise<{ value: T } | 'claimed before' | 'needs locks'> {
  const { runtime } = execution
  for (let attempt = 1; attempt <= DECISION_ATTEMPTS; attempt += 1) {
    const place = { tables: runtime.prisma, changes: new Changes(), locked: false }
    const context = createContext(execution, place)
    let value: T
    try {
      value = await decide(context)
    } catch (thrown) {
      if (isNotClaimed(thrown)) return 'claimed before'
      const byRule = isAppError(thrown) && thrown.status < 500
      if (byRule || needsLocks(thrown) || isWrittenInstead(thrown) || isRetryable(thrown))
        return 'needs locks'
      throw thrown
    }
    const outcome = await tryWrite(runtime, context, complete(context, value))
    if (outcome !== 'overtaken') return outcome === 'written' ? { value } : outcome
  }
  return 'needs locks'
}

/** A step of an operation, in a transaction of its own that locks. */
function transactionStep<T>(
  execution: Execution,
  work: (context: Context) => Promise<T>,
  resultOf?: (value: T) => unknown,
): Promise<T> {
  return inTransaction(execution, async (inner) => {
    const value = await work(inner)
    endStep(inner, execution.operation, value)
    keepResponse(inner, execution.meta, resultOf?.(value))
    await flush(execution.runtime, inner)
    return value
  })
}

/**
 * A step decided without locks if that is possible, else in a transaction. The first step claims a key that is not claimed
 * yet.
 * @throws NotClaimed where it cannot: the request then claims its key first, and decides with locks
 */
async function optimisticStep<T>(
  execution: Execution,
  work: (context: Context) => Promise<T>,
  resultOf?: (value: T) => unknown,
): Promise<T> {
  const { runtime, operation, meta } = execution
  if (!runtime.writer) return transactionStep(execution, work, resultOf)
  const claims = meta.pending?.claim ? undefined : meta.pending
  let responds = false
  const decided = await decideAndWrite(execution, work, (context, value) => {
    endStep(context, operation, value)
    const reply = resultOf?.(value)
    if (!claims) {
      keepResponse(context, meta, reply)
      return undefined
    }
    const response = reply === undefined ? undefined : meta.respond?.(context, reply)
    responds = response !== undefined
    return claimRow(claims.wanted, response ?? claims, context.now)
  })
  if (typeof decided === 'string') {
    if (claims || decided === 'claimed before') throw new NotClaimed()
    return transactionStep(execution, work, resultOf)
  }
  if (claims) {
    const { accountId, key } = claims.wanted
    claims.claim = { accountId, key, token: claims.token, ...(responds ? { hasResponse: true } : {}) }
  }
  return decided.value
}

/**
 * Writes a decision made without locks, by one statement.
 * @returns `overtaken` when the rows have changed since they were read, `claimed before` when the key was used
 */
async function tryWrite(
  runtime: Runtime,
  context: Audited,
  claim: Row | undefined,
): Promise<'written' | 'claimed before' | 'overtaken'> {
  const { changes } = context
  changes.addCounts()
  if (changes.empty && !claim) return 'written'
  if (!runtime.writer) return 'overtaken'
  try {
    const { written, queued } = await runtime.writer.write({ changes, claim })
    if (!written) return 'claimed before'
    committed(runtime, context, queued)
    return 'written'
  } catch (thrown) {
    if (!isOvertaken(thrown, codesOf(thrown))) throw thrown
    return 'overtaken'
  }
}

/** Thrown to have a request claim its key first, or find it used, and then decide with locks. */
class NotClaimed extends Error {
  constructor() {
    super('The key is not claimed, or was used before.')
    this.name = 'NotClaimed'
  }
}

/** By name and not by class: Next's bundle and plain Node each load this file once. */
export function isNotClaimed(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'NotClaimed'
}

/** A step that only reserves or looks has nothing to show; the step that changes something leaves the audit line. */
export function endStep(context: Audited, operation: Named, value: unknown): void {
  const line = auditLine(context, operation, value)
  if (line.object_id !== null) context.changes.insert('audit_lines', line)
}

/** Keeps the response of the operation with the changes of its last step. */
function keepResponse(context: Audited, meta: ContextMeta, value: unknown): void {
  const { claim } = context
  const response = value === undefined ? undefined : meta.respond?.(context, value)
  if (!claim || !response) return
  context.changes.update(...savedResponse(claim, response))
  context.afterwards.push(() => {
    claim.hasResponse = true
  })
}

/** Runs work in one transaction, repeated on a serialization failure; its follow-up work runs after the commit. */
export async function inTransaction<T>(
  execution: Execution,
  work: (context: Audited) => Promise<T>,
): Promise<T> {
  const { runtime } = execution
  let ended: Audited | undefined
  const value = await transact(() =>
    runtime.prisma.$transaction((tables) => {
      const context = createContext(execution, { tables, changes: new Changes(), locked: true })
      ended = context
      return work(context)
    }),
  )
  if (ended) committed(runtime, ended, false)
  return value
}

/** Work after a commit. */
function committed(runtime: Runtime, context: Audited, queued: boolean): void {
  for (const then of context.afterwards) then()
  if (queued) runtime.nudge()
  if (!runtime.queues.jobs && context.changes.jobs.length > 0) runtime.jobs.queued(context.changes.jobs)
}

/**
 * Writes the changes of a transaction.
 * @throws what `changes.shortfall` makes, when a kept balance would fall below zero
 */
export async function flush(runtime: Runtime, context: Audited): Promise<void> {
  const { changes } = context
  changes.addCounts()
  if (changes.empty) return
  const { text, values } = statementOf([{ changes }], runtime.queues)
  try {
    const { rows } = await queryOf(context.tables)(text, values)
    if (Number(rows[0]?.queued) > 0) context.afterwards.push(() => runtime.nudge())
  } catch (thrown) {
    const codes = codesOf(thrown)
    if (changes.shortfall && isShortfall(thrown)) throw changes.shortfall()
    // The rows are locked, so only the claim of the key can have changed: a repeat has taken the request over.
    if (codes.includes('22012') && context.claim)
      throw refused('idempotency_key_in_use', undefined, { retryAfter: 1 })
    if (codes.includes('22012')) throw repeatTransaction(thrown)
    throw thrown
  }
}

/**
 * Reads all parts with one statement, which also looks whether the key was used: a repeat is then told its response
 * without a write that fails.
 * @throws NotClaimed when it was
 */
async function readParts<T extends Record<string, object>>(
  reader: StatementReader,
  parts: { [K in keyof T]: Part },
  wanted: Wanted | undefined,
): Promise<{ [K in keyof T]: T[K] | null }> {
  const read = readOf(parts)
  if (wanted) read.columns += `, EXISTS (${placed(usedPart(wanted), read.values)}) AS "${USED}"`
  const row = await reader.read(read)
  const found = row as { [K in keyof T]: T[K] | null } & { [USED]?: boolean }
  if (found[USED]) throw new NotClaimed()
  return found
}

/** The column that says whether the key was used. */
const USED = 'key used'

/** Reads and locks part after part. */
async function readLocked<T extends Record<string, object>>(
  query: Query,
  parts: { [K in keyof T]: Part },
): Promise<{ [K in keyof T]: T[K] | null }> {
  const found: ReadRow = {}
  for (const [name, part] of Object.entries<Part>(parts)) {
    const values: unknown[] = []
    const lock = part.lock === undefined ? '' : ` FOR UPDATE OF ${part.lock}`
    const { rows } = await query<ReadRow>(
      `SELECT to_jsonb(r) AS row FROM (${placed(part, values)}${lock}) r`,
      values,
    )
    found[name] = rows[0]?.row ?? null
  }
  return found as { [K in keyof T]: T[K] | null }
}

/** Plain SQL within a transaction. */
function queryOf(tables: Tables): Query {
  return async <Row>(text: string, values: unknown[]) => ({
    rows: await tables.$queryRawUnsafe<Row[]>(text, ...values),
  })
}

/** So that the declarations of operations tell which events there are, and of what. */
function assertEmits({ name, emits = [] }: Named, { event }: NewEvent): void {
  if (!emits.includes(event)) throw new Error(`${name} emits ${event}, which its \`emits\` does not list.`)
}

function eventRow(context: Context, event: NewEvent): Row {
  const payload = Object.fromEntries(
    Object.entries(event.payload).map(([name, entity]) => [name, { entity }]),
  )
  return {
    account_id: context.account.id,
    id: context.newId('event'),
    event: event.event,
    contains: Object.keys(event.payload),
    payload,
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
  }
}

function customerOf(payload: NewEvent['payload']): string | null {
  if (payload.customer) return payload.customer.id
  const ids = Object.values(payload).map((entity) => propertyOf(entity, 'customer_id'))
  return ids.find((id) => typeof id === 'string') ?? null
}

type Named = { name: string; auditedAs?: string; emits?: readonly string[]; status: number }

/** What an audit line says beside who did what: what changed, and what the operation notes. */
type Details = { before?: object; after?: object }

/** A context with the data of its audit line and its response, and the work that follows the commit. */
export type Audited = Context & {
  details: Details
  objectId: string | null
  status: number
  more: boolean | undefined
  afterwards: (() => void)[]
}

/** Adds to what changed; of a property that is there already, the value before and the newest one after count. */
function addChange(details: Details, change: BeforeAndAfter | null): void {
  if (change === null) return
  details.before = { ...change.before, ...details.before }
  details.after = { ...details.after, ...change.after }
}

/** The line that every change leaves: who did what, to which object. */
export function auditLine(
  context: Audited,
  { name, auditedAs = name }: Pick<Named, 'name' | 'auditedAs'>,
  value: unknown,
): Row {
  const returned =
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
      ? value.id
      : null
  const { details, objectId } = context
  const { approval, batch } = context.actor
  const object_id = objectId ?? returned
  const changed = { ...details }
  addChange(changed, changedByUpdates(context.changes.updates, object_id))
  const approved = approval ? { approval_id: approval.id, approved_by: approval.by } : {}
  const inBatch = batch === undefined ? {} : { batch_id: batch }
  return {
    account_id: context.account.id,
    id: context.newId('audit'),
    action: auditedAs,
    object_id,
    actor_kind: context.actor.kind,
    actor_id: context.actor.id,
    actor_name: context.actor.name,
    request_id: context.requestId,
    ip: context.ip,
    details: { ...changed, ...approved, ...inBatch },
    created_at: context.now,
  }
}
