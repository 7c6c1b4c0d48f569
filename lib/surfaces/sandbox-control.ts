import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '#lib/auth/secrets.ts'
import type { PlainRequest } from '#lib/http/plain-request.ts'
import { asAppError, errorBody, isAppError, refused } from '#lib/pipeline/errors.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import { env } from '#lib/process/env.ts'
import { logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { assertTestAccount, openSandboxAccount, resetSandboxAccount } from '#lib/sandbox/accounts.ts'
import { findEvents, findRequests } from '#lib/sandbox/assertions.ts'
import { NewSandboxAccount, SandboxEventFilter, SandboxRequestFilter } from '#lib/sandbox/schema.ts'
import { readBody } from '#lib/surfaces/body.ts'
import { handlerOf } from '#lib/surfaces/plain-handler.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'

/** Of a request and the account in its path: a status, and a value for JSON. */
type Work = (request: PlainRequest, id: string) => Promise<{ status: number; value: object }>

const ROUTES: { path: RegExp; methods: Record<string, Work> }[] = [
  { path: /^\/_sandbox\/accounts$/, methods: { POST: openAccount } },
  { path: /^\/_sandbox\/accounts\/([^/]+)$/, methods: { DELETE: resetAccount } },
  { path: /^\/_sandbox\/accounts\/([^/]+)\/requests$/, methods: { GET: countRequests } },
  { path: /^\/_sandbox\/accounts\/([^/]+)\/events$/, methods: { GET: countEvents } },
]

/**
 * `/_sandbox`: what a test suite does around the calls under test, with a token of its own. The server has these addresses only
 * where SANDBOX_TOKEN is set.
 */
export const sandboxControl = handlerOf(async (request) => {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  try {
    assertToken(request)
    const { work, id } = workOf(request)
    const { status, value } = await work(request, id)
    return { status, text: JSON.stringify(value), headers }
  } catch (thrown) {
    const error = asAppError(thrown)
    if (!isAppError(thrown)) logFault(thrown, {}, 'A request of the sandbox control failed.')
    if (error.status === 401) headers['www-authenticate'] = 'Bearer realm="Counterfoil sandbox"'
    if (error.retryAfter !== undefined) headers['retry-after'] = String(error.retryAfter)
    if (error.allow !== undefined) headers.allow = error.allow.join(', ')
    return { status: error.status, text: JSON.stringify(errorBody(error)), headers }
  }
})

/** Hashes are compared, so that neither content nor length shows in the time. */
function assertToken(request: PlainRequest): void {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const token = env().SANDBOX_TOKEN
  if (token && given && timingSafeEqual(sha256(given), sha256(token))) return
  throw refused(
    'authentication_required',
    'The token of the sandbox control is missing or wrong. Send SANDBOX_TOKEN as Authorization: Bearer.',
  )
}

function workOf(request: PlainRequest): { work: Work; id: string } {
  const { pathname } = new URL(request.url)
  for (const { path, methods } of ROUTES) {
    const found = path.exec(pathname)
    if (!found) continue
    const work = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined
    if (!work) throw refused('method_not_allowed', undefined, { allow: Object.keys(methods) })
    return { work, id: found[1] ?? '' }
  }
  throw refused('route_not_found', 'The sandbox control has no such URL. Its URLs are in docs/package.md.')
}

async function openAccount(request: PlainRequest) {
  const input = parseInput(NewSandboxAccount, (await readBody(request)).fields)
  const value = await openSandboxAccount(runtime(), input, env().AUTHORIZATION_WINDOW_SECONDS)
  return { status: 201, value }
}

async function resetAccount(_: PlainRequest, id: string) {
  return { status: 202, value: await resetSandboxAccount(runtime(), id) }
}

async function countRequests(request: PlainRequest, id: string) {
  const filter = parseInput(SandboxRequestFilter, queryOf(request))
  const system = runtime()
  await assertTestAccount(system, id)
  const value = await findRequests(system, id, filter, () => flushRequestLog(system.query))
  return { status: 200, value }
}

async function countEvents(request: PlainRequest, id: string) {
  const filter = parseInput(SandboxEventFilter, queryOf(request))
  const system = runtime()
  await assertTestAccount(system, id)
  return { status: 200, value: await findEvents(system, id, filter) }
}

function queryOf(request: PlainRequest): Record<string, string> {
  return Object.fromEntries(new URL(request.url).searchParams)
}
