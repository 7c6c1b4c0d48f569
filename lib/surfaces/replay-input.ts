import type { RequestDetails } from '#lib/domain/requests/schema.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { readInput } from '#lib/surfaces/rest.ts'

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
