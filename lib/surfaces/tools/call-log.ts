import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Bearer } from '#lib/oauth/bearer.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { redactText, startOf } from '#lib/redact.ts'
import { runtime } from '#lib/runtime.ts'
import { redactBody, redactResponse } from '#lib/surfaces/redact.ts'
import { logRequest } from '#lib/surfaces/request-log.ts'
import type { Caller } from '#lib/surfaces/tools/caller.ts'
import type { OperationTool } from '#lib/surfaces/tools/catalogue.ts'

type Call = {
  tool: OperationTool
  args: Record<string, unknown>
  bearer: Bearer
  caller: Caller
  requestId: string
  status: number
  /** The text of the response. */
  text: string
  /** When it began, by performance.now(). */
  begun: number
  key?: string | undefined
  failure?: { reason: Reason; field?: string | undefined } | undefined
}

/** Adds a call to the request log, whether it ran or not. */
export function logCall({
  tool,
  args,
  bearer,
  caller,
  requestId,
  status,
  text,
  begun,
  key,
  failure,
}: Call): void {
  const system = runtime()
  const all = JSON.stringify(args)
  const arguments_sha256 = createHash('sha256').update(all).digest('hex')
  const requested = startOf(all)
  const response = startOf(text)
  const created_at = Math.floor(system.clock() / 1000)
  logRequest(system.query, () => ({
    account_id: bearer.actor.account.id,
    id: requestId,
    source: 'tool',
    method: 'TOOL',
    path: tool.listing.name,
    operation: tool.operation.name,
    status,
    duration_ms: Math.round(performance.now() - begun),
    actor_kind: bearer.actor.kind,
    actor_id: bearer.actor.id,
    actor_name: bearer.actor.name,
    client_request_id: caller.requestId,
    idempotency_key: key ?? null,
    replayed: false,
    ip: caller.ip,
    user_agent: caller.userAgent === null ? null : redactText(caller.userAgent, 255),
    object_id: /"(?:approval_)?id":"([a-z]+_[0-9A-Za-z]{14})"/.exec(response)?.[1] ?? null,
    error_reason: failure?.reason ?? null,
    error_field: failure?.field ?? null,
    request_headers: JSON.stringify({
      client_id: bearer.clientId,
      user_id: bearer.userId,
      arguments_sha256,
    }),
    response_headers: null,
    request_body: redactBody(requested),
    response_body: redactResponse(response),
    created_at,
  }))
}
