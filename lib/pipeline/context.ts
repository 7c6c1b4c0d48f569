import { type BeforeAndAfter, beforeAndAfter, changedByUpdates } from '#lib/pipeline/audit-changes.ts'
import { codesOf, isShortfall } from '#lib/pipeline/availability.ts'
import { Changes, type Row } from '#lib/pipeline/changes.ts'
import { type ClaimRow, statementOf } from '#lib/pipeline/changes-statement.ts'
import { isAppError, refused } from '#lib/pipeline/errors.ts'
import { type Claim, claimRow, savedResponse, usedPart, type Wanted } from '#lib/pipeline/idempotency.ts'
import {
  type Actor,
  type Meta as Asked,
  type Context,
  isPerson,
  type NewEvent,
  type Part,
  type Runtime,
  type Tables,
} from '#lib/pipeline/operation.ts'
import { placed, readOf } from '#lib/pipeline/parts.ts'
import type { Reader } from '#lib/pipeline/reader.ts'
import { needsLocks, repeatTransaction, transact } from '#lib/pipeline/transact.ts'
import { isOvertaken } from '#lib/pipeline/writer.ts'
import { type Query, rowsOf } from '#lib/query.ts'
import { newId } from '#lib/values/id.ts'

/** A key that is claimed by the first statement that writes for it, and the claim from then on. */
export type PendingClaim = {
  wanted: Wanted
  operation: string
  hash: Uint8Array
  token: string
  claim?: Claim
}

/** With the key as it is kept, and its claim. */
export type Meta = Asked & {
  claim?: Claim | undefined
  pending?: PendingClaim | undefined
  /** The key that the write of the operation claims, where it is one statement. */
  wanted?: Wanted | undefined
  /** Makes the idempotent response of a value; set by the pipeline for the step that responds. */
  respond?: ((context: Audited, value: unknown) => { status: number; body: string }) | undefined
}

/** Where a context reads and writes: a transaction that locks, or single statements. */
type Place = { tables: Tables; changes: Changes; locked: boolean }

/** The context of an operation: everything that it may use; its writes gather in `changes`. */
export function createContext(
  runtime: Runtime,
  operation: Named,
  actor: Actor,
  meta: Meta,
  { tables, changes, locked }: Place,
): Audited {
  const at = runtime.clock()
  const details: Record<string, unknown> = {}
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
    enqueue: (name, data, { after = 0, key } = {}) => {
      changes.enqueue({ name, data, after, key: key ?? null })
    },
    transaction: (work) => transactionStep(runtime, operation, actor, meta, work),
    step: (work, options) => optimisticStep(runtime, operation, actor, meta, work, options?.answer),
  }
  return context
}

/** How often something is decided without locks before it is decided in a transaction. */
export const ATTEMPTS = 2

/** A step of an operation, in a transaction of its own that locks. */
function transactionStep<T>(
  runtime: Runtime,
  operation: Named,
  actor: Actor,
  meta: Meta,
  work: (context: Context) => Promise<T>,
  answer?: (value: T) => unknown,
): Promise<T> {
  return inTransaction(runtime, operation, actor, meta, async (inner) => {
    const value = await work(inner)
    endStep(inner, operation, value)
    keepResponse(inner, meta, answer?.(value))
    await flush(runtime, inner)
    return value
  })
}

/** A step decided on rows that are read without a lock; where they have changed since, again, at last in a transaction. */
async function optimisticStep<T>(
  runtime: Runtime,
  operation: Named,
  actor: Actor,
  meta: Meta,
  work: (context: Context) => Promise<T>,
  answer: ((value: T) => unknown) | undefined,
): Promise<T> {
  const { pending } = meta
  if (!runtime.writer) return transactionStep(runtime, operation, actor, meta, work, answer)
  const claims = pending && !pending.claim ? pending : undefined
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const place = { tables: runtime.prisma, changes: new Changes(), locked: false }
    const context = createContext(runtime, operation, actor, meta, place)
    const decided = await decide(work, context, claims !== undefined)
    if (decided === null) break
    endStep(context, operation, decided.value)
    const written = await writeStep(runtime, context, meta, claims, answer?.(decided.value))
    if (written) return decided.value
  }
  if (claims) throw new NotClaimed('The rows kept changing.')
  return transactionStep(runtime, operation, actor, meta, work, answer)
}

/**
 * @returns null when the decision needs locks: an error of a rule, too, since it rests on rows that may have changed
 * @throws NotClaimed for any error while the key is not claimed: the request that claims it reports errors
 */
async function decide<T>(
  work: (context: Context) => Promise<T>,
  context: Context,
  unclaimed: boolean,
): Promise<{ value: T } | null> {
  try {
    return { value: await work(context) }
  } catch (thrown) {
    if (unclaimed) throw new NotClaimed('The first step met an error.', { cause: thrown })
    if (needsLocks(thrown) || isAppError(thrown)) return null
    throw thrown
  }
}

/** @returns false when the rows have changed; @throws NotClaimed when the key was used before */
async function writeStep(
  runtime: Runtime,
  context: Audited,
  meta: Meta,
  claims: PendingClaim | undefined,
  answered: unknown,
): Promise<boolean> {
  const response = answered === undefined ? undefined : meta.respond?.(context, answered)
  if (!claims) keepResponse(context, meta, answered)
  const claim =
    claims && claimRow(claims.wanted, claims.operation, claims.hash, response ?? claims, context.now)
  const outcome = await tryWrite(runtime, context, claim)
  if (outcome === 'claimed before') throw new NotClaimed('The key was used before.')
  if (claims && outcome === 'written') {
    const { accountId, key } = claims.wanted
    claims.claim = { accountId, key, token: claims.token, ...(response ? { answered: true } : {}) }
  }
  return outcome === 'written'
}

/**
 * Writes a decision made without locks, by one statement.
 * @returns `overtaken` when the rows have changed since they were read, `claimed before` when the key was used
 */
export async function tryWrite(
  runtime: Runtime,
  context: Audited,
  claim: ClaimRow | undefined,
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

/** Thrown to have a request claim its key first and then decide with locks. */
export class NotClaimed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NotClaimed'
  }
}

/** A step that only reserves or looks has nothing to show; the step that changes something leaves the audit line. */
function endStep(context: Audited, operation: Named, value: unknown): void {
  const line = auditLine(context, operation, value)
  if (line.object_id !== null) context.changes.insert('audit_lines', line)
}

/** Keeps the response of the operation with the changes of its last step. */
function keepResponse(context: Audited, meta: Meta, value: unknown): void {
  const { claim } = context
  const response = value === undefined ? undefined : meta.respond?.(context, value)
  if (!claim || !response) return
  context.changes.update(...savedResponse(claim, response))
  context.afterwards.push(() => {
    claim.answered = true
  })
}

/** Runs work in one transaction, repeated on a serialization failure; its follow-up work runs after the commit. */
export async function inTransaction<T>(
  runtime: Runtime,
  operation: Named,
  actor: Actor,
  meta: Meta,
  work: (context: Audited) => Promise<T>,
): Promise<T> {
  let ended: Audited | undefined
  const value = await transact(() =>
    runtime.prisma.$transaction((tables) => {
      const context = createContext(runtime, operation, actor, meta, {
        tables,
        changes: new Changes(),
        locked: true,
      })
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
  if (!runtime.jobs.statement && context.changes.jobs.length > 0) runtime.jobs.queued(context.changes.jobs)
}

/**
 * Writes the changes of a transaction.
 * @throws what `changes.shortfall` makes, when a kept balance would fall below zero
 */
export async function flush(runtime: Runtime, context: Audited): Promise<void> {
  const { changes } = context
  changes.addCounts()
  if (changes.empty) return
  const { text, values } = statementOf([{ changes }], runtime.jobs.statement)
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
async function readParts<T extends Record<string, Row>>(
  reader: Reader,
  parts: { [K in keyof T]: Part },
  wanted: Wanted | undefined,
): Promise<{ [K in keyof T]: T[K] | null }> {
  const read = readOf(parts)
  if (wanted) read.columns += `, EXISTS (${placed(usedPart(wanted), read.values)}) AS "${USED}"`
  const row = await reader.read(read)
  const found = row as { [K in keyof T]: T[K] | null } & { [USED]?: boolean }
  if (found[USED]) throw new NotClaimed('The key was used before.')
  return found
}

/** The column that says whether the key was used. */
const USED = 'key used'

/** Reads and locks part after part. */
async function readLocked<T extends Record<string, Row>>(
  query: Query,
  parts: { [K in keyof T]: Part },
): Promise<{ [K in keyof T]: T[K] | null }> {
  const found: Record<string, unknown> = {}
  for (const [name, part] of Object.entries<Part>(parts)) {
    const values: unknown[] = []
    const lock = part.lock === undefined ? '' : ` FOR UPDATE OF ${part.lock}`
    const { rows } = await query(`SELECT to_jsonb(r) AS row FROM (${placed(part, values)}${lock}) r`, values)
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
  const named = Object.values(payload).find(
    (entity) => 'customer_id' in entity && typeof entity.customer_id === 'string',
  ) as { customer_id: string } | undefined
  return named?.customer_id ?? null
}

type Named = { name: string; auditedAs?: string; status: number }

/** A context with the data of its audit line and its response, and the work that follows the commit. */
export type Audited = Context & {
  details: Record<string, unknown>
  objectId: string | null
  status: number
  more: boolean | undefined
  afterwards: (() => void)[]
}

/** Adds to what changed; of a property that is there already, the value before and the newest one after count. */
function addChange(details: Record<string, unknown>, change: BeforeAndAfter | null): void {
  if (change === null) return
  details.before = { ...change.before, ...(details.before as object | undefined) }
  details.after = { ...(details.after as object | undefined), ...change.after }
}

/** The line that every change leaves: who did what, to which object. */
export function auditLine(
  context: Context,
  { name, auditedAs = name }: Pick<Named, 'name' | 'auditedAs'>,
  value: unknown,
): Row {
  const returned =
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
      ? value.id
      : null
  const { details, objectId } = context as Audited
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
