import { requireStaff } from '#lib/auth/staff.ts'
import { operations } from '#lib/domain/operations.ts'
import { hasLostBody, type RequestDetails, wasUnparsed } from '#lib/domain/requests/schema.ts'
import { missingPermission } from '#lib/permissions.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type Actor, type Operation, permissionLacking } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { attempt } from '#lib/surfaces/form.ts'
import { inputOf } from '#lib/surfaces/replay-input.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { currentName } from '#lib/values/operation-names.ts'
import { randomText } from '#lib/values/random-text.ts'

/**
 * Why a logged request cannot be sent again, in a sentence; null when it can. Only a request that is logged whole
 * can: a redacted or truncated one would be another request.
 */
export function whyNotRepeated(request: RequestDetails, actor: Actor): string | null {
  if (actor.account.mode !== 'test')
    return 'Only test mode requests can be replayed. Live requests move money.'
  const operation = operationOf(request)
  if (!operation) return 'This request was sent to an unknown URL.'
  if (request.source === 'checkout')
    return "This request was made by a customer at checkout and can't be replayed."
  if (operation.takes === 'file') return "This request uploaded a file, and files aren't stored in the log."
  if (operation.confidential && operation.http === null)
    return 'The response contains a secret that is shown only once.'
  const kept = `${request.path} ${request.request_body ?? ''}`
  if (/\[redacted\]|\[card ending \d{4}\]|%5Bredacted%5D/.test(kept))
    return 'Part of this request was redacted, such as a secret or a card number.'
  if (wasUnparsed(request)) return 'The body could not be parsed, so the request would fail again.'
  if (hasLostBody(request) || /…$|\ufffd/.test(request.request_body ?? ''))
    return "The body was too long or could not be parsed, so the log doesn't have all of it."
  const lacking = permissionLacking(operation, actor)
  return lacking === undefined ? null : missingPermission(lacking)
}

type Repeated = { ok: true; request_id: string } | { ok: false; description: string }

/** Sends a logged request again: as the person who asks, with their permission and a new idempotency key. */
export async function repeatRequest(request: RequestDetails): Promise<Repeated> {
  const actor = await requireStaff()
  const why = whyNotRepeated(request, actor)
  const operation = operationOf(request)
  if (why !== null || !operation)
    return { ok: false, description: why ?? refused('request_not_repeatable').message }
  let requestId = ''
  let input: unknown = {}
  const form = {
    source: 'dashboard' as const,
    input: () => input,
    key: randomText(32),
    sentTo: { method: request.method, path: request.path },
    onLogged: (id: string) => {
      requestId = id
    },
  }
  await attempt(operation, actor, form, async (system, meta) => {
    input = await inputOf(operation, request)
    return execute(system, operation, actor, input, meta)
  })
  // The person is sent to its log line next, so the line must be there.
  await flushRequestLog(runtime().query)
  return { ok: true, request_id: requestId }
}

function operationOf({ operation: stored }: RequestDetails): Operation | undefined {
  const wanted = stored === null ? null : currentName(stored)
  return operations.find(({ name }) => name === wanted)
}
