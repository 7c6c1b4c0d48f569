import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { unavailableFor } from '#lib/pipeline/availability.ts'
import { Changes } from '#lib/pipeline/changes.ts'
import {
  ATTEMPTS,
  type Audited,
  auditLine,
  createContext,
  flush,
  inTransaction,
  type Meta as Kept,
  NotClaimed,
  type PendingClaim,
  tryWrite,
} from '#lib/pipeline/context.ts'
import { type AppError, asAppError, errorBody, isAppError, refused } from '#lib/pipeline/errors.ts'
import {
  type Claim,
  claimIdempotencyKey,
  claimRow,
  requestHash,
  savedResponse,
  saveResponse,
  type Wanted,
  wantedKey,
} from '#lib/pipeline/idempotency.ts'
import { keptBody, readable, replay } from '#lib/pipeline/idempotent-response.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { JsonText } from '#lib/pipeline/json-text.ts'
import {
  type Actor,
  asksForPassword,
  assertPermitted,
  type Meta,
  type Operation,
  type Result,
  type Runtime,
} from '#lib/pipeline/operation.ts'
import { requireApproval } from '#lib/pipeline/require-approval.ts'
import { withoutUnsupported } from '#lib/pipeline/unsupported.ts'

/**
 * The one pipeline: permission, input, idempotency, transaction, run, output. Every surface goes through it.
 * @throws AppError for every expected error; a stored error of the same idempotency key is thrown as `StoredError`.
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
  assertAccepting(operation, actor)
  const supported = operation.unsupported ? withoutUnsupported(operation.unsupported, raw) : raw
  const input = parseInput(operation.input, supported, meta.problems)
  const key = operation.effect === 'read' ? undefined : meta.idempotencyKey
  const wanted = key === undefined ? undefined : wantedKey(actor, key)
  const hash = wanted && requestHash(runtime.digestKey, operation.name, meta.sameness ?? raw)
  const asked = { runtime, operation, actor, input, meta }
  const result =
    operation.effect === 'optimistic'
      ? await withoutLocks(asked, wanted, hash)
      : operation.effect === 'steps' && wanted && hash
        ? await claimedOnTheWay(asked, wanted, hash)
        : null
  if (result) return result
  if (!wanted || !hash)
    return requireApproval(runtime, operation, actor, meta, undefined, () =>
      runPlain(runtime, operation, actor, input, meta, undefined),
    )

  const claim = await claimIdempotencyKey(runtime, wanted, operation.name, hash)
  if ('stored' in claim) return replay(readable(runtime, claim.stored))
  return claimed(asked, claim)
}

/** One request as the pipeline passes it on. */
type Asked<I extends z.ZodType, O extends z.ZodType> = {
  runtime: Runtime
  operation: Operation<I, O>
  actor: Actor
  input: z.output<I>
  meta: Meta
}

/** Runs an operation whose key is claimed, and keeps its error for the key. */
async function claimed<I extends z.ZodType, O extends z.ZodType>(
  { runtime, operation, actor, input, meta }: Asked<I, O>,
  claim: Claim,
): Promise<Result<z.output<O>>> {
  const kept = { ...meta, idempotencyKey: claim.key, claim }
  try {
    return await requireApproval(runtime, operation, actor, kept, claim, () =>
      runPlain(runtime, operation, actor, input, kept, claim),
    )
  } catch (thrown) {
    if (!claim.answered) await saveError(runtime, claim, thrown)
    throw thrown
  }
}

/**
 * Decides an operation on rows that are read without a lock, and writes it by one statement with the response of its key.
 * @returns null where that did not work: an error, a rule that takes locks, a key that was used before, rows that changed
 */
async function withoutLocks<I extends z.ZodType, O extends z.ZodType>(
  { runtime, operation, actor, input, meta }: Asked<I, O>,
  wanted: Wanted | undefined,
  hash: Uint8Array | undefined,
): Promise<Result<z.output<O>> | null> {
  // The transaction that moves the money marks the approval, and locks the client's grant.
  if (!runtime.writer || (operation.movesMoney && (actor.approval || actor.kind === 'client'))) return null
  const kept = { ...meta, idempotencyKey: wanted?.key, wanted }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const place = { tables: runtime.prisma, changes: new Changes(), locked: false }
    const context = createContext(runtime, operation, actor, kept, place)
    let result: Result<z.output<O>>
    try {
      result = answerOf(operation, context, operation.output.parse(await operation.run(context, input)))
    } catch (thrown) {
      if (unavailableFor(thrown) !== null) throw thrown
      return null
    }
    context.changes.insert('audit_lines', auditLine(context, operation, result.value))
    const response = { status: result.status, body: keptBody(runtime, operation, result.text) }
    const claim = wanted && hash && claimRow(wanted, operation.name, hash, response, context.now)
    const outcome = await tryWrite(runtime, context, claim)
    if (outcome === 'written') return result
    if (outcome === 'claimed before') return null
  }
  return null
}

/**
 * Runs the steps of an operation, the first of which claims the key with its writes.
 * @returns null where the key must be claimed first: it was used before, or the first step met an error
 */
async function claimedOnTheWay<I extends z.ZodType, O extends z.ZodType>(
  asked: Asked<I, O>,
  wanted: Wanted,
  hash: Uint8Array,
): Promise<Result<z.output<O>> | null> {
  const { runtime, operation, actor, meta } = asked
  if (!runtime.writer || !operation.claimsOnTheWay || actor.approval || actor.kind === 'client') return null
  const pending: PendingClaim = { wanted, operation: operation.name, hash, token: randomUUID() }
  const kept = { ...meta, idempotencyKey: wanted.key, pending }
  try {
    return await runPlain(runtime, operation, actor, asked.input, kept, undefined)
  } catch (thrown) {
    if (thrown instanceof NotClaimed && !pending.claim) return null
    if (pending.claim && !pending.claim.answered) await saveError(runtime, pending.claim, thrown)
    throw thrown
  }
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

async function runPlain<I extends z.ZodType, O extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  input: z.output<I>,
  meta: Kept,
  claim: Claim | undefined,
): Promise<Result<z.output<O>>> {
  if (operation.effect === 'read' || operation.effect === 'steps') {
    const respond = (step: Audited, value: unknown) => {
      const { status, text } = answerOf(operation, step, operation.output.parse(value))
      return { status, body: keptBody(runtime, operation, text) }
    }
    const place = { tables: runtime.prisma, changes: new Changes(false), locked: false }
    const context = createContext(runtime, operation, actor, { ...meta, respond }, place)
    const returned = await operation.run(context, input)
    if (returned instanceof JsonText) return writtenAnswer(operation, context, returned)
    const answer = { ...answerOf(operation, context, operation.output.parse(returned)), more: context.more }
    const held = claim ?? meta.pending?.claim
    if (held && !held.answered) {
      const body = keptBody(runtime, operation, answer.text)
      await saveResponse(runtime.query, held, { status: answer.status, body })
      held.answered = true
    }
    return answer
  }
  try {
    return await inTransaction(runtime, operation, actor, meta, async (context) => {
      const answer = answerOf(operation, context, operation.output.parse(await operation.run(context, input)))
      // The transaction that made the response also stores it: neither exists without the other.
      const body = claim && keptBody(runtime, operation, answer.text)
      await end(runtime, operation, context, answer.value, claim, { status: answer.status, body: body ?? '' })
      return answer
    })
  } catch (thrown) {
    throw await onRecord(runtime, operation, actor, input, meta, claim, thrown)
  }
}

/** Replaces the thrown error by the recorded one; an error without a record stays as it is. */
async function onRecord<I extends z.ZodType, O extends z.ZodType>(
  runtime: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  input: z.output<I>,
  meta: Kept,
  claim: Claim | undefined,
  thrown: unknown,
): Promise<unknown> {
  const record = operation.onRecord
  if (!record || !isAppError(thrown) || !record.reasons.includes(thrown.reason)) return thrown
  const response = await inTransaction(runtime, operation, actor, meta, async (context) => {
    const answer = await record.write(context, input, thrown)
    const body = JSON.stringify(errorBody(answer))
    await end(runtime, operation, context, null, claim, { status: answer.status, body })
    return answer
  })
  if (claim) claim.answered = true
  return response
}

/** Writes the audit line and the changes of a transaction, with the response of its key. */
async function end(
  runtime: Runtime,
  operation: Pick<Operation, 'name' | 'auditedAs' | 'status'>,
  context: Audited,
  value: unknown,
  claim: Claim | undefined,
  response: { status: number; body: string },
): Promise<void> {
  context.changes.insert('audit_lines', auditLine(context, operation, value))
  if (claim) context.changes.update(...savedResponse(claim, response))
  await flush(runtime, context)
}

function answerOf<T>({ http }: { http: string | null }, { status }: { status: number }, value: T): Result<T> {
  // Sums are bigints, which JSON has none of: text. Only pages add up, and REST is spared a function for each property.
  const text = http === null ? JSON.stringify(value, bigintAsText) : JSON.stringify(value)
  return { status, value, text, replayed: false }
}

/** The response is there already; its value is made of it only for those who look at it. */
function writtenAnswer<O extends z.ZodType>(
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
  await saveResponse(
    runtime.query,
    claim,
    final ? { status: error.status, body: JSON.stringify(errorBody(error)) } : null,
  )
}
