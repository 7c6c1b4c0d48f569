import type { z } from 'zod'
import type { Acquirer } from '#lib/acquirer/port.ts'
import { orWait } from '#lib/approval.ts'
import { type Audited, auditLine, createContext, flush, inTransaction, queryOf } from '#lib/context.ts'
import type { Reason } from '#lib/error-reasons.ts'
import { type AppError, asAppError, errorBody, isAppError, refused } from '#lib/errors.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import {
  type Claim,
  claimIdempotencyKey,
  keepAnswer,
  keepRow,
  requestHash,
  wantedKey,
} from '#lib/idempotency.ts'
import { parseInput } from '#lib/input.ts'
import type { JobName, Jobs } from '#lib/jobs/names.ts'
import { keptBody, readable, replay } from '#lib/kept-answer.ts'
import type { Mailer } from '#lib/mail/port.ts'
import { missingPermission, type Permission } from '#lib/permissions.ts'
import { type Insert, insertAll } from '#lib/statement.ts'
import type { Scan, Storage } from '#lib/storage/port.ts'
import type { Kind } from '#lib/values/id.ts'

/** The account that a request acts on: one mode of one merchant, with its settings. */
export type Account = {
  id: string
  merchant_id: string
  merchant_name: string
  mode: 'test' | 'live'
  country: string
  currency: string
  fee_basis_points: number
  tax_basis_points: number
  authorization_window_seconds: number
  capabilities: string[]
  /** What appears on the bank statement of a payout that says nothing itself. */
  billing_label: string
  /** The most that a wallet may hold, and what may be loaded into it in a month. */
  wallet_max_balance: number
  wallet_monthly_limit: number
  /** The fee of a payout before tax. */
  payout_fee: number
}

/** Who acts: an API key, a member of the staff, an OAuth client, the payer on the checkout page, or the house itself. */
export type Actor = {
  kind: 'key' | 'user' | 'client' | 'payer' | 'system'
  id: string
  /** What people see: the name of the key, the e-mail of the person, the job. */
  name: string
  account: Account
  permissions: ReadonlySet<Permission>
  /**
   * Whom idempotency keys belong to, where that is not the id alone: the first key of the line that a key was rotated
   * from, a program with the person that it acts for.
   */
  owner?: string | undefined
  /** What a person has approved, and who: it is being carried out for whoever asked. */
  approval?: { id: string; by: string }
}

/** The tables as an operation may use them: a transaction, or single statements outside of one. */
export type Tables = Omit<Prisma.TransactionClient, '$transaction'>

export type NewEvent = {
  event: string
  payload: Record<string, { id: string }>
  payment_id?: string | null | undefined
  order_id?: string | null | undefined
  /** The customer that it belongs to; taken from the payload when that is a customer, or names one. */
  customer_id?: string | null | undefined
  /** The one endpoint that it is made for by hand. */
  endpoint_id?: string | null | undefined
}

/** What the pipeline hands to every operation. Nothing else reaches it: no clock, no request, no framework. */
export type Context = {
  actor: Actor
  account: Account
  /** The present, in Unix seconds. */
  now: number
  requestId: string
  /** As it is kept (lib/idempotency.ts): it begins with the caller. */
  idempotencyKey: string | undefined
  /** The claim of that key: what is reserved for it checks that no repeat has taken it over. */
  claim: Claim | undefined
  tables: Tables
  /** The rows of one statement of plain SQL, within the transaction when there is one. BIGINT comes as number or bigint. */
  rows<R = Record<string, unknown>>(text: string, values: unknown[]): Promise<R[]>
  acquirer: Acquirer
  /** Keeps what must not be readable in the tables: bank account numbers. */
  vault: Vault
  /** What sends mail, or null when no server for it is configured. */
  mailer: Mailer | null
  /** The bytes of documents. What is written there is not undone with the transaction. */
  storage: Storage
  /** The address that people and programs reach the server at, without a slash at the end. */
  baseUrl: string
  /** Networks that events may be sent into, though they are not public. */
  allowedNetworks: readonly string[]
  /** Where events of test mode may be sent: anywhere, or where those of live mode are sent. */
  testTargets: 'any' | 'public'
  /** A new secret of an API key: to be shown once, and as it is kept. */
  newSecret(): NewSecret
  /** The secret that payment signatures are made with: of the key that asks, else of `keyId`, else of the oldest key in force. */
  signingSecret(keyId?: string | null): Promise<string>
  timing: Timing
  newId(kind: Kind): string
  /** Writes an event with the change (outbox), and its deliveries to the endpoints that hear of it. @returns its id */
  emit(event: NewEvent): string
  /** Names what a step has changed, when that is not what it returns: a step without either leaves no audit line. */
  about(objectId: string): void
  /** The status of this answer, where it is not the operation's: 200 for what was there already. */
  answerWith(status: number): void
  /** Adds to the audit line that the pipeline writes for every mutation. */
  note(details: Record<string, unknown>): void
  /** Has this process look an API key up anew once the transaction is committed, so that a change of it holds at once. */
  forgetKey(id: string): void
  /** Queues work for later, in the transaction. */
  enqueue<N extends JobName>(
    name: N,
    data: Jobs[N],
    options?: { after?: number; key?: string },
  ): Promise<void>
  /**
   * Runs one transaction with everything written since: for operations of effect `steps`, which call the outside
   * between two of them.
   */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T>
}

export type Vault = {
  seal(text: string): Uint8Array<ArrayBuffer>
  open(sealed: Uint8Array): string
  /** Tells whether two texts are the same, and nothing else about them. */
  digest(text: string): Uint8Array<ArrayBuffer>
}

export type NewSecret = {
  secret: string
  secret_hash: Uint8Array<ArrayBuffer>
  secret_encrypted: Uint8Array<ArrayBuffer>
}

/** How long the house waits before it asks the bank again, in seconds. */
export type Timing = { settleAfter: number; refundPoll: number }

/** What a process gives the pipeline once. Tests give their own clock, acquirer and database. */
export type Runtime = {
  prisma: { $transaction<T>(work: (tables: Tables) => Promise<T>, options?: object): Promise<T> } & Tables
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  acquirer(account: Account): Acquirer
  storage: Storage
  /** Looks for harmful files; null when the operator has configured nothing that does. */
  scan: Scan | null
  vault: Vault
  mailer: Mailer | null
  baseUrl: string
  allowedNetworks: readonly string[]
  testTargets: 'any' | 'public'
  /** Tells the dispatcher of this process, if there is one, that there is something to send. */
  nudge(): void
  newSecret(): NewSecret
  signingSecret(actor: Actor, keyId: string | null): Promise<string>
  forgetKey(id: string): void
  timing: Timing
  enqueue<N extends JobName>(
    tables: Tables,
    name: N,
    data: Jobs[N],
    options?: { after?: number; key?: string },
  ): Promise<void>
  /** The key of the digests that tell whether two requests are the same. */
  digestKey: string
  /** The present, in milliseconds. */
  clock(): number
}

/**
 * How an operation touches the world.
 * - `read`: nothing is written.
 * - `transaction`: one transaction, repeated on a serialization failure; everything or nothing.
 * - `statement`: the whole write is one SQL statement; `run` only returns it (the hot paths).
 * - `steps`: several transactions with a call to the outside between them.
 */
export type Effect = 'read' | 'transaction' | 'statement' | 'steps'

export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  name: string
  title: string
  summary: string
  permission: Permission
  /** Needed beside it: a whole list as a file takes the list's own permission and `exports:read`. */
  alsoNeeds?: readonly Permission[]
  /** Method and path of the REST interface, or null for what only pages and jobs do. */
  http: string | null
  /** Money moves by it: a program under a limit may have to wait for a person (lib/domain/approvals/hold.ts). */
  movesMoney?: true
  /** It can loosen a limit, which may take a second person (lib/domain/approvals/change.ts). */
  loosensLimits?: true
  /** In live mode a person gives their password again first; the form says so in `meta.confirmed`. */
  confirm?: 'live'
  /** Its answer holds what the tables keep encrypted, so the answer kept for an idempotency key is encrypted, too. */
  confidential?: boolean
  /** Of a product that is no longer offered: its answers say so in header fields. */
  discontinued?: boolean
  /** The reasons that it refuses with for its own sake, beside those that every operation has: for the document. */
  refusals?: readonly Reason[]
  /** When it answers 200 with what was there already instead of making another: for the document. */
  finds?: string
  /** The status of success, when it is not 200. */
  status: number
  /** `file`: the body is multipart, and its file is in the storage before `run`, which gets what is known of it. */
  takes: 'members' | 'file'
  /**
   * `file`: the answer is the bytes of what `run` returns (lib/surfaces/content.ts). `stream`: it begins with what `run`
   * returns and goes on with what `next` reads, until somebody ends it (lib/surfaces/listen.ts).
   */
  answers: 'members' | 'file' | 'stream'
  next?: Operation
  effect: Effect
  input: I
  output: O
  run(context: Context, input: z.output<I>): Promise<unknown>
  /**
   * Refusals that stay on record (effect `transaction`): when what `run` did is undone, a transaction of its own writes down
   * what was tried, and keeps the answer with it. @returns what is answered
   */
  onRecord?: {
    reasons: readonly Reason[]
    write(context: Context, input: z.output<I>, refusal: AppError): Promise<AppError>
  }
}

/** The result of `run` of an operation of effect `statement`. */
export type Written = { answer: unknown; inserts: Insert[] }

type Chosen = 'status' | 'effect' | 'takes' | 'answers'
type Definition<I extends z.ZodType, O extends z.ZodType> = Omit<Operation<I, O>, Chosen> &
  Partial<Pick<Operation<I, O>, Chosen>>

/** Declares an operation. A GET reads; anything else is one transaction unless it says otherwise. */
export function defineOperation<I extends z.ZodType, O extends z.ZodType>(
  definition: Definition<I, O>,
): Operation<I, O> {
  const reads = definition.http?.startsWith('GET ')
  return {
    status: 200,
    effect: reads ? 'read' : 'transaction',
    takes: 'members',
    answers: 'members',
    ...definition,
  }
}

export type Meta = {
  requestId: string
  /** As the caller sent it. */
  idempotencyKey?: string | undefined
  /** What makes two requests the same, where the input holds more than the caller sent: the place of a file. */
  sameness?: unknown
  /** The person has just given their password again. */
  confirmed?: boolean
}

export type Result<T> = {
  status: number
  value: T
  /** The body as kept for the idempotency key: a replay is the same to the byte. */
  text: string
  replayed: boolean
}

/**
 * The one pipeline: permission, input, idempotency, transaction, run, output. Every surface goes through it.
 * @throws AppError for every expected refusal; a stored refusal of the same idempotency key is thrown as `StoredRefusal`.
 */
export async function execute<I extends z.ZodType, O extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  raw: unknown,
  meta: Meta,
): Promise<Result<z.output<O>>> {
  assertPermitted(operation, actor)
  assertConfirmed(operation, actor, meta)
  const input = parseInput(operation.input, raw)
  const key = operation.effect === 'read' ? undefined : meta.idempotencyKey
  if (operation.effect === 'statement') return runStatement(runtime, operation, actor, input, raw, meta)
  if (key === undefined)
    return orWait(runtime, operation, actor, meta, undefined, () =>
      runPlain(runtime, operation, actor, input, meta, undefined),
    )

  const claim = await claimIdempotencyKey(
    runtime,
    wantedKey(actor, key),
    operation.name,
    requestHash(runtime.digestKey, operation.name, meta.sameness ?? raw),
  )
  if ('stored' in claim) return replay(readable(runtime, claim.stored))
  const kept = { ...meta, idempotencyKey: claim.key, claim }
  try {
    return await orWait(runtime, operation, actor, kept, claim, () =>
      runPlain(runtime, operation, actor, input, kept, claim),
    )
  } catch (thrown) {
    if (!claim.answered) await keepRefusal(runtime, claim, thrown)
    throw thrown
  }
}

/** Every permission that an operation takes, its own first. */
export function permissionsNeeded({ permission, alsoNeeds = [] }: Needs): readonly Permission[] {
  return [permission, ...alsoNeeds]
}
type Needs = Pick<Operation, 'permission' | 'alsoNeeds'>

/** The first permission of an operation that an actor lacks; undefined when they may run it. */
export function permissionLacking(
  operation: Needs,
  actor: Pick<Actor, 'permissions'>,
): Permission | undefined {
  return permissionsNeeded(operation).find((permission) => !actor.permissions.has(permission))
}

/** @throws permission_denied */
export function assertPermitted(operation: Needs, actor: Actor): void {
  const lacking = permissionLacking(operation, actor)
  if (lacking !== undefined) throw refused('permission_denied', missingPermission(lacking))
}

/** @throws password_required */
function assertConfirmed({ confirm }: { confirm?: 'live' }, actor: Actor, { confirmed }: Meta): void {
  if (confirm === undefined || confirmed || actor.account.mode !== confirm) return
  if (actor.kind === 'user' && !actor.approval)
    throw refused('password_required', undefined, { field: 'password' })
}

async function runPlain<I extends z.ZodType, O extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  input: z.output<I>,
  meta: Meta,
  claim: Claim | undefined,
): Promise<Result<z.output<O>>> {
  if (operation.effect === 'read') {
    const context = createContext(runtime, operation, actor, meta, runtime.prisma, [])
    return answerOf(operation, context, operation.output.parse(await operation.run(context, input)))
  }
  if (operation.effect === 'steps') {
    const context = createContext(runtime, operation, actor, meta, runtime.prisma, [])
    const answer = answerOf(operation, context, operation.output.parse(await operation.run(context, input)))
    if (claim) {
      const body = keptBody(runtime, operation, answer.text)
      await keepAnswer(runtime.query, claim, { status: answer.status, body })
    }
    return answer
  }
  try {
    return await inTransaction(runtime, operation, actor, meta, async (context, writes) => {
      const answer = answerOf(operation, context, operation.output.parse(await operation.run(context, input)))
      await end(runtime, operation, context, writes, answer.value)
      // The answer is kept by the transaction that made it: there is no moment in which one exists without the other.
      if (claim) {
        const body = keptBody(runtime, operation, answer.text)
        await keepAnswer(queryOf.bind(null, context.tables), claim, { status: answer.status, body })
      }
      return answer
    })
  } catch (thrown) {
    throw await onRecord(runtime, operation, actor, input, meta, claim, thrown)
  }
}

/** What is answered instead of what was thrown, once it is on record; what leaves nothing is answered as it is. */
async function onRecord<I extends z.ZodType, O extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  input: z.output<I>,
  meta: Meta,
  claim: Claim | undefined,
  thrown: unknown,
): Promise<unknown> {
  const record = operation.onRecord
  if (!record || !isAppError(thrown) || !record.reasons.includes(thrown.reason)) return thrown
  const refusal = await inTransaction(runtime, operation, actor, meta, async (context, writes) => {
    const answer = await record.write(context, input, thrown)
    await end(runtime, operation, context, writes, null)
    if (claim) {
      const body = JSON.stringify(errorBody(answer))
      await keepAnswer(queryOf.bind(null, context.tables), claim, { status: answer.status, body })
    }
    return answer
  })
  if (claim) claim.answered = true
  return refusal
}

/** Writes the audit line and the events of a transaction, and has the dispatcher look for them once it is committed. */
async function end(
  runtime: Runtime,
  { name }: { name: string },
  context: Audited,
  writes: Insert[],
  value: unknown,
): Promise<void> {
  writes.push(auditLine(context, name, value))
  if (await flush(context.tables, writes)) context.afterwards.push(() => runtime.nudge())
}

async function runStatement<I extends z.ZodType, O extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  input: z.output<I>,
  raw: unknown,
  meta: Meta,
): Promise<Result<z.output<O>>> {
  const writes: Insert[] = []
  const wanted = meta.idempotencyKey === undefined ? null : wantedKey(actor, meta.idempotencyKey)
  const kept = { ...meta, idempotencyKey: wanted?.key }
  const context = createContext(runtime, operation, actor, kept, runtime.prisma, writes)
  const { answer, inserts } = (await operation.run(context, input)) as Written
  const result = answerOf(operation, context, operation.output.parse(answer))
  writes.push(...inserts, auditLine(context, operation.name, result.value))
  if (!wanted) {
    const { text, values } = insertAll(writes)
    const { rows } = await runtime.query(text, values)
    if (Number(rows[0]?.told) > 0) runtime.nudge()
    return result
  }
  const hash = requestHash(runtime.digestKey, operation.name, raw)
  const stored = { status: operation.status, body: keptBody(runtime, operation, result.text) }
  const row = keepRow(wanted, operation.name, hash, stored, context.now)
  const { text, values } = insertAll(writes, row)
  const done = await runtime.query(text, values)
  if (Number(done.rows[0]?.told) > 0) runtime.nudge()
  if (Number(done.rows[0]?.claimed) === 1) return result
  const claim = await claimIdempotencyKey(runtime, wanted, operation.name, hash)
  if ('stored' in claim) return replay(readable(runtime, claim.stored))
  throw refused('idempotency_key_in_use', undefined, { retryAfter: 1 })
}

function answerOf<T>({ http }: { http: string | null }, { status }: { status: number }, value: T): Result<T> {
  // Sums are bigints, which JSON has none of: text. Only pages add up, and REST is spared a function for each property.
  const text = http === null ? JSON.stringify(value, bigintAsText) : JSON.stringify(value)
  return { status, value, text, replayed: false }
}

function bigintAsText(_: string, value: unknown) {
  return typeof value === 'bigint' ? String(value) : value
}

/** A refusal is an answer like another and is kept; a fault of ours is not, so that a repeat may succeed. */
async function keepRefusal(runtime: Runtime, claim: Claim, thrown: unknown): Promise<void> {
  const error: AppError = asAppError(thrown)
  const final = error.status < 500 && error.status !== 409 && error.status !== 429
  await keepAnswer(
    runtime.query,
    claim,
    final ? { status: error.status, body: JSON.stringify(errorBody(error)) } : null,
  )
}
