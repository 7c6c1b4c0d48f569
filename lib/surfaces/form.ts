import { performance } from 'node:perf_hooks'
import { headers } from 'next/headers'
import type { z } from 'zod'
import { ADDRESS_HEADER, fromOf } from '#lib/auth/address.ts'
import { isConfirmed } from '#lib/auth/confirm.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { asAppError, errorBody, isAppError, isStoredError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Meta, Operation, Runtime } from '#lib/pipeline/operation.ts'
import { logFault } from '#lib/process/log.ts'
import { redactText, startOf } from '#lib/process/redact.ts'
import { runtime } from '#lib/runtime.ts'
import { redactBody, redactResponse } from '#lib/surfaces/redact.ts'
import { logRequest } from '#lib/surfaces/request-log.ts'
import { newId } from '#lib/values/id.ts'

/** Why a form was rejected: the reason, a sentence, the field to put it next to, and the related ids. */
export type FormError = {
  reason: Reason
  description: string
  field?: string
  metadata?: Record<string, string>
  request_id: string
}
/** @property status as in the API response of the same error */
export type FormResult<T> = { ok: true; value: T } | { ok: false; status: number; error: FormError }

/**
 * An operation as a server action for staff. The operation's own schema validates the input; the idempotency key
 * is made when the form opens, so that a double click or a retry has one effect.
 */
export function action<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) {
  return async (input: z.input<I>, idempotencyKey?: string): Promise<FormResult<z.output<O>>> => {
    const actor = await requireStaff()
    return submit(operation, actor, input, 'dashboard', { key: keyIn(idempotencyKey) })
  }
}

/** The same of an operation whose input the page knows a part of: the record that it is about, and the version that was seen. */
export function boundAction<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) {
  return async (known: object, input: object, idempotencyKey: string): Promise<FormResult<z.output<O>>> => {
    const actor = await requireStaff()
    const whole = { ...formPropertiesOf(input), ...formPropertiesOf(known) }
    return submit(operation, actor, whole, 'dashboard', { key: keyIn(idempotencyKey) })
  }
}

/** A caller can send anything for the key, too. */
function keyIn(sent: unknown): string | undefined {
  return typeof sent === 'string' && sent !== '' ? sent : undefined
}

type Sending = {
  key?: string | undefined
  /** The password that the person has just given again, which some operations require. */
  password?: string
  /** The log's replacement of an input that holds secrets under neutral names. */
  logged?: unknown
}

/** Runs an operation for a form of any kind of user, and writes its line of the request log. */
export async function submit<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  actor: Actor,
  input: unknown,
  source: 'dashboard' | 'checkout',
  { key, password = '', logged = input }: Sending = {},
): Promise<FormResult<z.output<O>>> {
  const form = { source, input: () => logged, key }
  return attempt(operation, actor, form, async (system, meta) => {
    const confirmed = await isConfirmed(operation, actor, password, fromOf(await headers()))
    return execute(system, operation, actor, input, { ...meta, confirmed })
  })
}

/**
 * An argument of an action that will be destructured: the expected object, or one without properties, which the
 * schema of the operation rejects. A caller can send anything, and a text would be spread into as many properties as
 * it has characters.
 */
export function formPropertiesOf<T extends object>(sent: T): Partial<T> {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {}
}

type Form = {
  source: 'dashboard' | 'checkout'
  /** Where the log says that it was sent, when that is not the operation's name: a request that is sent again. */
  sentTo?: { method: string; path: string } | undefined
  /** Gets the id of the log line. */
  onLogged?: ((requestId: string) => void) | undefined
  /** The input, for the log; called when the work is over. */
  input(): unknown
  key?: string | undefined
}

/** Handles a form: an error becomes a response, and the request log gets a line. */
export async function attempt<T>(
  operation: { name: string; status: number },
  actor: Actor,
  { source, input, key, sentTo, onLogged }: Form,
  work: (system: Runtime, meta: Meta) => Promise<{ value: T }>,
): Promise<FormResult<T>> {
  const begun = performance.now()
  const system = runtime()
  const requestId = newId('request', system.clock())
  const sent = await headers()
  const ip = sent.get(ADDRESS_HEADER)
  let status = operation.status
  let result: FormResult<T>
  try {
    const { value } = await work(system, { requestId, ip, idempotencyKey: key })
    result = { ok: true, value }
  } catch (thrown) {
    const failure = failureOf(thrown, requestId)
    status = failure.status
    result = { ok: false, ...failure }
  }
  const duration = Math.round(performance.now() - begun)
  const created_at = Math.floor(system.clock() / 1000)
  const filled = startOf(JSON.stringify(input()) ?? '')
  onLogged?.(requestId)
  logRequest(system.query, () => ({
    account_id: actor.account.id,
    id: requestId,
    source,
    method: sentTo?.method ?? 'POST',
    path: sentTo?.path ?? operation.name,
    operation: operation.name,
    status,
    duration_ms: duration,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    client_request_id: null,
    idempotency_key: key ?? null,
    replayed: false,
    ip,
    user_agent: redactText(sent.get('user-agent') ?? '', 255),
    object_id: objectOf(result),
    error_reason: result.ok ? null : result.error.reason,
    error_field: result.ok ? null : (result.error.field ?? null),
    request_headers: null,
    response_headers: null,
    request_body: redactBody(filled),
    response_body: redactResponse(JSON.stringify(result.ok ? result.value : result.error)),
    created_at,
  }))
  return result
}

function failureOf(thrown: unknown, requestId: string): { status: number; error: FormError } {
  if (isStoredError(thrown)) {
    const { status, error } = thrown
    return { status, error: { ...error, request_id: requestId } }
  }
  const error = asAppError(thrown)
  if (!isAppError(thrown)) logFault(thrown, { request_id: requestId }, 'A form failed.')
  const { reason, field, metadata } = errorBody(error).error
  return {
    status: error.status,
    error: {
      reason,
      description: error.shown,
      ...(field === undefined ? {} : { field }),
      metadata,
      request_id: requestId,
    },
  }
}

function objectOf(result: FormResult<unknown>): string | null {
  const value = result.ok ? result.value : null
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : null
}
