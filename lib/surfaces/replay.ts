import { requireStaff } from '#lib/auth/staff.ts'
import type { FetchRequest, RequestDetails } from '#lib/domain/requests/schema.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { assertForm } from '#lib/surfaces/assert-form.ts'
import { attempt } from '#lib/surfaces/form.ts'
import { errorState, leadTo } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { replayedInputOf } from '#lib/surfaces/replay-input.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import type { FormState } from '#lib/values/form.ts'
import { randomText } from '#lib/values/random-text.ts'

/**
 * The form that sends a request of the log again: as the person who asks, with their permission and a new idempotency key.
 * @param prepare returns the request if it can be sent again
 * @param to where its log line is shown
 */
export function replayAction(
  prepare: Operation<typeof FetchRequest, typeof RequestDetails>,
  to: (requestId: string, repeated: string) => string,
) {
  return async (_: FormState, form: FormData): Promise<FormState> => {
    assertForm(form)
    const [actor, prepared] = await Promise.all([
      requireStaff(),
      tryRead(prepare, { id: String(form.get('id')) }),
    ])
    if (!prepared.ok) return errorState(form, prepared)
    const request = prepared.value
    const system = runtime()
    const operation = await system.operationNamed(request.operation ?? '')
    if (!operation) throw new Error(`The operation ${request.operation} was prepared, and is gone.`)
    let requestId = ''
    let input: unknown = {}
    const requested = {
      source: 'dashboard' as const,
      input: () => input,
      key: randomText(32),
      sentTo: { method: request.method, path: request.path },
      onLogged: (id: string) => {
        requestId = id
      },
    }
    await attempt(operation, actor, requested, async (used, meta) => {
      input = await replayedInputOf(operation, request)
      return execute(used, operation, actor, input, meta)
    })
    // The person is sent to its log line next, so the line must be there.
    await flushRequestLog(system.query)
    return leadTo(form, to(requestId, request.id), undefined)
  }
}
