import type { z } from 'zod'
import {
  type Audited,
  auditLine,
  createContext,
  flush,
  inTransaction,
  queryOf,
} from '#lib/pipeline/context.ts'
import { type AppError, asAppError, errorBody, isAppError, refused } from '#lib/pipeline/errors.ts'
import {
  type Claim,
  claimIdempotencyKey,
  keepRow,
  requestHash,
  saveResponse,
  wantedKey,
} from '#lib/pipeline/idempotency.ts'
import { keptBody, readable, replay } from '#lib/pipeline/idempotent-response.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { type Insert, insertAll } from '#lib/pipeline/insert.ts'
import {
  type Actor,
  asksForPassword,
  assertPermitted,
  type Meta,
  type Operation,
  type Result,
  type Runtime,
  type Written,
} from '#lib/pipeline/operation.ts'
import { requireApproval } from '#lib/pipeline/require-approval.ts'

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
    return requireApproval(runtime, operation, actor, meta, undefined, () =>
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
    return await requireApproval(runtime, operation, actor, kept, claim, () =>
      runPlain(runtime, operation, actor, input, kept, claim),
    )
  } catch (thrown) {
    if (!claim.answered) await saveError(runtime, claim, thrown)
    throw thrown
  }
}

/** @throws password_required */
function assertConfirmed(operation: Pick<Operation, 'confirm'>, actor: Actor, { confirmed }: Meta): void {
  if (!confirmed && asksForPassword(operation, actor))
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
      await saveResponse(runtime.query, claim, { status: answer.status, body })
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
        await saveResponse(queryOf.bind(null, context.tables), claim, { status: answer.status, body })
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
      await saveResponse(queryOf.bind(null, context.tables), claim, { status: answer.status, body })
    }
    return answer
  })
  if (claim) claim.answered = true
  return refusal
}

/** Writes the audit line and the events of a transaction, and has the dispatcher look for them once it is committed. */
async function end(
  runtime: Runtime,
  operation: Pick<Operation, 'name' | 'auditedAs'>,
  context: Audited,
  writes: Insert[],
  value: unknown,
): Promise<void> {
  writes.push(auditLine(context, operation, value))
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
  writes.push(...inserts, auditLine(context, operation, result.value))
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
async function saveError(runtime: Runtime, claim: Claim, thrown: unknown): Promise<void> {
  const error: AppError = asAppError(thrown)
  const final = error.status < 500 && error.status !== 409 && error.status !== 429
  await saveResponse(
    runtime.query,
    claim,
    final ? { status: error.status, body: JSON.stringify(errorBody(error)) } : null,
  )
}
