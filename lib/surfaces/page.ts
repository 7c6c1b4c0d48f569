import { headers } from 'next/headers'
import { forbidden, notFound } from 'next/navigation'
import { cache } from 'react'
import type { z } from 'zod'
import { ADDRESS_HEADER } from '#lib/auth/address.ts'
import { isConfirmedBefore } from '#lib/auth/confirm.ts'
import { otherModeActor, requireStaff } from '#lib/auth/staff.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type Actor, type Operation, permissionLacking } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { newId } from '#lib/values/id.ts'

/** One request id for everything that a page reads. */
const requestId = cache(() => newId('request', Date.now()))

/** Where a page that also writes was opened from: only a write has an audit line. */
async function ipFor({ effect }: Pick<Operation, 'effect'>): Promise<string | null> {
  return effect === 'read' ? null : (await headers()).get(ADDRESS_HEADER)
}

/** Ends a page, an action or a route with 403 and the page for it (app/forbidden.tsx), and leaves no fault in the log. */
export function deny(): never {
  forbidden()
}

/**
 * Reads for a page as the signed-in person. What does not exist, or is malformed in the address, is the page "not
 * found", a missing permission is 403, and a fault reaches the error boundary.
 */
export async function read<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  input: z.input<I>,
): Promise<z.output<O>> {
  const actor = await permitted(operation)
  try {
    const meta = { requestId: requestId(), ip: await ipFor(operation) }
    return (await execute(runtime(), operation, actor, input, meta)).value
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    if (thrown.reason === 'record_not_found' || thrown.field === 'id') notFound()
    if (thrown.reason === 'permission_denied') deny()
    throw thrown
  }
}

async function permitted(operation: Pick<Operation, 'permission' | 'alsoNeeds'>): Promise<Actor> {
  const actor = await requireStaff()
  const lacking = permissionLacking(operation, actor)
  return lacking === undefined ? actor : deny()
}

/** Reads the list of a page, whose filter may be invalid: a missing permission is 403. */
export async function readFiltered<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  input: unknown,
): Promise<Attempted<z.output<O>>> {
  return attempt(await permitted(operation), operation, input, requestId())
}

export type Attempted<T> =
  | { ok: true; value: T }
  | { ok: false; reason: Reason; status: number; description: string; field?: string; request_id: string }

/** Reads for a part of a page that can show its own failure: a filter that cannot be read, a permission that is missing. */
export async function tryRead<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  input: unknown,
): Promise<Attempted<z.output<O>>> {
  return attempt(await requireStaff(), operation, input, requestId())
}

/** The same in the other mode of the merchant; null where the person has no access to it. */
export async function tryReadInOtherMode<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  input: unknown,
): Promise<(Attempted<z.output<O>> & { mode: 'test' | 'live' }) | null> {
  const actor = await otherModeActor()
  if (!actor) return null
  return { ...(await attempt(actor, operation, input, requestId())), mode: actor.account.mode }
}

async function attempt<I extends z.ZodType, O extends z.ZodType>(
  actor: Actor,
  operation: Operation<I, O>,
  input: unknown,
  request_id: string,
): Promise<Attempted<z.output<O>>> {
  try {
    const confirmed = await isConfirmedBefore(operation, actor)
    const meta = { requestId: request_id, ip: await ipFor(operation), confirmed }
    const { value } = await execute(runtime(), operation, actor, input, meta)
    return { ok: true, value }
  } catch (thrown) {
    if (!isAppError(thrown)) throw thrown
    const field = thrown.field === undefined ? {} : { field: thrown.field }
    const { reason, status, shown: description } = thrown
    return { ok: false, reason, status, description, ...field, request_id }
  }
}
