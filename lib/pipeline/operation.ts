import type { z } from 'zod'
import type { CountedRow, CountedTable } from '#lib/counters/change.ts'
import type { Part, Query, Rows } from '#lib/database/query.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import type { Changes, NewJob } from '#lib/pipeline/changes.ts'
import type { QueueStatements } from '#lib/pipeline/changes-statement.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { type AppError, refused } from '#lib/pipeline/errors.ts'
import type { InputProblem } from '#lib/pipeline/input-problems.ts'
import type { StatementReader } from '#lib/pipeline/reader.ts'
import type { Unsupported } from '#lib/pipeline/unsupported.ts'
import type { Writer } from '#lib/pipeline/writer.ts'
import type { Acquirer, AcquirerInUse, Acquirers } from '#lib/ports/acquirer.ts'
import type { JobName, Jobs } from '#lib/ports/jobs.ts'
import type { Mailer } from '#lib/ports/mail.ts'
import type { Scan, Storage } from '#lib/ports/storage.ts'
import { hasWallets } from '#lib/values/capability.ts'
import type { Kind } from '#lib/values/id.ts'
import { missingPermission, type Permission, type ScopeName } from '#lib/values/permissions.ts'

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
  /** The text on the bank statement of a payout without a narration. */
  billing_label: string
  /** The most that a wallet may hold, and what may be loaded into it in a month. */
  wallet_max_balance: number
  wallet_monthly_limit: number
  /** The fee of a payout before tax. */
  payout_fee: number
  /** Its rows are being deleted: nothing new is accepted meanwhile. */
  erasing?: boolean
  /** Of live mode. */
  acquirer?: AcquirerInUse | null
}

/** The caller: an API key, a staff member, an OAuth client, the payer on the checkout page, or the system. */
export type Actor = {
  kind: 'key' | 'user' | 'client' | 'payer' | 'system'
  id: string
  /** The display name: the name of the key, the e-mail of the person, the job. */
  name: string
  account: Account
  permissions: ReadonlySet<Permission>
  /**
   * The owner of idempotency keys, where that is not the id alone: the first key of the line that a key was rotated
   * from, an app with the person that it acts for.
   */
  owner?: string | undefined
  session?: string | undefined
  /** The approval that this runs for, and its approver; the actor is the requester. */
  approval?: { id: string; by: string }
  /** The batch that this is a row of; the actor is the person who started it. */
  batch?: string
  /** Whether an app can ask its user for more scopes: its call opens the consent screen. */
  asksAgain?: boolean
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
  /** The one endpoint that it is made for, as a test event is. */
  endpoint_id?: string | null | undefined
}

/**
 * The right to run the request of an idempotency key, until the lease ends. `hasResponse`: its response is already
 * stored.
 */
export type Claim = { accountId: string; key: string; token: string; hasResponse?: true }

/** The argument of every operation. It has no other access: no clock, no request, no framework. */
export type Context = {
  actor: Actor
  account: Account
  /** The person has confirmed with their password or a code, now or in the last ten minutes; keys, jobs and approved requests need none. */
  confirmed: boolean
  /** The present, in Unix seconds. */
  now: number
  requestId: string
  /** The IP address that the request came from; null for a job. */
  ip: string | null
  /** In stored form (lib/pipeline/idempotency.ts): it begins with the caller. */
  idempotencyKey: string | undefined
  /** The claim of that key: each reservation checks that no repeat has taken it over. */
  claim: Claim | undefined
  tables: Tables
  /**
   * The writes of the transaction besides those through `tables`: gathered, and written by one statement at its end.
   * Queries before do not see them.
   */
  changes: Changes
  /**
   * Whether this is a transaction, whose reads lock. Without one (effect `optimistic`), the statement that writes
   * checks the rows that were read, and only `changes` may be written.
   */
  locked: boolean
  /**
   * Reads single rows that a decision rests on: by one statement, or in a transaction one after the other, locked in the order given
   * where `lock` says so. Columns are as in JSON: BIGINT is a number.
   */
  read<T extends Record<string, object>>(
    parts: { [K in keyof T]: Part },
  ): Promise<{ [K in keyof T]: T[K] | null }>
  /** The rows of one statement of plain SQL, within the transaction when there is one. BIGINT comes as number or bigint. */
  rows: Rows
  /** The bank that something new goes to. */
  acquirer: Acquirer
  /** The bank at which a record was begun, and where it is finished. @throws acquirer_not_configured */
  acquirerOf(record: { acquirer_id: string | null }): Acquirer
  /** The banks of live mode: their settings tested, their messages checked. */
  acquirers: Acquirers
  /** The operation that a stored name means; undefined for one that no longer exists. */
  operationNamed: Runtime['operationNamed']
  /** Keeps what must not be readable in the tables: bank account numbers. */
  vault: Vault
  /** Sends mail, or null when no server for it is configured. */
  mailer: Mailer | null
  /** The bytes of documents. Writes to it are not undone with the transaction. */
  storage: Storage
  /** The address that people and apps reach the server at, without a slash at the end. */
  baseUrl: string
  /** Networks that events may be sent into, though they are not public. */
  allowedNetworks: readonly string[]
  /** Where events of test mode may be sent: anywhere, or where those of live mode are sent. */
  testTargets: 'any' | 'public'
  /** A new secret of an API key: to be shown once, and as it is kept. */
  newSecret(): NewSecret
  /** The hash of a password, as it is kept. Slow on purpose: outside of transactions. */
  hashPassword(password: string): Promise<string>
  /** The secret of payment signatures: of the calling key, else of `keyId`, else of the oldest active key. */
  signingSecret(keyId?: string | null): Promise<string>
  /** The same for `context.read`: of the key that asks. */
  signing: Signing
  timing: Timing
  newId(kind: Kind): string
  /** Writes an event with the change (outbox), and its deliveries to the subscribed endpoints. @returns its id */
  emit(event: NewEvent): string
  /**
   * Counts a record that is new or has changed: whatever writes one of these tables and touches a column of
   * lib/counters/kinds.ts calls it with the row as it was, null for a new one, and as it is.
   */
  countChange<T extends CountedTable>(
    table: T,
    before: CountedRow[T] | null,
    after: CountedRow[T] & { id: string },
  ): void
  /** Names the changed record of a step, when it does not return it: a step without either leaves no audit line. */
  about(objectId: string): void
  /** Sets the status of this response where it is not the operation's: 200 for an existing record. */
  respondWith(status: number): void
  /** The caller wants to know whether more follows a page: the list reads one row more, and says so with `foundMore`. */
  lookAhead: boolean
  foundMore(more: boolean): void
  /** Adds to the audit line that the pipeline writes for every mutation. */
  note(details: object): void
  /**
   * Adds what an update changes to the audit line, as `before` and `after`: of the named properties, or all of `after`, those
   * that differ. Both are empty where none does. Guarded updates of `changes` are added by the pipeline.
   */
  noteChange(before: object, after: object, names?: readonly string[]): void
  /**
   * Drops an API key from the cache of this process once the transaction is committed, so that a change of it applies
   * at once.
   */
  forgetKey(id: string): void
  /**
   * Queues work for later, in the transaction. `after` in seconds; of jobs with one `key` the queue keeps one; one that is
   * `behind` waits while others of its name are due.
   */
  enqueue<N extends JobName>(
    name: N,
    data: Jobs[N],
    options?: { after?: number; key?: string; behind?: boolean },
  ): void
  /**
   * Runs one transaction with everything written since: for operations of effect `steps`, which call the outside
   * between two of them.
   */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T>
  /**
   * Like `transaction`, decided on rows that are read without a lock and written by one statement, if they are still
   * as they were; else decided again in a transaction that locks. `answer` makes the operation's response of its
   * value, which the same statement stores for the idempotency key; undefined where the operation goes on.
   */
  step<T>(work: (context: Context) => Promise<T>, options?: { resultOf?: (value: T) => unknown }): Promise<T>
}

/** A row of a table as JSON has it: BIGINT is a number. Amounts and times are far within exact numbers. */
export type Plain<T> = {
  [K in keyof T]: bigint extends T[K] ? Exclude<T[K], bigint> | number : T[K]
}

type Vault = {
  seal(text: string): Uint8Array<ArrayBuffer>
  open(sealed: Uint8Array): string
  /** Tells whether two texts are the same, and nothing else about them, for ever. */
  digest(text: string): Uint8Array<ArrayBuffer>
  /** What only this server can make of a text, for a link that expires: the newest, and those that still count. */
  proofs(text: string): [string, ...string[]]
}

type NewSecret = {
  secret: string
  secret_hash: Uint8Array<ArrayBuffer>
  secret_encrypted: Uint8Array<ArrayBuffer>
}

/** Reads the secret that payment signatures are made with beside other rows. `open` is null where there is none in the row. */
type Signing = { part: Part; open(row: SignedWith | null): string | null }
export type SignedWith = { secret_encrypted: string }

/** How long the platform waits before it asks the bank again, in seconds. */
type Timing = { settleAfter: number; refundPoll: number }

/** The dependencies of the pipeline, one set per process. Tests give their own clock, acquirer and database. */
export type Runtime = {
  prisma: { $transaction<T>(work: (tables: Tables) => Promise<T>, options?: object): Promise<T> } & Tables
  query: Query
  operationNamed(stored: string): Promise<Operation | undefined>
  /** The pipeline, for what runs other operations: approvals and batches. */
  execute: Execute
  actors: {
    /** The platform itself in one account, under the name of a job. */
    system(accountId: string, name: string): Promise<Actor>
    /** Who requested something earlier, with their permissions of today; null when they have lost access. */
    requester(of: { account_id: string; actor_kind: string; actor_id: string }): Promise<Actor | null>
  }
  /** @param id of the bank at which a record of live mode was begun; by default the one that new payments go to */
  acquirer(account: Account, id?: string | null): Acquirer
  acquirers: Acquirers
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
  hashPassword(password: string): Promise<string>
  signingSecret(actor: Actor, keyId: string | null): Promise<string>
  signing(actor: Actor): Signing
  forgetKey(id: string): void
  timing: Timing
  /** Reads the parts of `context.read`, outside of transactions. */
  reader: StatementReader
  /** Makes writes that are one statement; null where everything is decided in transactions that lock. */
  writer: Writer | null
  /** What the statements of writes queue: jobs, unless `jobs.queued` takes them once they are committed, and deliveries. */
  queues: QueueStatements
  jobs: { queued(jobs: NewJob[]): void }
  /** The key of the digests that tell whether two requests are the same. */
  digestKey: string
  /** The present, in milliseconds. */
  clock(): number
}

export type Execute = <I extends z.ZodType, O extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  raw: unknown,
  meta: Meta,
) => Promise<Result<z.output<O>>>

/** An event as a stream sends it: its exact body, under the name that was subscribed to. */
export type StreamedEvent = { id: string; event: string; body: string; created_at: number }

/**
 * How an operation touches the world.
 * - `read`: nothing is written.
 * - `transaction`: one transaction, repeated on a serialization failure; everything or nothing.
 * - `optimistic`: decided on rows that are read without a lock, and written by one statement if they are still as they were;
 *   else decided again in a transaction that locks (the hot paths).
 * - `steps`: several transactions with a call to the outside between them.
 */
type Effect = 'read' | 'transaction' | 'optimistic' | 'steps'

type Write = 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Method = 'GET' | Write

/** What an MCP client decides by whether a person confirms a call. A tool that reads has no need to say. */
type ToolHints = {
  /** It deletes, overwrites, or moves money that does not come back by itself. */
  destructive: boolean
  /** A repeat without an idempotency key changes nothing more. */
  idempotent: boolean
  /** It reaches the bank. */
  openWorld: boolean
}

const READ_HINTS: ToolHints = { destructive: false, idempotent: true, openWorld: false }

/**
 * `run` and `write` are methods on purpose: methods compare both ways, so an operation of any input is an `Operation`,
 * and one list holds them all without a cast. It is safe because `execute` alone runs them, with what `input` has parsed.
 */
export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  name: string
  title: string
  summary: string
  permission: Permission
  /** Needed beside it: a whole list as a file takes the list's own permission and `exports:read`. */
  alsoNeeds?: readonly Permission[]
  /** Method and path of the API, or null for what only pages, jobs and tools without a path do. */
  http: `${Method} /v1/${string}` | null
  /** The scope that a token needs, at /v1 and as a tool: `any` of them, or null where no token is enough. */
  scope: ScopeName | 'any' | null
  /** The hints that it gives as a tool; null where it is none. */
  tool: ToolHints | null
  /** The name of the tool, where it is not the operation's. */
  toolName?: string
  /**
   * The tool that is listed in its place, since it does the same. Clients that know the name can still call it, so that a
   * list of tools costs less and no client breaks.
   */
  coveredBy?: string
  /** Whether a call of the tool asks the user for the scope that it names, so that it takes that scope. */
  asksForScope?: true
  /**
   * As a tool it returns what research connectors read: one text with the JSON of a document, or of a list of results.
   */
  documents?: true
  /** Of a list: the properties of each item in a page of the tool, unless `fields` names others. All, where there are none. */
  columns?: readonly string[]
  /** Money moves by it: an app under a limit may have to wait for a person (lib/domain/approvals/hold.ts). */
  movesMoney?: true
  /** It can loosen a limit, which may take a second person (lib/domain/approvals/change.ts). */
  loosensLimits?: true
  /**
   * A person gives their password again first. `always`: in both modes, since it is about both. `live`: whenever it is
   * live mode, as for all that moves money. `sometimes`: when a rule of the operation says so, by `context.confirmed`.
   * The surface says in `meta.confirmed` that the password was right, or that the session was confirmed in the last ten
   * minutes (lib/auth/confirm.ts).
   */
  confirm?: 'always' | 'live' | 'sometimes'
  /** The session's confirmation of the last ten minutes is not enough: the password is given for this very request. */
  confirmEachTime?: true
  /** The name that its audit lines have, where another operation does the same with fewer inputs. */
  auditedAs?: string
  /**
   * Its response holds data that the tables encrypt, so the response stored for an idempotency key is encrypted, too.
   */
  confidential?: boolean
  /** Of a product that is no longer offered: its response headers say so. */
  discontinued?: boolean
  /** The events that it can cause: it emits no other. */
  emits?: readonly string[]
  /** Its own error reasons, beside those of every operation: for the OpenAPI document. */
  errors?: readonly Reason[]
  /** Fields that clients know, of features that do not exist here: they are rejected by name (unsupported.ts). */
  unsupported?: Unsupported
  /** When it responds 200 with an existing record instead of making another: for the OpenAPI document. */
  finds?: string
  /** Finds the records that a new one may repeat, so that a model that made it is told of them. */
  similar?: { operation: Operation; inputOf(record: z.output<O>): object }
  /** A request for the document, and what differs in the response from what the examples of the fields say. */
  example?: { request?: object; response?: object }
  /** The status of success, when it is not 200. */
  status: number
  /** `file`: the body is multipart, and its file is in the storage before `run`, which gets what is known of it. */
  takes: 'json' | 'file'
  /**
   * `file`: the response is the bytes of what `run` returns (lib/surfaces/content.ts). `stream`: it begins with what
   * `run` returns and goes on with what `next` reads, until the client disconnects (lib/surfaces/listen.ts).
   */
  returns: 'json' | 'file' | 'stream'
  next?: Operation<z.ZodType, z.ZodType<{ items: StreamedEvent[] }>>
  effect: Effect
  /** Of effect `steps`: its first step claims the idempotency key with what it writes. */
  claimsOnTheWay?: true
  input: I
  output: O
  run(context: Context, input: z.output<I>): Promise<unknown>
  /**
   * Errors that stay on record (effect `transaction`): when `run` is rolled back, a transaction of its own records
   * the attempt, and stores the response with it. @returns the error of the response
   */
  onRecord?: {
    reasons: readonly Reason[]
    write(context: Context, input: z.output<I>, thrown: AppError): Promise<AppError>
  }
}

type Chosen = 'status' | 'effect' | 'takes' | 'returns'
type Definition<I extends z.ZodType, O extends z.ZodType> = Omit<
  Operation<I, O>,
  Chosen | keyof Exposure | keyof Money
> &
  Partial<Pick<Operation<I, O>, Chosen>> &
  Exposure &
  Money

/** What moves money says whether it takes a password. */
type Money =
  | { movesMoney: true; confirm: NonNullable<Operation['confirm']> }
  | { movesMoney?: never; confirm?: Operation['confirm'] }

/** Who outside can call an operation. One that writes, for tokens too, has to give its hints as a tool. */
type Exposure =
  | { http: `GET /v1/${string}`; scope: ScopeName | null; tool?: never }
  | { http: `${Write} /v1/${string}`; scope: null; tool?: never }
  | { http: `${Write} /v1/${string}`; scope: ScopeName; takes: 'file'; tool?: never }
  | { http: `${Write} /v1/${string}`; scope: ScopeName; takes?: 'json'; tool: ToolHints }
  | { http: null; scope: ScopeName | 'any'; effect: 'read'; tool?: never }
  | { http: null; scope: ScopeName | 'any'; effect?: Exclude<Effect, 'read'>; tool: ToolHints }
  | { http: null; scope?: never; tool?: never }

/** Declares an operation. A GET reads; anything else is one transaction unless it says otherwise. */
export function defineOperation<I extends z.ZodType, O extends z.ZodType>(
  definition: Definition<I, O>,
): Operation<I, O> {
  const { effect = definition.http?.startsWith('GET ') ? 'read' : 'transaction' } = definition
  const { takes = 'json', returns = 'json', scope = null } = definition
  const readsAsTool = effect === 'read' && scope !== null && returns === 'json'
  return {
    status: 200,
    ...definition,
    effect,
    takes,
    returns,
    scope,
    tool: definition.tool ?? (readsAsTool ? READ_HINTS : null),
  }
}

export type Meta = {
  requestId: string
  /** The IP address that the request came from, for its audit lines; a job has none. */
  ip?: string | null | undefined
  /** As the caller sent it. */
  idempotencyKey?: string | undefined
  /** What makes two requests the same, where the input holds more than the caller sent: the place of a file. */
  sameness?: unknown
  /** The person has confirmed with their password or a code, now or in the last ten minutes. */
  confirmed?: boolean
  /** The caller wants to know whether more follows a page. */
  lookAhead?: boolean
  /** What the surface found wrong with the input; given, the error names every problem. */
  problems?: readonly InputProblem[]
}

export type Result<T> = {
  status: number
  value: T
  /** The body as kept for the idempotency key: a replay is the same to the byte. */
  text: string
  replayed: boolean
  /** Whether more follows this page; of a list that looks ahead. */
  more?: boolean | undefined
}

/** Whether a person has to give their password again before an operation runs. */
export function asksForPassword({ confirm }: Pick<Operation, 'confirm'>, actor: Actor): boolean {
  const requested = confirm === 'always' || (confirm === 'live' && actor.account.mode === 'live')
  return requested && isPerson(actor)
}

/** A person who acts at this time: not what was approved earlier, when they confirmed it. */
export function isPerson({ kind, approval, batch }: Actor): boolean {
  return kind === 'user' && approval === undefined && batch === undefined
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

/** Whether an account has the product that an operation belongs to. */
export function isAvailable(
  { discontinued }: Pick<Operation, 'discontinued'>,
  account: Pick<Account, 'capabilities'>,
): boolean {
  return !discontinued || hasWallets(account)
}

/** @throws permission_denied */
export function assertPermitted(operation: Needs, actor: Pick<Actor, 'permissions'>): void {
  const lacking = permissionLacking(operation, actor)
  if (lacking !== undefined) throw refused('permission_denied', missingPermission(lacking))
}

/** What an operation returns when its response is written already: the JSON that its output would make, to the byte. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
