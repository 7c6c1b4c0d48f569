import { requireStaff } from '#lib/auth/staff.ts'
import type { FetchRequest, RequestDetails } from '#lib/domain/requests/schema.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { runtime } from '#lib/runtime.ts'
import { attempt } from '#lib/surfaces/form.ts'
import { assertForm, errorState, leadTo } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { readInput } from '#lib/surfaces/rest.ts'
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

/** The input of the operation: a form as submitted, or path, query and body as the API parses them. */
export function replayedInputOf(operation: Operation, request: RequestDetails): Promise<unknown> | unknown {
  const { path, method, request_body: body, request_headers: headers } = request
  if (request.source === 'tool') return fieldsOf(body)
  if (!path.startsWith('/')) return JSON.parse(body || '{}')
  const url = new URL(path, 'http://localhost')
  const type = headers?.['content-type'] ?? 'application/json'
  // A request sent again before is in the log with its parsed input.
  if (request.source === 'dashboard') return JSON.parse(body || '{}')
  const input = new Request(url, {
    method,
    headers: { 'content-type': type },
    ...(method === 'GET' || body === null || body === '' ? {} : { body }),
  })
  return readInput(operation, input, paramsOf(operation, url.pathname), { requestText: '' })
}

/** The arguments of a tool, without the key of that call: a request sent again runs again. */
function fieldsOf(body: string | null): object {
  const { idempotency_key: _, ...fields } = JSON.parse(body || '{}')
  return fields
}

function paramsOf(operation: Operation, pathname: string): Record<string, string> {
  const names = operation.http?.split(' ')[1]?.split('/') ?? []
  // An address may name its account before what it shares with that of the operation.
  const parts = pathname.replace(/\/$/, '').split('/').slice(-names.length)
  const params = names.flatMap((name, at): [string, string][] =>
    name.startsWith(':') ? [[name.slice(1), decodeURIComponent(parts[at] ?? '')]] : [],
  )
  return Object.fromEntries(params)
}
