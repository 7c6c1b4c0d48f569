import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { observer, watch } from '#lib/metrics/observer.ts'
import { Changes } from '#lib/pipeline/changes.ts'
import {
  type Audited,
  auditLine,
  createContext,
  decideAndWrite,
  type Execution,
  endStep,
  flush,
  inTransaction,
  isNotClaimed,
  type PendingClaim,
} from '#lib/pipeline/context.ts'
import { type AppError, asAppError, errorBody, isAppError, refused } from '#lib/pipeline/errors.ts'
import {
  claimIdempotencyKey,
  claimRow,
  readable,
  replay,
  savedResponse,
  saveResponse,
  storedBody,
  type Wanted,
  wantedKey,
} from '#lib/pipeline/idempotency.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import {
  type Actor,
  asksForPassword,
  assertPermitted,
  JsonText,
  type Meta,
  type Operation,
  type Result,
  type Runtime,
} from '#lib/pipeline/operation.ts'
import { withoutUnsupported } from '#lib/pipeline/unsupported.ts'
import { unavailableFor } from '#lib/process/availability.ts'
import { isWrittenInstead, type WrittenInstead } from './another-transaction.ts'
import type { Claim } from './operation.ts'
import { releaseSoon } from './release-claims.ts'

/**
 * The one pipeline: permission, input, idempotency, transaction, run, output. Every surface goes through it.
 * @throws AppError for every expected error; a stored error of the same idempotency key is thrown as `StoredError`.
 */
export function execute<I extends z.ZodType, O extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  raw: unknown,
  meta: Meta,
): Promise<Result<z.output<O>>> {
  const { kind, account } = actor
  const { name } = operation
  const begun = observer()?.operation?.({ name, actor: kind, mode: account.mode, account_id: account.id })
  return watch(begun, () => pass(runtime, operation, actor, raw, meta), ended, failed)
}

const ended = () => ({ error: null, isFault: false })

function failed(thrown: unknown) {
  const { reason, status } = asAppError(thrown)
  return { error: reason, isFault: status >= 500 }
}

async function pass<I extends z.ZodType, O extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  raw: unknown,
  meta: Meta,
): Promise<Result<z.output<O>>> {
  assertPermitted(operation, actor)
  assertConfirmed(operation, actor, meta)
  assertAccepting(operation, actor)
  const supported = operation.unsupported ? withoutUnsupported(operation.unsupported, raw) : raw
  const input = parseInput(operation.input, supported, meta.problems)
  const key = operation.effect === 'read' ? undefined : meta.idempotencyKey
  const wanted =
    key === undefined ? undefined : wantedKey(runtime, operation, actor, key, meta.sameness ?? raw)
  const run = { runtime, operation, actor, input, meta }
  const result =
    operation.effect === 'optimistic'
      ? await withoutLocks(run, wanted)
      : operation.effect === 'steps' && wanted
        ? await claimedOnTheWay(run, wanted)
        : null
  if (result) return result
  if (!wanted) return runPlain(run)

  const token = randomUUID()
  const claim = await claimIdempotencyKey(runtime, wanted, token).catch((thrown: unknown) => {
    releaseAfterOutage(runtime, wanted, token, thrown)
    throw thrown
  })
  if ('stored' in claim) return replay(readable(runtime, claim.stored))
  const withClaim = { ...meta, idempotencyKey: claim.key, claim }
  try {
    return await runPlain({ ...run, meta: withClaim })
  } catch (thrown) {
    if (!claim.hasResponse) await saveError(runtime, claim, thrown)
    throw thrown
  }
}

/** An operation that runs, with its input. */
type Run<I extends z.ZodType, O extends z.ZodType> = Execution & {
  operation: Operation<I, O>
  input: z.output<I>
}

/**
 * Decides an operation without locks, and writes it by one statement with the response of its key.
 * @returns null where that is not possible, or the key was used before
 */
async function withoutLocks<I extends z.ZodType, O extends z.ZodType>(
  run: Run<I, O>,
  wanted: Wanted | undefined,
): Promise<Result<z.output<O>> | null> {
  const { runtime, operation, actor, input, meta } = run
  if (!runtime.writer || (operation.movesMoney && passesByLocks(actor))) return null
  const decided = await decideAndWrite(
    { ...run, meta: { ...meta, idempotencyKey: wanted?.key, wanted } },
    async (context) =>
      responseOf(operation, context, operation.output.parse(await operation.run(context, input))),
    (context, { value, status, text }) => {
      context.changes.insert('audit_lines', auditLine(context, operation, value))
      return wanted && claimRow(wanted, { status, body: storedBody(runtime, operation, text) }, context.now)
    },
  )
  return typeof decided === 'string' ? null : decided.value
}

/**
 * Runs the steps of an operation, the first of which claims the key with its writes.
 * @returns null where the key must be claimed first: it was used before, or the first step needs locks
 */
async function claimedOnTheWay<I extends z.ZodType, O extends z.ZodType>(
  run: Run<I, O>,
  wanted: Wanted,
): Promise<Result<z.output<O>> | null> {
  const { runtime, operation, actor, meta } = run
  if (!runtime.writer || !operation.claimsOnTheWay || passesByLocks(actor)) return null
  const pending: PendingClaim = { wanted, token: randomUUID() }
  try {
    return await runPlain({ ...run, meta: { ...meta, idempotencyKey: wanted.key, pending } })
  } catch (thrown) {
    if (isNotClaimed(thrown) && !pending.claim) return null
    if (pending.claim && !pending.claim.hasResponse) await saveError(runtime, pending.claim, thrown)
    if (!pending.claim) releaseAfterOutage(runtime, wanted, pending.token, thrown)
    throw thrown
  }
}

/** Whether the transaction that moves the money marks an approval, or locks the grant of an app. */
function passesByLocks({ approval, kind }: Actor): boolean {
  return approval !== undefined || kind === 'client'
}

/** @throws password_required */
function assertConfirmed(operation: Pick<Operation, 'confirm'>, actor: Actor, { confirmed }: Meta): void {
  if (!confirmed && asksForPassword(operation, actor))
    throw refused('password_required', undefined, { field: 'password' })
}

/** @throws account_erasing */
function assertAccepting({ effect }: Pick<Operation, 'effect'>, { account, kind }: Actor): void {
  if (account.erasing && effect !== 'read' && kind !== 'system') throw refused('account_erasing')
}

/** Runs an operation in transactions that lock, and as steps; where that is undone, writes what stays of it. */
async function runPlain<I extends z.ZodType, O extends z.ZodType>(
  run: Run<I, O>,
): Promise<Result<z.output<O>>> {
  const { effect } = run.operation
  try {
    return effect === 'read' || effect === 'steps' ? await runSteps(run) : await runTransaction(run)
  } catch (thrown) {
    const instead = insteadOf(run, thrown)
    if (instead) throw await writeInstead(run, instead)
    throw thrown
  }
}

async function runSteps<I extends z.ZodType, O extends z.ZodType>({
  input,
  ...execution
}: Run<I, O>): Promise<Result<z.output<O>>> {
  const { runtime, operation, meta } = execution
  const respond = (step: Audited, value: unknown) => {
    const { status, text } = responseOf(operation, step, operation.output.parse(value))
    return { status, body: storedBody(runtime, operation, text) }
  }
  const place = { tables: runtime.prisma, changes: new Changes(false), locked: false }
  const context = createContext({ ...execution, meta: { ...meta, respond } }, place)
  const returned = await operation.run(context, input)
  if (returned instanceof JsonText) return writtenResponse(operation, context, returned)
  const response = { ...responseOf(operation, context, operation.output.parse(returned)), more: context.more }
  const { claim } = context
  if (claim && !claim.hasResponse) {
    const body = storedBody(runtime, operation, response.text)
    await saveResponse(runtime.query, claim, { status: response.status, body })
    claim.hasResponse = true
  }
  return response
}

/** The transaction that makes the response also stores it: neither exists without the other. */
function runTransaction<I extends z.ZodType, O extends z.ZodType>({
  input,
  ...execution
}: Run<I, O>): Promise<Result<z.output<O>>> {
  const { runtime, operation } = execution
  return inTransaction(execution, async (context) => {
    const response = responseOf(
      operation,
      context,
      operation.output.parse(await operation.run(context, input)),
    )
    const { claim, changes } = context
    changes.insert('audit_lines', auditLine(context, operation, response.value))
    if (claim) {
      const body = storedBody(runtime, operation, response.text)
      changes.update(...savedResponse(claim, { status: response.status, body }))
    }
    await flush(runtime, context)
    return response
  })
}

/** What is written where an operation is undone: an error that stays on record, or a request for approval. */
function insteadOf<I extends z.ZodType, O extends z.ZodType>(
  { operation, input }: Run<I, O>,
  thrown: unknown,
): Pick<WrittenInstead, 'as' | 'write'> | null {
  if (isWrittenInstead(thrown)) return thrown
  const { onRecord } = operation
  if (!onRecord || !isAppError(thrown) || !onRecord.reasons.includes(thrown.reason)) return null
  return { as: operation, write: (context) => onRecord.write(context, input, thrown) }
}

/** @returns the error of the response, which is stored for the key by the same transaction */
async function writeInstead<I extends z.ZodType, O extends z.ZodType>(
  run: Run<I, O>,
  instead: Pick<WrittenInstead, 'as' | 'write'>,
): Promise<AppError> {
  const { runtime, operation, actor, meta } = run
  let claim: Claim | undefined
  const error = await inTransaction({ runtime, operation: instead.as, actor, meta }, async (context) => {
    claim = context.claim
    const response = await instead.write(context, operation)
    endStep(context, instead.as, null)
    const body = JSON.stringify(errorBody(response))
    if (claim) context.changes.update(...savedResponse(claim, { status: response.status, body }))
    await flush(runtime, context)
    return response
  })
  if (claim) claim.hasResponse = true
  return error
}

function responseOf<T>(
  { http }: { http: string | null },
  { status }: { status: number },
  value: T,
): Result<T> {
  // Sums are bigints, which JSON has none of: text. Only pages add up, and REST is spared a function for each property.
  const text = http === null ? JSON.stringify(value, bigintAsText) : JSON.stringify(value)
  return { status, value, text, replayed: false }
}

/** The response is there already; its value is made of it only for those who look at it. */
function writtenResponse<O extends z.ZodType>(
  { output }: { output: O },
  { status, more }: { status: number; more: boolean | undefined },
  { text }: JsonText,
): Result<z.output<O>> {
  return {
    status,
    text,
    replayed: false,
    more,
    get value() {
      return output.parse(JSON.parse(text))
    },
  }
}

function bigintAsText(_: string, value: unknown) {
  return typeof value === 'bigint' ? String(value) : value
}

/** An error is stored like any response; a fault of the server is not, so that a repeat may succeed. */
async function saveError(runtime: Runtime, claim: Claim, thrown: unknown): Promise<void> {
  const error: AppError = asAppError(thrown)
  const final = error.status < 500 && error.status !== 409 && error.status !== 429
  try {
    await saveResponse(
      runtime.query,
      claim,
      final ? { status: error.status, body: JSON.stringify(errorBody(error)) } : null,
    )
  } catch (unsaved) {
    releaseSoon(runtime.query, claim)
    throw unsaved
  }
}

/** A claim may have been written by a statement that was cut off before its response. */
function releaseAfterOutage(
  runtime: Runtime,
  { accountId, key }: Wanted,
  token: string,
  thrown: unknown,
): void {
  if (unavailableFor(thrown) !== null) releaseSoon(runtime.query, { accountId, key, token })
}
