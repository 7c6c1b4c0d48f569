import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Bearer } from '#lib/oauth/bearer.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { redactText, startOf } from '#lib/process/redact.ts'
import { runtime } from '#lib/runtime.ts'
import { redactBody, redactResponse } from '#lib/surfaces/redact.ts'
import { logRequest } from '#lib/surfaces/request-log.ts'
import type { Caller } from '#lib/surfaces/tools/caller.ts'
import type { OperationTool } from '#lib/surfaces/tools/catalogue.ts'
import { missingPermissionText, missingScopeText, scopeChallenge } from '#lib/surfaces/tools/challenge.ts'
import {
  isPermissionRequest,
  roleLacks,
  scopeTaken,
  type ToolCall,
} from '#lib/surfaces/tools/permission-request.ts'
import { newId } from '#lib/values/id.ts'

/** A call that a connection may not make, for want of a scope. Each is recorded like those that run. */
type Rejected = ToolCall & { bearer: Bearer; caller: Caller }

/** 403 with every scope that is needed, so that a client can ask for all of them at once. */
export function rejectedResponse(call: Rejected): Response {
  const { tool, bearer } = call
  const scope = scopeTaken(call)
  const lacking = roleLacks(bearer, call)
  const needs = isPermissionRequest(tool) ? 'requests' : 'needs'
  const description =
    lacking === undefined
      ? `The tool ${tool.listing.name} ${needs} the scope ${scope}.`
      : missingPermissionText(tool.listing.name, bearer.role.name, lacking)
  const body = {
    error: lacking === undefined ? 'insufficient_scope' : 'permission_denied',
    error_description: description,
  }
  record(call, JSON.stringify(body))
  const challenge =
    lacking === undefined ? { 'www-authenticate': scopeChallenge(bearer, scope, description) } : undefined
  return Response.json(body, { status: 403, headers: { ...challenge } })
}

/** What a model is told, and can tell the user. */
export function rejectedResult(call: Rejected): CallToolResult {
  const text = textOf(call)
  const result: CallToolResult = { isError: true, content: [{ type: 'text', text }] }
  return { ...result, _meta: { request_id: record(call, JSON.stringify(result)) } }
}

/** What a client is told that reads a record. */
export function rejectedRead(uri: string, call: Rejected): string {
  const lacking = roleLacks(call.bearer, call)
  const text = lacking === undefined ? `Reading ${uri} needs the scope ${call.tool.scope}.` : textOf(call)
  record(call, JSON.stringify({ error_description: text }))
  return text
}

function textOf(call: Rejected): string {
  const { tool, bearer } = call
  const { name } = tool.listing
  const lacking = roleLacks(bearer, call)
  if (lacking !== undefined) return missingPermissionText(name, bearer.role.name, lacking)
  return missingScopeText(name, scopeTaken(call), bearer.actor.asksAgain === true)
}

/** @returns the ID of its line in the request log */
function record(call: Rejected, text: string): string {
  const requestId = newId('request', runtime().clock())
  const failure = { reason: 'permission_denied' as const }
  logCall({ ...call, requestId, status: 403, text, begun: performance.now(), failure })
  return requestId
}

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
